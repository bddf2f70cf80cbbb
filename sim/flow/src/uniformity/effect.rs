//! What one instruction does to the values of a thread.

use super::state::State;
use super::value::{Location, Value};
use heddle_isa::{Class, Instruction, Op};

/// How a value depends on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Differs between threads in any case: thread ids, results of atomics, the clock, floating-point flags.
    OfThread,
    /// Computed from these values.
    Computed(Vec<Value>),
    /// Read from memory. `words` are the words of the frame that it covers, where they are known.
    Loaded { address: Value, words: Vec<Value> },
    /// One of these values, depending on the path.
    Joined(Vec<Value>),
    /// Left by the function called at this address.
    Returned,
}

impl Rule {
    /// The values that it depends on within the function.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            Rule::OfThread | Rule::Returned => Vec::new(),
            Rule::Computed(from) | Rule::Joined(from) => from.clone(),
            Rule::Loaded { address, words } => words.iter().chain([address]).copied().collect(),
        }
    }
}

/// The effect of an instruction.
pub(super) enum Effect {
    None,
    /// The location holds a value that was there before, a constant, or an address of the frame.
    Holds(Location, Value),
    /// The location holds a new value.
    Makes(Location, Rule),
    /// A store. `words` are the words of the frame that it covers, where they are known; `whole` if it replaces one of them.
    Stores {
        address: Value,
        value: Value,
        words: Vec<Location>,
        whole: bool,
    },
}

/// Words of the frame from this offset on may be read and written through pointers, and are memory.
pub(super) type EscapedFrom = i32;

/// The effect of the instruction at `pc`.
pub(super) fn effect(
    state: &State,
    instruction: &Instruction,
    pc: u32,
    escaped: EscapedFrom,
) -> Effect {
    match instruction.class() {
        Class::Load => load(state, instruction, escaped),
        Class::Store => store(state, instruction),
        Class::Atomic => made(instruction, Rule::OfThread),
        Class::Csr => made(instruction, csr(instruction)),
        Class::Jump => made(instruction, Rule::Computed(Vec::new())),
        _ => compute(state, instruction, pc),
    }
}

fn made(instruction: &Instruction, rule: Rule) -> Effect {
    match instruction.destination() {
        (0, false) => Effect::None,
        destination => Effect::Makes(Location::register(destination), rule),
    }
}

/// CSRs whose value differs between the threads of a block: fflags, frm and fcsr belong to the thread, cycle, time and instret
/// depend on when a warp reads them, the rest are ids (kernel ABI).
fn csr(instruction: &Instruction) -> Rule {
    match instruction.imm & 0xfff {
        1..=3 | 0xc00..=0xc02 | 0xc80..=0xc82 | 0xb00..=0xb02 | 0xb80..=0xb82 => Rule::OfThread,
        0xcd3..=0xcd5 | 0xf14 => Rule::OfThread,
        _ => Rule::Computed(Vec::new()),
    }
}

fn compute(state: &State, instruction: &Instruction, pc: u32) -> Effect {
    match instruction.destination() {
        (0, false) => Effect::None,
        destination => {
            let to = Location::register(destination);
            match known(state, instruction, pc) {
                Some(value) => Effect::Holds(to, value),
                None => Effect::Makes(to, Rule::Computed(operands(state, instruction))),
            }
        }
    }
}

pub(super) fn operands(state: &State, instruction: &Instruction) -> Vec<Value> {
    let sources = instruction.sources().into_iter();
    let values = sources.map(|source| state.get(Location::register(source)));
    values.filter(|&value| value != Value::ZERO).collect()
}

/// The result of an instruction that copies, makes a constant, or computes an address of the frame.
fn known(state: &State, instruction: &Instruction, pc: u32) -> Option<Value> {
    let immediate = Value::Constant(instruction.imm as u32);
    let [first, second, _] = instruction.sources().map(Location::register);
    let (first, second) = (state.get(first), state.get(second));
    match instruction.op {
        Op::Lui => Some(immediate),
        Op::Auipc => immediate.plus(Value::Constant(pc)),
        Op::Addi => first.plus(immediate),
        Op::Add => first.plus(second),
        Op::Sub => first.minus(second),
        Op::FsgnjS => (first == second).then_some(first),
        Op::FmvXW | Op::FmvWX => Some(first),
        _ => None,
    }
}

/// Where an access starts.
fn address(state: &State, instruction: &Instruction) -> Value {
    let base = state.get(Location::Register(instruction.rs1));
    let offset = Value::Constant(instruction.imm as u32);
    base.plus(offset).unwrap_or(base)
}

/// The words that an access at this offset covers.
fn slots(instruction: &Instruction, offset: i32) -> impl Iterator<Item = Location> {
    let last = offset.wrapping_add(instruction.access_bytes() as i32 - 1);
    let words = [offset & !3, last & !3];
    let count = 1 + usize::from(words[0] != words[1]);
    words.into_iter().take(count).map(Location::Slot)
}

fn is_whole_word(instruction: &Instruction, offset: i32) -> bool {
    instruction.access_bytes() == 4 && offset & 3 == 0
}

fn load(state: &State, instruction: &Instruction, escaped: EscapedFrom) -> Effect {
    let address = address(state, instruction);
    let Value::Frame(offset) = address else {
        let words = Vec::new();
        return made(instruction, Rule::Loaded { address, words });
    };
    let words: Vec<Value> = slots(instruction, offset)
        .map(|slot| state.get(slot))
        .collect();
    if offset >= escaped {
        return made(instruction, Rule::Loaded { address, words });
    }
    match instruction.destination() {
        destination if is_whole_word(instruction, offset) => {
            Effect::Holds(Location::register(destination), words[0])
        }
        _ => made(instruction, Rule::Computed(words)),
    }
}

fn store(state: &State, instruction: &Instruction) -> Effect {
    let [_, source, _] = instruction.sources();
    let value = state.get(Location::register(source));
    let address = address(state, instruction);
    let (words, whole) = match address {
        Value::Frame(offset) => (
            slots(instruction, offset).collect(),
            is_whole_word(instruction, offset),
        ),
        _ => (Vec::new(), false),
    };
    Effect::Stores {
        address,
        value,
        words,
        whole,
    }
}
