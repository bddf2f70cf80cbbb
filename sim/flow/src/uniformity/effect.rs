//! What one instruction does to the values of a thread.

use super::expression::Expressions;
use super::state::State;
use super::value::{Location, Value};
use heddle_isa::{Class, Instruction, Op};
use petgraph::graph::NodeIndex;

/// How a value depends on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Differs between threads in any case: thread ids, results of atomics, the clock, floating-point flags (BAR-2).
    OfThread,
    /// Computed from these values.
    Computed(Vec<Value>),
    /// The sum of these values and a constant.
    Sum(Vec<Value>),
    /// The first value minus the second.
    Difference(Vec<Value>),
    /// Read from memory. `words` are the words of the frame that it covers, where they are known.
    Loaded { address: Value, words: Vec<Value> },
    /// One of these values, depending on the node from which a thread comes; `None` is the start of the function.
    Joined(Vec<(Option<NodeIndex>, Value)>),
    /// Left by the function called at this address.
    Returned,
}

impl Rule {
    /// The values that it depends on within the function.
    pub fn operands(&self) -> Vec<Value> {
        match self {
            Rule::OfThread | Rule::Returned => Vec::new(),
            Rule::Computed(from) | Rule::Sum(from) | Rule::Difference(from) => from.clone(),
            Rule::Joined(brought) => brought.iter().map(|&(_, value)| value).collect(),
            Rule::Loaded { address, words } => words.iter().chain([address]).copied().collect(),
        }
    }
}

/// The effect of an instruction.
pub(super) enum Effect {
    None,
    /// The location holds a value that was there before, a constant, or an address of the frame.
    Holds(Location, Value),
    /// The location holds a value with this rule.
    Makes(Location, Value, Rule),
    /// A store. `words` are the words of the frame that it covers, where they are known; `whole` if it replaces one of them.
    Stores {
        address: Value,
        value: Value,
        words: Vec<Location>,
        whole: bool,
    },
    /// A barrier: other threads' stores may become visible.
    Meets,
}

/// The instruction to execute.
pub(super) struct Execution<'a> {
    pub state: &'a State,
    pub instruction: &'a Instruction,
    pub pc: u32,
    /// Words of the frame from this offset on may be read and written through pointers, and are memory.
    pub escaped: i32,
    /// Whether pointers may lead to private stacks.
    pub has_pointers: bool,
    /// Whether the inputs of the function are those of a kernel, which are not addresses of a private stack.
    pub is_kernel: bool,
}

impl Execution<'_> {
    pub fn effect(&self, expressions: &mut Expressions) -> Effect {
        match self.instruction.class() {
            Class::Load => self.load(expressions),
            Class::Store => self.store(),
            Class::Atomic => self.made(Rule::OfThread),
            Class::Csr => self.csr(expressions),
            Class::Jump => self.made(Rule::Computed(Vec::new())),
            Class::Barrier | Class::PartialBarrier => Effect::Meets,
            _ => self.compute(expressions),
        }
    }

    /// Where the instruction leaves its result, if it has one.
    fn destination(&self) -> Option<Location> {
        let destination = self.instruction.destination();
        (destination != (0, false)).then(|| Location::register(destination))
    }

    /// A result that is a new value each time.
    fn made(&self, rule: Rule) -> Effect {
        let made = |to| Effect::Makes(to, Value::Made(self.pc, to), rule);
        self.destination().map_or(Effect::None, made)
    }

    /// A result that depends on nothing but these operands.
    fn expressed(&self, expressions: &mut Expressions, operands: Vec<Value>, rule: Rule) -> Effect {
        let value = |to| {
            let value = expressions.value(self.instruction, operands);
            Effect::Makes(to, value, rule)
        };
        self.destination().map_or(Effect::None, value)
    }

    /// The values of the source registers.
    pub fn operands(&self) -> Vec<Value> {
        let sources = self.instruction.sources().into_iter();
        sources
            .map(|source| self.state.get(Location::register(source)))
            .collect()
    }

    /// CSRs: fflags, frm and fcsr belong to the thread, cycle, time and instret depend on when a warp reads them, and the rest
    /// are ids (kernel ABI), of which the position in the block and the number in the launch differ.
    fn csr(&self, expressions: &mut Expressions) -> Effect {
        match self.instruction.imm & 0xfff {
            0xcd3..=0xcd5 | 0xf14 => self.expressed(expressions, Vec::new(), Rule::OfThread),
            0xcd6..=0xcde => self.expressed(expressions, Vec::new(), Rule::Computed(Vec::new())),
            _ => self.made(Rule::OfThread),
        }
    }

    fn compute(&self, expressions: &mut Expressions) -> Effect {
        if let Some(value) = self.known() {
            let holds = |to| Effect::Holds(to, value);
            return self.destination().map_or(Effect::None, holds);
        }
        let operands = self.operands();
        let from = operands.clone();
        let rule = match self.instruction.op {
            Op::Add | Op::Addi => Rule::Sum(from),
            Op::Sub => Rule::Difference(from),
            _ => Rule::Computed(from),
        };
        self.expressed(expressions, operands, rule)
    }

    /// The result of an instruction that copies, makes a constant, or computes an address of the frame.
    fn known(&self) -> Option<Value> {
        let Instruction { op, imm, .. } = *self.instruction;
        let immediate = Value::Constant(imm as u32);
        let [first, second, _] = self.instruction.sources().map(Location::register);
        let (first, second) = (self.state.get(first), self.state.get(second));
        match op {
            Op::Lui => Some(immediate),
            Op::Auipc => immediate.plus(Value::Constant(self.pc)),
            Op::Addi => first.plus(immediate),
            Op::Add => first.plus(second),
            Op::Sub => first.minus(second),
            Op::FsgnjS => (first == second).then_some(first),
            Op::FmvXW | Op::FmvWX => Some(first),
            _ => None,
        }
    }

    /// Where an access starts: a known address with the offset of the instruction, or the base.
    fn address(&self) -> Value {
        let base = self.state.get(Location::Register(self.instruction.rs1));
        let offset = Value::Constant(self.instruction.imm as u32);
        base.plus(offset).unwrap_or(base)
    }

    /// The words that an access at this offset covers.
    fn slots(&self, offset: i32) -> Vec<Location> {
        let last = offset.wrapping_add(self.instruction.access_bytes() as i32 - 1);
        let mut words = vec![Location::Slot(offset & !3), Location::Slot(last & !3)];
        words.dedup();
        words
    }

    fn is_whole_word(&self, offset: i32) -> bool {
        self.instruction.access_bytes() == 4 && offset & 3 == 0
    }

    fn load(&self, expressions: &mut Expressions) -> Effect {
        let address = self.address();
        let Value::Frame(offset) = address else {
            let words = Vec::new();
            let rule = Rule::Loaded { address, words };
            if self.has_pointers && !self.is_common(expressions, address) {
                return self.made(rule);
            }
            let interval = self.state.get(Location::Interval);
            // BAR-3, BAR-4: between two barriers, a word that threads share holds one value.
            return self.expressed(expressions, vec![address, interval], rule);
        };
        let slots = self.slots(offset).into_iter();
        let words: Vec<Value> = slots.map(|slot| self.state.get(slot)).collect();
        match self.destination() {
            _ if offset >= self.escaped => self.made(Rule::Loaded { address, words }),
            Some(to) if self.is_whole_word(offset) => Effect::Holds(to, words[0]),
            _ => self.made(Rule::Computed(words)),
        }
    }

    /// Whether an address is one of memory that all threads share, because it is computed from the inputs of a kernel.
    fn is_common(&self, expressions: &Expressions, address: Value) -> bool {
        let leaves = expressions.leaves(address);
        let mut leaves = leaves.iter();
        self.is_kernel && leaves.all(|leaf| matches!(leaf, Value::Constant(_) | Value::Entry(_)))
    }

    fn store(&self) -> Effect {
        let [_, source, _] = self.instruction.sources();
        let value = self.state.get(Location::register(source));
        let address = self.address();
        let (words, whole) = match address {
            Value::Frame(offset) => (self.slots(offset), self.is_whole_word(offset)),
            _ => (Vec::new(), false),
        };
        Effect::Stores {
            address,
            value,
            words,
            whole,
        }
    }
}
