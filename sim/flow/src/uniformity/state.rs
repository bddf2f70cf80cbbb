//! What is known of a thread's registers and stack at a point of a program: which values may differ between the threads of a
//! block.

use heddle_isa::{Class, Instruction, Op};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The stack pointer.
const SP: u8 = 2;
/// The first argument, and the first result.
pub(super) const A0: u8 = 10;

/// A set of registers: bit r is `x<r>`, bit 32 + r is `f<r>`.
pub(super) type Registers = u64;

/// What a call may change: `ra`, `t0` to `t6`, `a0` to `a7`, and their floating-point counterparts (psABI, ilp32f).
pub(super) const CALLER_SAVED: Registers = 0xf003_fcff_f003_fce2;
/// The arguments: `a0` to `a7`, `fa0` to `fa7`.
pub(super) const ARGUMENTS: Registers = 0x0003_fc00_0003_fc00;
/// Registers that are the same for all threads whatever they did: `x0`, `ra`, `sp`, `gp`, `tp`.
const ALWAYS_UNIFORM: Registers = 0x1f;

/// CSRs that are the same for all threads of a block: block index, block size, grid size (kernel ABI).
const UNIFORM_CSRS: RangeInclusive<i32> = 0xcd6..=0xcde;

/// Where in the frame of its function a register may point. Offsets are in bytes, from the stack pointer at the function's entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pointer {
    /// Not into the stack.
    #[default]
    Elsewhere,
    /// To this offset.
    At(i32),
    /// To this offset or a higher one.
    From(i32),
}

impl Pointer {
    fn join(self, other: Pointer) -> Pointer {
        match (self, other) {
            (Pointer::Elsewhere, pointer) | (pointer, Pointer::Elsewhere) => pointer,
            (Pointer::At(a), Pointer::At(b)) if a == b => self,
            (Pointer::At(a) | Pointer::From(a), Pointer::At(b) | Pointer::From(b)) => {
                Pointer::From(a.min(b))
            }
        }
    }

    fn plus(self, offset: i32) -> Pointer {
        match self {
            Pointer::At(at) => Pointer::At(at.wrapping_add(offset)),
            // A loop may go back any number of times.
            Pointer::From(_) if offset < 0 => Pointer::From(i32::MIN),
            Pointer::From(at) => Pointer::From(at),
            Pointer::Elsewhere => self,
        }
    }

    /// The pointer plus a value that is not known.
    fn indexed(self) -> Pointer {
        match self {
            Pointer::At(at) => Pointer::From(at),
            _ => self,
        }
    }
}

/// Registers and words of the stack that a stretch of code writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub registers: Registers,
    /// Offsets of the words.
    pub slots: BTreeSet<i32>,
}

impl Written {
    /// Adds what another stretch writes.
    pub fn add(&mut self, other: &Written) {
        self.registers |= other.registers;
        self.slots.extend(&other.slots);
    }
}

/// The state before an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Registers whose values may differ between threads.
    pub divergent: Registers,
    /// Where integer registers may point.
    pointers: [Pointer; 32],
    /// What an integer register is known to hold.
    known: [Option<Known>; 32],
    /// The value that differs, of which an integer register is a sum with one that does not: the address of the instruction that
    /// computed it last, or the number of a register at the function's entry. Of two sums of the same value, the difference is
    /// the same for all threads.
    summands: [Option<u32>; 32],
    /// The words of the frame that were written, by offset, and whether their values may differ.
    slots: BTreeMap<i32, bool>,
}

/// A value that does not depend on the way by which threads came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// A constant.
    Constant(i32),
    /// That of the word of the frame at this offset, as it is now.
    Slot(i32),
}

fn bit(register: u8, is_float: bool) -> Registers {
    1 << (register + if is_float { 32 } else { 0 })
}

/// Whether a register is in a set.
pub(super) fn contains(set: Registers, register: u8, is_float: bool) -> bool {
    set & bit(register, is_float) != 0
}

impl State {
    /// The state at the entry of a function whose caller is not known.
    pub fn entry(divergent: Registers) -> State {
        let mut state = State {
            divergent,
            ..State::default()
        };
        state.pointers[usize::from(SP)] = Pointer::At(0);
        state.known[0] = Some(Known::Constant(0));
        state.summands = std::array::from_fn(|register| Some(register as u32));
        state
    }

    /// The state at the entry of a function that is called in this state.
    pub fn called(&self) -> State {
        let mut state = State::entry(self.divergent & !ALWAYS_UNIFORM);
        for argument in A0..A0 + 8 {
            // What the caller's frame holds is not known to the callee.
            if self.pointers[usize::from(argument)] != Pointer::Elsewhere {
                state.pointers[usize::from(argument)] = Pointer::From(0);
            }
        }
        state
    }

    /// The state behind a call in this state, of a function that returns with these registers divergent.
    pub fn after_call(&self, returned: Registers) -> State {
        let mut state = self.clone();
        for argument in A0..A0 + 8 {
            // The callee may write what it is given the address of.
            if let Pointer::At(from) | Pointer::From(from) = self.pointers[usize::from(argument)] {
                state.taint(from);
            }
        }
        state.divergent = self.divergent & !CALLER_SAVED | returned & CALLER_SAVED;
        for register in 0..32 {
            if contains(CALLER_SAVED, register, false) {
                state.pointers[usize::from(register)] = Pointer::Elsewhere;
                state.known[usize::from(register)] = None;
                state.summands[usize::from(register)] = None;
            }
        }
        state
    }

    /// Adds what is so on another way to the same place; returns whether anything has changed.
    pub fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        self.divergent |= other.divergent;
        for register in 0..32 {
            self.pointers[register] = self.pointers[register].join(other.pointers[register]);
            if self.known[register] != other.known[register] {
                self.known[register] = None;
            }
            if self.summands[register] != other.summands[register] {
                self.summands[register] = None;
            }
        }
        for (&slot, &divergent) in &other.slots {
            *self.slots.entry(slot).or_default() |= divergent;
        }
        *self != before
    }

    /// What threads wrote between a branch at which they parted and this point differs.
    pub fn reconverge(&mut self, written: &Written) {
        for slot in &written.slots {
            self.slots.insert(*slot, true);
        }
        for register in 0..32 {
            if contains(written.registers, register, false) {
                self.summands[usize::from(register)] = None;
            }
        }
        self.divergent |= written.registers & !ALWAYS_UNIFORM;
    }

    /// The integer registers that hold the same constant in both states, or the same word of the stack, which is not written.
    pub fn agreed(&self, other: &State, written: &Written) -> Registers {
        let is_agreed = |register: &u8| {
            let [one, another] = [self, other].map(|state| state.known[usize::from(*register)]);
            let is_kept = match one {
                Some(Known::Slot(slot)) => !written.slots.contains(&slot),
                Some(Known::Constant(_)) => true,
                None => false,
            };
            is_kept && one == another
        };
        let agreed = (0..32).filter(is_agreed);
        agreed.map(|register| bit(register, false)).sum()
    }

    /// Executes an instruction that is not a call, and notes what it writes.
    pub fn execute(&mut self, pc: u32, instruction: &Instruction, written: &mut Written) {
        if instruction.class() == Class::Store {
            self.store(instruction, written);
            return;
        }
        let (register, is_float) = instruction.destination();
        let (pointer, known) = (self.pointer_of(instruction), self.known_of(instruction));
        let summand = self.summand_of(instruction);
        let differs = self.differs(instruction);
        let has_none = matches!(instruction.class(), Class::Branch | Class::Barrier);
        if has_none || (register == 0 && !is_float) {
            return;
        }
        let bit = bit(register, is_float);
        written.registers |= bit;
        self.divergent = self.divergent & !bit | if differs { bit } else { 0 };
        self.divergent &= !ALWAYS_UNIFORM;
        if !is_float {
            self.pointers[usize::from(register)] = pointer;
            self.known[usize::from(register)] = known;
            if summand.is_none() {
                // Registers keep sums of the value that the instruction computed before.
                let older = self.summands.iter_mut();
                older
                    .filter(|summand| **summand == Some(pc))
                    .for_each(|summand| *summand = None);
            }
            self.summands[usize::from(register)] = summand.or(Some(pc));
        }
    }

    /// Whether threads may part at a branch.
    pub fn parts(&self, branch: &Instruction) -> bool {
        let is_equality = matches!(branch.op, Op::Beq | Op::Bne);
        !(is_equality && self.are_sums_of_one(branch)) && self.sources_differ(branch)
    }

    /// Whether both sources are sums of the same value.
    fn are_sums_of_one(&self, instruction: &Instruction) -> bool {
        let [a, b] = [instruction.rs1, instruction.rs2].map(|r| self.summands[usize::from(r)]);
        a.is_some() && a == b
    }

    /// The value of which the result of an instruction is a sum; `None` if it is the result itself.
    fn summand_of(&self, instruction: &Instruction) -> Option<u32> {
        let differs = |register| contains(self.divergent, register, false);
        let Instruction { op, rs1, rs2, .. } = *instruction;
        let of = match op {
            Op::Addi => rs1,
            Op::Add | Op::Sub if !differs(rs2) => rs1,
            Op::Add if !differs(rs1) => rs2,
            _ => return None,
        };
        self.summands[usize::from(of)]
    }

    /// Whether a source of an instruction may differ.
    fn sources_differ(&self, instruction: &Instruction) -> bool {
        let mut sources = instruction.sources().into_iter();
        sources.any(|(register, is_float)| contains(self.divergent, register, is_float))
    }

    /// Whether the result of an instruction may differ.
    fn differs(&self, instruction: &Instruction) -> bool {
        match instruction.class() {
            // Which thread comes first is not known.
            Class::Atomic => true,
            Class::Csr => !UNIFORM_CSRS.contains(&(instruction.imm & 0xfff)),
            Class::Load => match self.address(instruction) {
                Pointer::Elsewhere => contains(self.divergent, instruction.rs1, false),
                Pointer::At(offset) => self.slot(offset & !3),
                // Every thread has its own stack.
                Pointer::From(_) => true,
            },
            _ if instruction.op == Op::Sub && self.are_sums_of_one(instruction) => false,
            _ => self.sources_differ(instruction),
        }
    }

    /// Whether a word of the stack may differ. One that nobody is seen to write was written by the caller or through a pointer.
    fn slot(&self, offset: i32) -> bool {
        self.slots.get(&offset).copied().unwrap_or(true)
    }

    /// The address of a load or store.
    fn address(&self, instruction: &Instruction) -> Pointer {
        self.pointers[usize::from(instruction.rs1)].plus(instruction.imm)
    }

    fn store(&mut self, instruction: &Instruction, written: &mut Written) {
        let is_float = instruction.op == Op::Fsw;
        let differs = contains(self.divergent, instruction.rs2, is_float);
        match self.address(instruction) {
            Pointer::Elsewhere => {}
            Pointer::At(offset) => {
                let slot = offset & !3;
                let is_part = !matches!(instruction.op, Op::Sw | Op::Fsw);
                let kept = is_part && self.slots.contains_key(&slot) && self.slot(slot);
                self.slots.insert(slot, differs || kept);
                written.slots.insert(slot);
                self.forget(slot..=slot);
                let known = &mut self.known[usize::from(instruction.rs2)];
                if instruction.op == Op::Sw && known.is_none() {
                    *known = Some(Known::Slot(slot));
                }
            }
            Pointer::From(from) => {
                if differs || contains(self.divergent, instruction.rs1, false) {
                    self.taint(from);
                }
            }
        }
    }

    /// All words from an offset on may differ.
    fn taint(&mut self, from: i32) {
        let behind = self.slots.range_mut(from & !3..);
        behind.for_each(|(_, divergent)| *divergent = true);
        self.forget(from & !3..=i32::MAX);
    }

    /// Words of the stack are written: registers no longer hold their values.
    fn forget(&mut self, slots: RangeInclusive<i32>) {
        for known in &mut self.known {
            if matches!(known, Some(Known::Slot(slot)) if slots.contains(slot)) {
                *known = None;
            }
        }
    }

    fn pointer_of(&self, instruction: &Instruction) -> Pointer {
        let [a, b] = [instruction.rs1, instruction.rs2].map(|r| self.pointers[usize::from(r)]);
        match instruction.op {
            Op::Addi => a.plus(instruction.imm),
            // An address that is aligned.
            Op::Andi | Op::Ori => match a {
                Pointer::Elsewhere => a,
                Pointer::At(_) | Pointer::From(_) => Pointer::From(i32::MIN),
            },
            Op::Add | Op::Sub => a.join(b).indexed(),
            _ => Pointer::Elsewhere,
        }
    }

    fn known_of(&self, instruction: &Instruction) -> Option<Known> {
        let source = self.known[usize::from(instruction.rs1)];
        match (instruction.op, self.address(instruction), source) {
            (Op::Lui, ..) => Some(Known::Constant(instruction.imm)),
            (Op::Lw, Pointer::At(offset), _) => Some(Known::Slot(offset & !3)),
            (Op::Addi, _, Some(Known::Constant(base))) => {
                Some(Known::Constant(base.wrapping_add(instruction.imm)))
            }
            (Op::Addi, ..) if instruction.imm == 0 => source,
            _ => None,
        }
    }
}
