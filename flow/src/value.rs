//! What a register holds at a place, as far as the code before it tells: constants, and the shapes
//! that addresses of jump tables are made of.
//!
//! Goes back through a block and then to its only predecessor; where several meet, or a call may
//! have changed the register, the value is opaque. Two opaque values are the same if they come from
//! the same place.

use crate::block::{Block, End};
use crate::explore::Blocks;
use heddle_isa::{Instruction, Op, Program};
use std::cell::Cell;

/// Steps back after which a search gives up.
const STEPS: u32 = 1000;

/// Where an unknown value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The instruction at this address.
    Instruction(u32),
    /// A register at the start of the block at this address.
    Block(u32, u8),
    /// The search gave up here, for this register.
    GaveUp(u32, u8),
}

/// A value of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Constant(u32),
    Opaque(Origin),
    /// Plus a constant that is not 0; the value is neither constant nor a sum.
    Sum(Box<Value>, u32),
    /// Shifted left.
    Shifted(Box<Value>, u32),
    /// These bits of something.
    Masked(u32),
    /// The word at an address.
    Loaded(Box<Value>),
}

impl Value {
    pub fn plus(self, constant: u32) -> Value {
        match self {
            Value::Constant(value) => Value::Constant(value.wrapping_add(constant)),
            Value::Sum(value, more) => value.plus(more.wrapping_add(constant)),
            value if constant == 0 => value,
            value => Value::Sum(Box::new(value), constant),
        }
    }

    fn shifted(self, by: u32) -> Value {
        match self {
            Value::Constant(value) => Value::Constant(value << by),
            value => Value::Shifted(Box::new(value), by),
        }
    }
}

/// A place in the code: before this instruction of this block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub block: &'a Block,
    pub pc: u32,
}

/// A search for values.
pub(crate) struct Search<'a> {
    program: &'a Program,
    blocks: &'a Blocks,
    left: Cell<u32>,
}

/// Registers that a called function hands back as they were (calling convention: sp, gp, tp,
/// s0 to s11).
fn survives_calls(register: u8) -> bool {
    matches!(register, 2..=4 | 8..=9 | 18..=27)
}

fn writes(instruction: &Instruction, register: u8) -> bool {
    let operands = instruction.op.row().operands;
    instruction.rd == register && (operands == "rd" || operands.starts_with("rd,"))
}

impl<'a> Search<'a> {
    pub fn new(program: &'a Program, blocks: &'a Blocks) -> Self {
        let left = Cell::new(STEPS);
        Search {
            program,
            blocks,
            left,
        }
    }

    /// The value of a register at a place.
    pub fn value(&self, register: u8, place: Place) -> Value {
        if register == 0 {
            return Value::Constant(0);
        }
        let Place { mut block, mut pc } = place;
        loop {
            if self.left.get() == 0 {
                return Value::Opaque(Origin::GaveUp(pc, register));
            }
            self.left.set(self.left.get() - 1);
            if pc == block.start {
                match self.before(block, register) {
                    Some(before) => (block, pc) = (before, before.end),
                    None => return Value::Opaque(Origin::Block(pc, register)),
                }
            }
            pc -= 4;
            let instruction = self.program.instruction(pc).expect("blocks hold code");
            if writes(instruction, register) {
                return self.result(instruction, Place { block, pc });
            }
        }
    }

    /// The block before, if there is one and it hands the register on.
    fn before(&self, block: &Block, register: u8) -> Option<&Block> {
        let before = self.blocks.only_predecessor(block.start)?;
        let called = matches!(before.leaves, End::Call { .. });
        (!called || survives_calls(register)).then_some(before)
    }

    /// What an instruction writes.
    fn result(&self, instruction: &Instruction, place: Place) -> Value {
        let opaque = Value::Opaque(Origin::Instruction(place.pc));
        let immediate = instruction.imm as u32;
        let first = || self.value(instruction.rs1, place);
        match instruction.op {
            Op::Lui => Value::Constant(immediate),
            Op::Auipc => Value::Constant(place.pc.wrapping_add(immediate)),
            Op::Addi => first().plus(immediate),
            Op::Slli => first().shifted(immediate),
            Op::Andi if instruction.imm >= 0 => Value::Masked(immediate),
            Op::Lw => Value::Loaded(Box::new(first().plus(immediate))),
            Op::Add => match (first(), self.value(instruction.rs2, place)) {
                (value, Value::Constant(constant)) | (Value::Constant(constant), value) => {
                    value.plus(constant)
                }
                _ => opaque,
            },
            _ => opaque,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_gather_their_constants() {
        let opaque = Value::Opaque(Origin::Block(16, 10));
        let sum = opaque.clone().plus(8).plus(u32::MAX);
        assert_eq!(sum, Value::Sum(Box::new(opaque.clone()), 7));
        assert_eq!(sum.plus(7_u32.wrapping_neg()), opaque);
        assert_eq!(Value::Constant(3).shifted(2).plus(1), Value::Constant(13));
    }
}
