//! The fields in front of the addresses, for records as tracers write them: one blank between two fields, no prefixes, numbers of at
//! most eight digits. All blanks are found at once. The general parser reads every other record, and says what is wrong with it.

use crate::lines::Line;

/// Bytes of a line in which the fields must end.
const WINDOW: usize = 64;

/// The fields of a record in front of the addresses, and what follows them.
pub(crate) struct Front<'a> {
    pub pc: u64,
    pub mask: u32,
    pub opcode: &'a [u8],
    pub memory_bytes: u32,
    pub rest: &'a [u8],
}

impl<'a> Front<'a> {
    /// The fields of a line; nothing for a line of any other form, and near the end of a block.
    #[inline]
    pub fn of(line: Line<'a>) -> Option<Self> {
        let mut fields = Cursor::of(line)?;
        let pc = fields.hexadecimal()?;
        let mask = fields.hexadecimal()?;
        fields.registers()?;
        let (from, to) = fields.next()?;
        fields.registers()?;
        let memory_bytes = fields.decimal()?;
        Some(Self {
            pc: pc.into(),
            mask,
            opcode: &line.text[from..to],
            memory_bytes,
            rest: line.text.get(fields.start..).unwrap_or_default(),
        })
    }
}

/// Where the fields of a line end, and how many of them have been read: the first bytes of the line, and of what follows a short one.
struct Cursor<'a> {
    /// Eight bytes more, so that every field can be read as a word.
    bytes: &'a [u8; WINDOW + 8],
    /// Bit `i` is set if byte `i` is a blank or a control character, or behind the line, and not in front of the next field.
    ends: u64,
    /// Where the next field begins.
    start: usize,
    /// Bytes of the line.
    length: usize,
}

impl<'a> Cursor<'a> {
    #[inline(always)]
    fn of(line: Line<'a>) -> Option<Self> {
        let bytes: &[u8; WINDOW + 8] = line.block.first_chunk()?;
        let length = line.text.len();
        // The line ends like a field.
        let mut ends = u64::MAX.checked_shl(length as u32).unwrap_or(0);
        let words = bytes[..WINDOW].as_chunks().0;
        for (at, text) in words[..length.div_ceil(8).min(WINDOW / 8)]
            .iter()
            .enumerate()
        {
            ends |= gather(not_above(u64::from_le_bytes(*text), b' ')) << (8 * at);
        }
        Some(Self {
            bytes,
            ends,
            start: 0,
            length,
        })
    }

    /// Where the next field begins and ends.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, usize)> {
        let (from, to) = (self.start, self.ends.trailing_zeros() as usize);
        self.ends &= self.ends.wrapping_sub(1);
        self.start = to + 1;
        let ends_here = to == self.length || self.bytes[to] == b' ';
        (from < to && to < WINDOW && ends_here).then_some((from, to))
    }

    /// A field of at most eight bytes, in the upper bytes of a word; zeros as digits before them.
    #[inline(always)]
    fn digits(&mut self) -> Option<u64> {
        let (from, to) = self.next()?;
        let free = 64u32.checked_sub(8 * (to - from) as u32)?;
        let text = u64::from_le_bytes(*self.bytes[from..].first_chunk()?);
        Some(text << free | each(b'0') & !(u64::MAX << free))
    }

    #[inline(always)]
    fn hexadecimal(&mut self) -> Option<u32> {
        let text = self.digits()?;
        let letters = between(text | each(0x20), b'a', b'f');
        let is_number = (between(text, b'0', b'9') | letters) & !text & HIGH == HIGH;
        // The lower half of a letter is 9 less than what it stands for.
        let digits = (text & each(0x0f)) + 9 * (letters >> 7);
        let bytes = (digits << 4 | digits >> 8) & 0x00ff_00ff_00ff_00ff;
        let pairs = (bytes << 8 | bytes >> 16) & 0x0000_ffff_0000_ffff;
        is_number.then_some((pairs << 16 | pairs >> 32) as u32)
    }

    /// A decimal number below 100.
    #[inline(always)]
    fn decimal(&mut self) -> Option<u32> {
        let (from, to) = self.next()?;
        let digit = |byte: u8| char::from(byte).to_digit(10);
        match self.bytes[from..to] {
            [one] => digit(one),
            [ten, one] => Some(10 * digit(ten)? + digit(one)?),
            _ => None,
        }
    }

    /// Skips a number of registers and their names.
    #[inline(always)]
    fn registers(&mut self) -> Option<()> {
        for _ in 0..self.decimal()? {
            self.next()?;
        }
        Some(())
    }
}

/// The same byte eight times.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The highest bit of each byte.
const HIGH: u64 = each(0x80);

/// The highest bit of each byte that is not above `limit`, an ASCII character.
#[inline(always)]
fn not_above(text: u64, limit: u8) -> u64 {
    !((text | HIGH) - each(limit + 1)) & !text & HIGH
}

/// The highest bits of the characters from `first` to `last`; those of bytes from 0x80 on mean nothing.
#[inline(always)]
fn between(text: u64, first: u8, last: u8) -> u64 {
    let text = text & !HIGH;
    (text + each(0x80 - first)) & !(text + each(0x7f - last)) & HIGH
}

/// The highest bits of the bytes, that of the first byte lowest.
#[inline(always)]
fn gather(high: u64) -> u64 {
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a closure does with the fields of a line, in the middle of a block.
    fn with<T>(line: &[u8], act: impl FnOnce(Option<Cursor>) -> T) -> T {
        let block = [line, b"\n0000 ffffffff", &[b'.'; WINDOW]].concat();
        act(Cursor::of(Line {
            text: &block[..line.len()],
            block: &block,
        }))
    }

    #[test]
    fn every_byte_is_a_digit_or_none() {
        for byte in 0x20..=u8::MAX {
            for at in 0..8 {
                let mut text = *b"1A3f5678";
                text[at] = byte;
                let digits = text.map(|byte| char::from(byte).to_digit(16));
                let number = digits
                    .into_iter()
                    .try_fold(0, |number, digit| Some(number << 4 | digit?));
                let found = with(&text, |fields| fields?.hexadecimal());
                // A blank ends the number instead.
                let expected = if byte == b' ' { found } else { number };
                assert_eq!(found, expected, "{}", text.escape_ascii());
            }
        }
    }

    #[test]
    fn numbers_end_at_a_blank() {
        let hexadecimal = |line: &str| with(line.as_bytes(), |fields| fields?.hexadecimal());
        assert_eq!(hexadecimal("0aF9 zzzz"), Some(0xaf9));
        assert_eq!(hexadecimal("7"), Some(7));
        assert_eq!(hexadecimal("123456789"), None);
        let decimal = |line: &str| with(line.as_bytes(), |fields| fields?.decimal());
        assert_eq!(decimal("42 1"), Some(42));
        for other in ["", " 1", "100", "1x", "-1"] {
            assert_eq!(decimal(other), None, "{other}");
        }
    }

    #[test]
    fn fields_end_in_the_window() {
        let line = format!("{} {}", "x".repeat(31), "y".repeat(40));
        with(line.as_bytes(), |fields| {
            let mut fields = fields.expect("a window");
            assert_eq!(fields.next(), Some((0, 31)));
            assert_eq!(fields.next(), None);
        });
        with(b"1\t2", |fields| {
            assert!(fields.expect("a window").next().is_none())
        });
    }

    #[test]
    fn every_blank_is_found() {
        for at in 0..WINDOW {
            let mut line = [b'x'; WINDOW];
            line[at] = b' ';
            with(&line, |fields| {
                assert_eq!(fields.expect("a window").ends, 1 << at);
            });
        }
    }
}
