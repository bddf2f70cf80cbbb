//! Where compilers keep a value: in a register, or in a word of the function's frame.

use crate::block::{Block, End};
use heddle_isa::{Class, Instruction, Op};

/// The stack pointer.
const SP: u8 = 2;

/// Where a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Home {
    Register(u8),
    /// The word at this offset from the stack pointer.
    Frame(i32),
}

/// The effect of an instruction on a value kept in a home, seen going backwards.
pub(crate) enum Before {
    /// Before the instruction, the value was kept here.
    Home(Home),
    /// The instruction produced the value.
    Made,
}

/// Whether a called function preserves a register (calling convention: sp, gp, tp, s0 to s11).
fn survives_calls(register: u8) -> bool {
    matches!(register, 2..=4 | 8..=9 | 18..=27)
}

fn writes(instruction: &Instruction, register: u8) -> bool {
    let operands = instruction.op.row().operands;
    instruction.rd == register && (operands == "rd" || operands.starts_with("rd,"))
}

impl Home {
    fn survives_calls(self) -> bool {
        match self {
            Home::Register(register) => survives_calls(register),
            Home::Frame(_) => true,
        }
    }

    /// Whether a value that is in this home after a block was in it at the block's end too: a call may come between.
    pub fn outlasts(self, block: &Block) -> bool {
        !matches!(block.leaves, End::Call { .. }) || self.survives_calls()
    }

    /// The home of the value before an instruction, unless the instruction produced the value.
    pub fn before(self, instruction: &Instruction) -> Before {
        match self {
            Home::Register(register) => before_register(instruction, register),
            Home::Frame(offset) => before_frame(instruction, offset),
        }
    }
}

fn before_register(instruction: &Instruction, register: u8) -> Before {
    if !writes(instruction, register) {
        return Before::Home(Home::Register(register));
    }
    match instruction.op {
        Op::Addi if instruction.imm == 0 && instruction.rs1 != 0 => {
            Before::Home(Home::Register(instruction.rs1))
        }
        Op::Lw if instruction.rs1 == SP => Before::Home(Home::Frame(instruction.imm)),
        _ => Before::Made,
    }
}

/// Assumes that words of a frame are written only through the stack pointer, because they are values that the compiler spilled.
fn before_frame(instruction: &Instruction, offset: i32) -> Before {
    if writes(instruction, SP) {
        return match instruction.op {
            Op::Addi if instruction.rs1 == SP => {
                Before::Home(Home::Frame(offset.wrapping_add(instruction.imm)))
            }
            _ => Before::Made,
        };
    }
    if instruction.class() != Class::Store || instruction.rs1 != SP {
        return Before::Home(Home::Frame(offset));
    }
    match instruction.op {
        Op::Sw if instruction.imm == offset => Before::Home(Home::Register(instruction.rs2)),
        _ if instruction.imm.abs_diff(offset) < 4 => Before::Made,
        _ => Before::Home(Home::Frame(offset)),
    }
}
