//! The nodes that terms are made of.

use crate::Direction;
use internment::Intern;

/// A reference to a node. Equal nodes are stored once, so a node is compared and hashed by its address.
pub type Ref = Intern<Node>;

/// An operation on words, and the width of its result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Bits of the result, 1 to 64.
    pub width: u32,
    /// The operation and its operands.
    pub op: Op,
}

/// An operation. Operands may differ in width: the narrower one is extended with zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A port, or an element of one.
    Port(Leaf),
    /// A register inside the unit, for proofs alone.
    Inside(Inside),
    /// An arbitrary number, the same in every cycle; for proofs alone.
    Unknown(&'static str),
    /// A number.
    Constant(u64),
    /// Each bit inverted.
    Not(Ref),
    /// Bit by bit.
    And(Ref, Ref),
    /// Bit by bit.
    Or(Ref, Ref),
    /// Bit by bit.
    Xor(Ref, Ref),
    /// Whether two words are the same number.
    Eq(Ref, Ref),
    /// Whether the first is the smaller number.
    Lt(Ref, Ref),
    /// The sum, with its carry.
    Add(Ref, Ref),
    /// How many bits are set.
    Ones(Ref),
    /// The second where the first is true, else the third.
    Mux(Ref, Ref, Ref),
    /// As many bits as the node is wide, starting at the bit with this number.
    Part(Ref, u32),
    /// Words side by side, the first in the lowest bits.
    Cat(Vec<Ref>),
    /// A word in which only the bit with this number is set; zero if the node is too narrow for that bit.
    Decode(Ref),
    /// The element whose number is the last operand; zero beyond the last element.
    Index(Vec<Ref>, Ref),
    /// The operand's value one cycle before; zero in the first cycle after reset.
    Past(Ref),
    /// The value that the state with this name holds.
    Held(Intern<String>),
    /// A state: the value that it holds, zero in the first cycle after reset, and the value for the next cycle.
    State(Ref, Ref),
}

/// The port, or the array element, that a word comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// Whether the unit drives it.
    pub direction: Direction,
    /// Name of the port without suffix.
    pub name: &'static str,
    /// Which element, if the port is an array.
    pub element: Option<usize>,
    /// Index of the word among the words of all ports of this direction.
    pub word: usize,
}

/// A register inside a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inside {
    /// Instances and blocks that lead to the register, and its name, with dots between.
    pub path: Intern<String>,
    /// Which word, if the register is a memory.
    pub word: Option<usize>,
}

impl Op {
    /// The nodes that an operation needs, in order.
    pub fn operands(&self) -> Vec<Ref> {
        match self {
            Op::Port(_) | Op::Inside(_) | Op::Unknown(_) | Op::Constant(_) | Op::Held(_) => {
                Vec::new()
            }
            Op::Not(a) | Op::Ones(a) | Op::Part(a, _) | Op::Decode(a) | Op::Past(a) => vec![*a],
            Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) => vec![*a, *b],
            Op::Eq(a, b) | Op::Lt(a, b) | Op::Add(a, b) | Op::State(a, b) => vec![*a, *b],
            Op::Mux(c, a, b) => vec![*c, *a, *b],
            Op::Cat(parts) => parts.clone(),
            Op::Index(words, at) => words.iter().copied().chain([*at]).collect(),
        }
    }

    /// The operation with what `change` makes of each operand.
    pub fn with(&self, mut change: impl FnMut(Ref) -> Ref) -> Self {
        let mut all = |of: &[Ref]| of.iter().map(|operand| change(*operand)).collect();
        match self {
            Op::Port(_) | Op::Inside(_) | Op::Unknown(_) | Op::Constant(_) | Op::Held(_) => {
                self.clone()
            }
            Op::Cat(parts) => Op::Cat(all(parts)),
            Op::Index(words, at) => Op::Index(all(words), change(*at)),
            Op::Not(a) => Op::Not(change(*a)),
            Op::Ones(a) => Op::Ones(change(*a)),
            Op::Part(a, low) => Op::Part(change(*a), *low),
            Op::Decode(a) => Op::Decode(change(*a)),
            Op::Past(a) => Op::Past(change(*a)),
            Op::And(a, b) => Op::And(change(*a), change(*b)),
            Op::Or(a, b) => Op::Or(change(*a), change(*b)),
            Op::Xor(a, b) => Op::Xor(change(*a), change(*b)),
            Op::Eq(a, b) => Op::Eq(change(*a), change(*b)),
            Op::Lt(a, b) => Op::Lt(change(*a), change(*b)),
            Op::Add(a, b) => Op::Add(change(*a), change(*b)),
            Op::State(a, b) => Op::State(change(*a), change(*b)),
            Op::Mux(c, a, b) => Op::Mux(change(*c), change(*a), change(*b)),
        }
    }
}
