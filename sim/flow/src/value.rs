//! The value of a register at a place in the code, as far as the code before it shows: constants, and the shapes from which
//! addresses of jump tables are computed.
//!
//! The search goes back through a block and then to its only predecessor. Where several paths meet, all of them are followed
//! back. If all paths bring the same constant (such as the address of a table that is kept over a loop), or the result of the
//! same instruction (such as a target looked up ahead of the loop), that is the value; otherwise the value is unknown. Compilers
//! spill such values to the stack, so a value's home is a register or a word of the function's frame. A called function preserves
//! the callee-saved registers and the caller's frame. Two opaque values are equal if they have the same origin.

use crate::block::Block;
use crate::explore::Blocks;
use crate::home::{Before, Home};
use heddle_isa::{Instruction, Op, Program};
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};

/// Number of steps back after which a search gives up. A large kernel has several thousand instructions, which are visited more
/// than once.
const STEPS: u32 = 100_000;

/// Where an unknown value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The contents of this home at the start of the block at this address.
    Instruction(u32),
    /// The search for the contents of this home gave up at this address.
    Block(u32, Home),
    /// The search gave up at this address, for what is kept here.
    GaveUp(u32, Home),
}

/// A value of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Constant(u32),
    Opaque(Origin),
    /// A value plus a constant that is not 0; the value is neither a constant nor a sum.
    Sum(Box<Value>, u32),
    /// A value shifted left.
    Shifted(Box<Value>, u32),
    /// The bits of a value that the mask selects.
    Masked(Box<Value>, u32),
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

    /// Shifts right; `None` where bits remain that were not shifted left before.
    fn shifted_back(self, by: u32) -> Option<Value> {
        match self {
            Value::Constant(value) => Some(Value::Constant(value >> by)),
            Value::Shifted(value, left) if by <= left => {
                let cut = Value::Masked(value, u32::MAX >> left);
                Some(if by == left {
                    cut
                } else {
                    cut.shifted(left - by)
                })
            }
            _ => None,
        }
    }

    fn masked(self, mask: u32) -> Value {
        match self {
            Value::Constant(value) => Value::Constant(value & mask),
            value => Value::Masked(Box::new(value), mask),
        }
    }
}

/// A place in the code: before the instruction at `pc` in this block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodePoint<'a> {
    pub block: &'a Block,
    pub pc: u32,
}

/// A search for values.
pub(crate) struct Search<'a> {
    program: &'a Program,
    blocks: &'a Blocks,
    left: Cell<u32>,
    /// Joins of paths that are being resolved. A value that depends on itself is unknown.
    meetings: RefCell<FxHashSet<(u32, Home)>>,
    kept: Cell<bool>,
}

/// The result of going back to the start of a block.
enum Back<'a> {
    /// This instruction, at this address, produced the value.
    Made(&'a Instruction, u32),
    /// The value was in this home at the start of the block.
    Start(Home),
}

/// The value that a path brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Brought<'a> {
    Constant(u32),
    /// The result of the instruction here.
    Made(CodePoint<'a>),
}

impl<'a> Search<'a> {
    pub fn new(program: &'a Program, blocks: &'a Blocks) -> Self {
        Search {
            program,
            blocks,
            left: Cell::new(STEPS),
            meetings: RefCell::default(),
            kept: Cell::new(false),
        }
    }

    /// Whether the search found a value that was computed once and kept, while its operands may have changed since.
    pub fn kept(&self) -> bool {
        self.kept.get()
    }

    /// The value of a register at a place.
    pub fn value(&self, register: u8, place: CodePoint) -> Value {
        let (mut home, CodePoint { mut block, mut pc }) = (Home::Register(register), place);
        loop {
            match self.back(home, block, pc) {
                None => return Value::Opaque(Origin::GaveUp(pc, home)),
                Some(Back::Made(instruction, pc)) => {
                    return self.result(instruction, CodePoint { block, pc });
                }
                Some(Back::Start(Home::Register(0))) => return Value::Constant(0),
                Some(Back::Start(kept)) => home = kept,
            }
            match self.only_way(block, home) {
                Some(before) => (block, pc) = (before, before.end),
                None => return self.meeting(block, home),
            }
        }
    }

    /// Goes back from a place to the start of its block. `None` if the search has taken too many steps.
    fn back(&self, mut home: Home, block: &Block, mut pc: u32) -> Option<Back<'a>> {
        while pc != block.start && home != Home::Register(0) {
            self.left.set(self.left.get().checked_sub(1)?);
            pc -= 4;
            let instruction = self.program.instruction(pc).expect("blocks hold code");
            match home.before(instruction) {
                Before::Home(before) => home = before,
                Before::Made => return Some(Back::Made(instruction, pc)),
            }
        }
        self.left.set(self.left.get().checked_sub(1)?);
        Some(Back::Start(home))
    }

    /// The predecessor, if the block has only one and the home survives the transition.
    fn only_way(&self, block: &Block, home: Home) -> Option<&'a Block> {
        let before = self.blocks.only_predecessor(block.start)?;
        home.outlasts(before).then_some(before)
    }

    /// The value at the start of a block with several predecessors: the value that all paths bring.
    fn meeting(&self, block: &Block, home: Home) -> Value {
        let (here, opaque) = ((block.start, home), Origin::Block(block.start, home));
        if !self.meetings.borrow_mut().insert(here) {
            return Value::Opaque(opaque);
        }
        let value = match self.brought(here) {
            Some(Brought::Constant(constant)) => Value::Constant(constant),
            Some(Brought::Made(place)) => {
                self.kept.set(true);
                let instruction = self.program.instruction(place.pc);
                self.result(instruction.expect("blocks hold code"), place)
            }
            None => Value::Opaque(opaque),
        };
        self.meetings.borrow_mut().remove(&here);
        value
    }

    /// The one value that all paths to the start of a block bring; `None` if they differ.
    fn brought(&self, from: (u32, Home)) -> Option<Brought<'a>> {
        let (mut open, mut seen) = (vec![from], FxHashSet::from_iter([from]));
        let mut all = None;
        while let Some((start, home)) = open.pop() {
            for before in self.ways(start)? {
                if !home.outlasts(before) {
                    return None;
                }
                let brought = match self.back(home, before, before.end)? {
                    Back::Start(Home::Register(0)) => Brought::Constant(0),
                    Back::Start(home) => {
                        let next = (before.start, home);
                        if seen.insert(next) {
                            open.push(next);
                        }
                        continue;
                    }
                    Back::Made(instruction, pc) => {
                        self.brings(instruction, CodePoint { block: before, pc })
                    }
                };
                if *all.get_or_insert(brought) != brought {
                    return None;
                }
            }
        }
        all
    }

    /// The value that an instruction brings on a path. Only instructions that compute constants are evaluated: the operands of
    /// others would have to be followed back on all paths in turn.
    fn brings(&self, instruction: &Instruction, place: CodePoint<'a>) -> Brought<'a> {
        let makes_constants = matches!(instruction.op, Op::Lui | Op::Auipc | Op::Addi);
        match makes_constants.then(|| self.result(instruction, place)) {
            Some(Value::Constant(constant)) => Brought::Constant(constant),
            _ => Brought::Made(place),
        }
    }

    /// The predecessors of a block; `None` if it can be entered from outside its function.
    fn ways(&self, start: u32) -> Option<impl Iterator<Item = &'a Block>> {
        let inside = !self.blocks.entries.contains(&start);
        let ways = self.blocks.predecessors.get(&start).filter(|_| inside)?;
        Some(ways.iter().map(|way| &self.blocks.by_start[way]))
    }

    /// The values of both operands of an instruction. The first may use half of the remaining steps: the path back to the origin
    /// of an index can be long, and the address of the table is often the second operand.
    fn operands(&self, instruction: &Instruction, place: CodePoint) -> (Value, Value) {
        let kept_back = self.left.get() / 2;
        self.left.set(self.left.get() - kept_back);
        let first = self.value(instruction.rs1, place);
        self.left.set(self.left.get() + kept_back);
        (first, self.value(instruction.rs2, place))
    }

    /// The value that an instruction writes.
    fn result(&self, instruction: &Instruction, place: CodePoint) -> Value {
        let opaque = Value::Opaque(Origin::Instruction(place.pc));
        let immediate = instruction.imm as u32;
        let first = || self.value(instruction.rs1, place);
        match instruction.op {
            Op::Lui => Value::Constant(immediate),
            Op::Auipc => Value::Constant(place.pc.wrapping_add(immediate)),
            Op::Addi => first().plus(immediate),
            Op::Slli => first().shifted(immediate),
            Op::Srli => first().shifted_back(immediate).unwrap_or(opaque),
            Op::Andi if instruction.imm >= 0 => first().masked(immediate),
            Op::Lw => Value::Loaded(Box::new(first().plus(immediate))),
            Op::Add => match self.operands(instruction, place) {
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
        let opaque = Value::Opaque(Origin::Block(16, Home::Register(10)));
        let sum = opaque.clone().plus(8).plus(u32::MAX);
        assert_eq!(sum, Value::Sum(Box::new(opaque.clone()), 7));
        assert_eq!(sum.plus(7_u32.wrapping_neg()), opaque);
        assert_eq!(Value::Constant(3).shifted(2).plus(1), Value::Constant(13));
    }

    #[test]
    fn shifts_to_and_fro_cut_bits_off() {
        let opaque = Value::Opaque(Origin::Block(16, Home::Register(10)));
        let byte = opaque.clone().masked(255);
        assert_eq!(
            opaque.clone().shifted(24).shifted_back(24),
            Some(byte.clone())
        );
        assert_eq!(
            opaque.clone().shifted(24).shifted_back(22),
            Some(byte.shifted(2))
        );
        assert_eq!(opaque.shifted(2).shifted_back(3), None);
    }
}
