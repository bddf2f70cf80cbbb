//! From a word to an [`Instruction`].

use super::table::{Format, TABLE};
use super::{Illegal, Instruction, Rm};

/// Bits `high..=low` of a word.
fn field(word: u32, high: u32, low: u32) -> u32 {
    word << (31 - high) >> (31 - high + low)
}

fn register(word: u32, low: u32) -> u8 {
    field(word, low + 4, low) as u8
}

/// Rounding mode of a word, `None` for the two reserved encodings.
fn rounding_mode(word: u32) -> Option<Rm> {
    Some(match field(word, 14, 12) {
        0 => Rm::Rne,
        1 => Rm::Rtz,
        2 => Rm::Rdn,
        3 => Rm::Rup,
        4 => Rm::Rmm,
        7 => Rm::Dyn,
        _ => return None,
    })
}

/// The immediate a format describes (chapter 2.3, figure 2.4).
fn immediate(word: u32, format: Format) -> i32 {
    let signed = word as i32;
    let sign_from = |bit: i32| signed >> 31 << bit;
    match format {
        Format::R | Format::Rm | Format::R4 | Format::None => 0,
        Format::I => signed >> 20,
        Format::Shift => field(word, 24, 20) as i32,
        Format::Csr => field(word, 31, 20) as i32,
        Format::S => signed >> 25 << 5 | field(word, 11, 7) as i32,
        Format::U => signed & !0xfff,
        Format::B => {
            let low = field(word, 7, 7) << 11 | field(word, 30, 25) << 5 | field(word, 11, 8) << 1;
            sign_from(12) | low as i32
        }
        Format::J => {
            let low =
                field(word, 19, 12) << 12 | field(word, 20, 20) << 11 | field(word, 30, 21) << 1;
            sign_from(20) | low as i32
        }
    }
}

impl Instruction {
    /// Decodes a word.
    ///
    /// # Errors
    /// [`Illegal`] for every word that is not in the table, and for the reserved rounding modes
    /// 5 and 6 in the instruction itself.
    pub fn decode(word: u32) -> Result<Instruction, Illegal> {
        let illegal = Illegal { word };
        let row = TABLE
            .iter()
            .find(|row| word & row.mask == row.value)
            .ok_or(illegal)?;
        let format = row.format;
        let rm = match format {
            Format::Rm | Format::R4 => rounding_mode(word).ok_or(illegal)?,
            _ => Rm::Rne,
        };
        let when = |name: &str, low| {
            if row.operands.contains(name) {
                register(word, low)
            } else {
                0
            }
        };
        Ok(Instruction {
            op: row.op,
            rd: when("rd", 7) | when("fd", 7),
            rs1: when("s1", 15) | when("uimm", 15),
            rs2: when("s2", 20),
            rs3: when("s3", 27),
            rm,
            imm: immediate(word, format),
            word,
        })
    }
}
