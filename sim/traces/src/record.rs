//! A record: an instruction that a warp executed.

use crate::Reason;

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

    fn end(mut self) -> Result<(), Reason> {
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
    pub(crate) fn parse(line: &'a [u8], fields: Fields) -> Result<Self, Reason> {
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
        if memory_bytes > 0 {
            words.addresses(mask)?;
        }
        if fields.version >= 5 {
            words.next("an immediate")?;
        }
        words.end()?;
        Ok(Record {
            pc,
            mask,
            opcode,
            memory_bytes,
        })
    }
}
