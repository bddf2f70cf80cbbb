//! What terms are made of.

use crate::Direction;
use internment::Intern;

/// A node; equal ones are one, so that it is compared and hashed by its address.
pub type Ref = Intern<Node>;

/// An operation on words, and the width of what it gives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Bits of the result, 1 to 64.
    pub width: u32,
    /// What it is made from.
    pub op: Op,
}

/// An operation. Operands are as wide as they are: a narrower one has zeros above.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A port, or an element of one.
    Port(Leaf),
    /// A register inside of the unit, for proofs alone.
    Inside(Inside),
    /// A number that nobody knows, the same in every cycle; for proofs alone.
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
    /// As many bits as the node is wide, from the one with this number on.
    Part(Ref, u32),
    /// Words side by side, the first in the lowest bits.
    Cat(Vec<Ref>),
    /// The bit with this number alone; none where the node is too narrow for it.
    Decode(Ref),
    /// The element with the number that comes last; zero beyond them.
    Index(Vec<Ref>, Ref),
    /// What the operand was a cycle before; zero in the first cycle after reset.
    Past(Ref),
    /// What a state with this name holds.
    Held(Intern<String>),
    /// A state: what it holds, zero in the first cycle after reset, and what it holds in the next cycle.
    State(Ref, Ref),
}

/// Where a port's word comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// Whether the unit drives it.
    pub direction: Direction,
    /// Name of the port without suffix.
    pub name: &'static str,
    /// Which element of an array.
    pub element: Option<usize>,
    /// Its place among the words of all ports of its direction.
    pub word: usize,
}

/// A register inside of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inside {
    /// Instances and blocks that lead to it, and its name, with dots between.
    pub path: Intern<String>,
    /// Which word, if it has several.
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
}
