//! A record: an instruction that a warp executed.

use crate::Reason;
use crate::front::Front;
use crate::lines::Line;

/// Lanes of a warp, which is the width of a mask.
pub const LANES: u32 = 32;

/// An instruction that a warp executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Address of the instruction.
    pub pc: u64,
    /// Lanes that execute it, with its predicate applied, one bit each. May be 0.
    pub mask: u32,
    /// Instruction name with its modifiers.
    pub opcode: &'a [u8],
    /// Bytes that each lane reads or writes; 0 if the instruction does not access memory.
    pub memory_bytes: u32,
}

/// The properties that decide which fields a record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fields {
    /// Version of the tracer.
    pub version: u32,
    /// Whether each record begins with the source line.
    pub line_numbers: bool,
}

/// The most registers that an instruction may name.
const MOST_REGISTERS: u64 = 64;

/// Encodings of the addresses of a record.
const LIST: u64 = 0;
const STRIDE: u64 = 1;
const DELTAS: u64 = 2;

/// The words of a line, from left to right.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    /// Skips to the start of the next word.
    #[inline]
    fn begin(&mut self) {
        while let [b' ' | b'\t', rest @ ..] = self.0 {
            self.0 = rest;
        }
    }

    #[inline(always)]
    fn next(&mut self, what: &'static str) -> Result<&'a [u8], Reason> {
        self.begin();
        if self.0.is_empty() {
            return Err(Reason::Missing(what));
        }
        let end = self.0.iter().position(|byte| matches!(byte, b' ' | b'\t'));
        let (word, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        Ok(word)
    }

    /// A number with an optional prefix, of at most so many digits that it fits into 64 bits. Most of a trace consists of
    /// numbers, so each is parsed only where its value is needed.
    #[inline(always)]
    fn number<const RADIX: u32, const PREFIX: usize>(
        &mut self,
        what: &'static str,
        prefix: &[u8; PREFIX],
    ) -> Result<u64, Reason> {
        self.begin();
        let digits = self.0.strip_prefix(prefix).unwrap_or(self.0);
        let (mut value, mut rest) = (0u64, digits);
        while let [byte, after @ ..] = rest
            && let Some(digit) = char::from(*byte).to_digit(RADIX)
        {
            value = value.wrapping_mul(RADIX.into()).wrapping_add(digit.into());
            rest = after;
        }
        let most = const { (1u128 << 64).ilog(RADIX as u128) as usize };
        let fits = (1..=most).contains(&(digits.len() - rest.len()));
        self.0 = match rest {
            [] if fits => rest,
            [b' ' | b'\t', after @ ..] if fits => after,
            _ => return Err(no_number(self.0, what)),
        };
        Ok(value)
    }

    #[inline(always)]
    fn decimal(&mut self, what: &'static str) -> Result<u64, Reason> {
        self.number::<10, _>(what, b"")
    }

    #[inline(always)]
    fn hexadecimal(&mut self, what: &'static str) -> Result<u64, Reason> {
        self.number::<16, _>(what, b"0x")
    }

    #[inline(always)]
    fn signed(&mut self, what: &'static str) -> Result<(), Reason> {
        self.number::<10, _>(what, b"-").map(|_| ())
    }

    /// Skips a number of registers and their names.
    #[inline(always)]
    fn registers(&mut self, what: &'static str) -> Result<(), Reason> {
        let count = self.decimal(what)?;
        if count > MOST_REGISTERS {
            return Err(wrong(what, count.to_string().as_bytes()));
        }
        for _ in 0..count {
            self.next("a register")?;
        }
        Ok(())
    }

    /// Skips the addresses of the lanes of a mask.
    #[inline(always)]
    fn addresses(&mut self, mask: u32) -> Result<(), Reason> {
        match self.decimal("how the addresses are written, 0, 1 or 2")? {
            LIST => {
                for _ in 0..mask.count_ones() {
                    self.hexadecimal("an address")?;
                }
            }
            STRIDE => {
                self.hexadecimal("the first address")?;
                self.signed("the stride of the addresses")?;
            }
            DELTAS => {
                self.hexadecimal("the first address")?;
                for _ in 1..mask.count_ones() {
                    self.signed("the distance of an address")?;
                }
            }
            mode => {
                let mode = mode.to_string();
                return Err(wrong(
                    "how the addresses are written, 0, 1 or 2",
                    mode.as_bytes(),
                ));
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn end(mut self) -> Result<(), Reason> {
        if self.0.is_empty() {
            return Ok(());
        }
        match self.next("the end") {
            Ok(word) => Err(Reason::Longer(text(word))),
            Err(_) => Ok(()),
        }
    }
}

/// Bytes of a trace for a message: shortened and readable.
pub(crate) fn text(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let end = bytes.len().min(SHOWN);
    let more = if bytes.len() > SHOWN { "..." } else { "" };
    format!("{}{more}", bytes[..end].escape_ascii())
}

/// Why the first of some words is not a number.
#[cold]
fn no_number(words: &[u8], what: &'static str) -> Reason {
    match Words(words).next(what) {
        Ok(word) => wrong(what, word),
        Err(missing) => missing,
    }
}

#[cold]
fn wrong(what: &'static str, word: &[u8]) -> Reason {
    Reason::Field(what, format!("`{}`", text(word)))
}

impl<'a> Record<'a> {
    /// Parses the record of a line.
    ///
    /// # Errors
    /// [`Reason`], if a field is missing or invalid, or a word follows the last field.
    pub(crate) fn parse(line: Line<'a>, fields: Fields) -> Result<Self, Reason> {
        let begins_with_pc = fields.version >= 3 && !fields.line_numbers;
        match Front::of(line).filter(|_| begins_with_pc) {
            Some(front) => Self::behind(front, fields),
            None => Self::behind(Self::front(line.text, fields)?, fields),
        }
    }

    /// The fields in front of the addresses, of any form.
    fn front(line: &'a [u8], fields: Fields) -> Result<Front<'a>, Reason> {
        let mut words = Words(line);
        if fields.version < 3 {
            for what in [
                "x of the block",
                "y of the block",
                "z of the block",
                "the warp",
            ] {
                words.decimal(what)?;
            }
        }
        if fields.line_numbers {
            words.decimal("the line of the source")?;
        }
        let pc = words.hexadecimal("a PC")?;
        let mask = words.hexadecimal("a mask of 8 hexadecimal digits")?;
        let mask = u32::try_from(mask).map_err(|_| {
            wrong(
                "a mask of 8 hexadecimal digits",
                format!("{mask:x}").as_bytes(),
            )
        })?;
        words.registers("the number of destinations")?;
        let opcode = words.next("the opcode")?;
        words.registers("the number of sources")?;
        let memory_bytes = words.decimal("the width of an access")?;
        let memory_bytes = u32::try_from(memory_bytes).map_err(|_| {
            wrong(
                "the width of an access",
                memory_bytes.to_string().as_bytes(),
            )
        })?;
        Ok(Front {
            pc,
            mask,
            opcode,
            memory_bytes,
            rest: words.0,
        })
    }

    /// The record with these fields, after a check of the others.
    #[inline(always)]
    fn behind(front: Front<'a>, fields: Fields) -> Result<Self, Reason> {
        let mut words = Words(front.rest);
        if front.memory_bytes > 0 {
            words.addresses(front.mask)?;
        }
        if fields.version >= 5 {
            words.next("an immediate")?;
        }
        words.end()?;
        Ok(Record {
            pc: front.pc,
            mask: front.mask,
            opcode: front.opcode,
            memory_bytes: front.memory_bytes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FIELDS: Fields = Fields {
        version: 4,
        line_numbers: false,
    };

    /// Fields of a record, most of them valid, and what separates them.
    fn line() -> impl Strategy<Value = String> {
        let field = prop_oneof![
            8 => "[0-9a-f]{1,8}",
            8 => "[0-3]",
            4 => "R[0-9]{1,2}",
            2 => "[A-Z.]{2,9}",
            1 => "0x[0-9A-Fa-f]{1,17}",
            1 => "[ -~\t\x00é]{0,4}",
        ];
        let blank = prop_oneof![12 => Just(" "), 1 => Just("  "), 1 => Just("\t")];
        let records = (
            "[0-9a-f]{4}",
            "[0-9a-f]{8}",
            prop::collection::vec((blank, field), 0..14),
        );
        records.prop_map(|(pc, mask, fields)| {
            let rest: String = fields
                .into_iter()
                .map(|(blank, field)| format!("{blank}{field}"))
                .collect();
            format!("{pc} {mask}{rest}")
        })
    }

    /// A line and what may follow it.
    fn block(line: &str) -> String {
        format!(
            "{line}\n0010 ffffffff 1 R2 FFMA 3 R1 R2 R3 0\n0020 ffffffff 1 R2 FFMA 3 R1 R2 R3 0\n"
        )
    }

    fn first(block: &str) -> Line<'_> {
        let text = block.split('\n').next().expect("a line");
        Line {
            text: text.as_bytes(),
            block: block.as_bytes(),
        }
    }

    fn parts(front: Front) -> (u64, u32, Vec<u8>, u32, Vec<u8>) {
        let rest = front.rest.trim_ascii_start();
        (
            front.pc,
            front.mask,
            front.opcode.to_vec(),
            front.memory_bytes,
            rest.to_vec(),
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// What the fast parser reads, the general one reads alike.
        #[test]
        fn both_parsers_agree(line in line()) {
            let general = Record::front(line.as_bytes(), FIELDS).map(parts);
            let block = block(&line);
            if let Some(front) = Front::of(first(&block)) {
                prop_assert_eq!(Ok(parts(front)), general.map_err(|reason| reason.to_string()));
            }
        }

        /// Records as tracers write them are left to the general parser only where they do not fit.
        #[test]
        fn the_fast_parser_reads_usual_records(pc: u16, mask: u32, registers in 0..5usize, bytes in 0..17u32) {
            let names = " R12".repeat(registers);
            let line = format!("{pc:04x} {mask:08x} 1 R2 FFMA.FTZ {registers}{names} {bytes}");
            let block = block(&line);
            let front = Front::of(first(&block)).map(parts);
            prop_assert_eq!(front, Some((pc.into(), mask, b"FFMA.FTZ".to_vec(), bytes, Vec::new())));
        }
    }
}
