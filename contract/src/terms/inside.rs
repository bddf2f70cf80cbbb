//! Terms for proofs alone: registers inside a unit, by their names in the Verilog (PRP-2), and arbitrary constants.

use super::node::{Inside, Op};
use super::{Row, Word, node};
use internment::Intern;

/// A register of this width. The path lists the instances and blocks that lead to the register, then its name, with dots between.
pub fn inside(path: &str, width: u32) -> Word {
    word(path, None, width)
}

/// The words of a memory.
pub fn memory(path: &str, words: usize, width: u32) -> Row {
    Row((0..words).map(|at| word(path, Some(at), width)).collect())
}

/// An array of registers that the Verilog holds in one register, the first in the lowest bits.
pub fn row(path: &str, words: usize, width: u32) -> Row {
    let part = |low: u32| format!("{path}[{}:{low}]", low + width - 1);
    let words = (0..words as u32).map(|at| inside(&part(at * width), width));
    Row(words.collect())
}

/// An arbitrary number, the same in every cycle: what is proven about it holds for all numbers.
pub fn unknown(name: &'static str, width: u32) -> Word {
    Word(node(width, Op::Unknown(name)))
}

fn word(path: &str, word: Option<usize>, width: u32) -> Word {
    let path = Intern::new(path.to_owned());
    Word(node(width, Op::Inside(Inside { path, word })))
}
