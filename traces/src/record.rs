//! A record: an instruction that a warp executed.

use crate::Reason;

/// Lanes of a warp; bits of a mask.
pub const LANES: u32 = 32;

/// An instruction that a warp executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Where it is.
    pub pc: u64,
    /// Lanes that execute it, its predicate considered, a bit each. May be 0.
    pub mask: u32,
    /// Name with its modifiers.
    pub opcode: &'a [u8],
    /// Bytes that a lane reads or writes; 0 if it does not go to memory.
    pub memory_bytes: u32,
}

/// What decides which fields a record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fields {
    /// Version of the tracer.
    pub version: u32,
    /// Whether each record begins with the line of the source.
    pub line_numbers: bool,
}

/// Most registers that an instruction names.
const MOST_REGISTERS: u64 = 64;

/// How addresses are written.
const LIST: u64 = 0;
const STRIDE: u64 = 1;
const DELTAS: u64 = 2;

/// The words of a line, from left to right.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn next(&mut self, what: &'static str) -> Result<&'a [u8], Reason> {
        let start = self
            .0
            .iter()
            .position(|byte| *byte != b' ' && *byte != b'\t');
        let rest = &self.0[start.ok_or(Reason::Missing(what))?..];
        let end = rest.iter().position(|byte| *byte == b' ' || *byte == b'\t');
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.0 = rest;
        Ok(word)
    }

    fn decimal(&mut self, what: &'static str) -> Result<u64, Reason> {
        let word = self.next(what)?;
        let value = word.iter().try_fold(0u64, |value, byte| {
            let digit = byte.wrapping_sub(b'0');
            let value = value.checked_mul(10)?.checked_add(digit.into())?;
            (digit < 10).then_some(value)
        });
        value.ok_or_else(|| wrong(what, word))
    }

    fn signed(&mut self, what: &'static str) -> Result<(), Reason> {
        let mut rest = Words(self.0);
        let word = rest.next(what)?;
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        Words(digits).decimal(what).map_err(|_| wrong(what, word))?;
        self.0 = rest.0;
        Ok(())
    }

    fn hexadecimal(&mut self, what: &'static str) -> Result<u64, Reason> {
        let word = self.next(what)?;
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        let value = digits.iter().try_fold(0u64, |value, byte| {
            let digit = (*byte as char).to_digit(16)?;
            (value >> 60 == 0).then_some(value << 4 | u64::from(digit))
        });
        let value = value.filter(|_| !digits.is_empty());
        value.ok_or_else(|| wrong(what, word))
    }

    /// A number of registers and their names.
    fn registers(&mut self, what: &'static str) -> Result<(), Reason> {
        let count = self.decimal(what)?;
        if count > MOST_REGISTERS {
            return Err(wrong(what, count.to_string().as_bytes()));
        }
        (0..count).try_for_each(|_| self.next("a register").map(|_| ()))
    }

    /// Addresses of the lanes of a mask.
    fn addresses(&mut self, mask: u32) -> Result<(), Reason> {
        match self.decimal("how the addresses are written, 0, 1 or 2")? {
            LIST => {
                let mut lanes = 0..mask.count_ones();
                lanes.try_for_each(|_| self.hexadecimal("an address").map(|_| ()))
            }
            STRIDE => {
                self.hexadecimal("the first address")?;
                self.signed("the stride of the addresses")
            }
            DELTAS => {
                self.hexadecimal("the first address")?;
                let mut lanes = 1..mask.count_ones();
                lanes.try_for_each(|_| self.signed("the distance of an address"))
            }
            mode => Err(wrong(
                "how the addresses are written, 0, 1 or 2",
                mode.to_string().as_bytes(),
            )),
        }
    }

    fn end(mut self) -> Result<(), Reason> {
        match self.next("the end") {
            Ok(word) => Err(Reason::Longer(text(word))),
            Err(_) => Ok(()),
        }
    }
}

/// Bytes of a trace in a message: not all of them, and readable.
pub(crate) fn text(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let end = bytes.len().min(SHOWN);
    let more = if bytes.len() > SHOWN { "..." } else { "" };
    format!("{}{more}", bytes[..end].escape_ascii())
}

fn wrong(what: &'static str, word: &[u8]) -> Reason {
    Reason::Field(what, format!("`{}`", text(word)))
}

impl<'a> Record<'a> {
    /// The record of a line.
    ///
    /// # Errors
    /// [`Reason`], if a field is missing, is none, or follows the last one.
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
