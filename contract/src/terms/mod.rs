//! Terms: expressions that flow through ports when a property is written.
//!
//! A property is an expression over ports. It is evaluated on values by stimuli and comparisons
//! ([`Watch`]), and emitted as Verilog by checkers; both read the same [`Node`]s.
//!
//! Numbers are as wide as they need to be (PRP-1): the narrower of two operands is extended with zeros, and a sum
//! keeps its carry. A Rust integer can be used wherever a [`Word`] can.

mod fold;
mod inside;
mod node;
mod operators;
mod ports;
mod program;
mod reads;
#[cfg(test)]
mod tests;
mod watch;
mod with_outputs;

pub use inside::{inside, memory, row, unknown};
pub use node::{Inside, Leaf, Node, Op, Ref};
pub use ports::{Row, Terms, of as ports};
pub use reads::reads;
pub use watch::Watch;
pub use with_outputs::with_outputs;

use fold::node;
use internment::Intern;

/// A truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Is(pub(crate) Ref);

/// A number of 1 to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word(pub(crate) Ref);

/// Number of bits that a number takes; one for zero.
fn bits_of(value: u64) -> u32 {
    (u64::BITS - value.leading_zeros()).max(1)
}

impl Is {
    /// The node.
    pub fn node(self) -> Ref {
        self.0
    }

    /// The truth value as a word: one or zero.
    pub fn word(self) -> Word {
        Word(self.0)
    }

    /// Whether `then` holds if this holds.
    pub fn implies(self, then: Is) -> Is {
        !self | then
    }

    /// `then` if this holds, else `otherwise`.
    pub fn mux(self, then: impl Into<Word>, otherwise: impl Into<Word>) -> Word {
        let (then, otherwise) = (then.into(), otherwise.into());
        let width = then.width().max(otherwise.width());
        Word(node(width, Op::Mux(self.0, then.0, otherwise.0)))
    }

    /// The truth value in every cycle, if the configuration decides it.
    pub fn constant(self) -> Option<bool> {
        match self.0.op {
            Op::Constant(value) => Some(value == 1),
            _ => None,
        }
    }

    /// The value one cycle before; false in the first cycle after reset.
    pub fn past(self) -> Is {
        Is(node(1, Op::Past(self.0)))
    }

    /// Whether the value is the same as one cycle before.
    pub fn stays(self) -> Is {
        !(self ^ self.past())
    }
}

impl Word {
    /// The node.
    pub fn node(self) -> Ref {
        self.0
    }

    /// Width in bits.
    pub fn width(self) -> u32 {
        self.0.width
    }

    /// Whether the two numbers are equal.
    pub fn eq(self, other: impl Into<Word>) -> Is {
        Is(node(1, Op::Eq(self.0, other.into().0)))
    }

    /// Whether the two numbers differ.
    pub fn ne(self, other: impl Into<Word>) -> Is {
        !self.eq(other)
    }

    /// Whether this number is less than the other.
    pub fn lt(self, other: impl Into<Word>) -> Is {
        Is(node(1, Op::Lt(self.0, other.into().0)))
    }

    /// Whether this number is greater than the other.
    pub fn gt(self, other: impl Into<Word>) -> Is {
        other.into().lt(self)
    }

    /// Whether this number is at most the other.
    pub fn le(self, other: impl Into<Word>) -> Is {
        !self.gt(other)
    }

    /// Whether this number is at least the other.
    pub fn ge(self, other: impl Into<Word>) -> Is {
        !self.lt(other)
    }

    /// Whether a bit is set.
    pub fn any(self) -> Is {
        self.ne(0)
    }

    /// Whether no bit is set.
    pub fn none(self) -> Is {
        self.eq(0)
    }

    /// How many bits are set.
    pub fn ones(self) -> Word {
        Word(node(bits_of(self.width().into()), Op::Ones(self.0)))
    }

    /// Whether the bit with this number is set; false beyond the last bit.
    pub fn bit(self, index: usize) -> Is {
        match (index as u32) < self.width() {
            true => Is(node(1, Op::Part(self.0, index as u32))),
            false => Is::from(false),
        }
    }

    /// Whether the highest bit is set.
    pub fn top(self) -> Is {
        self.bit(self.width() as usize - 1)
    }

    /// Whether the bit with the number `index` is set; false beyond the last bit.
    pub fn has(self, index: impl Into<Word>) -> Is {
        (self & index.into().decode(self.width())).any()
    }

    /// `width` bits from bit `low` on.
    ///
    /// # Panics
    /// If the word has fewer bits.
    pub fn part(self, low: u32, width: u32) -> Word {
        assert!(low + width <= self.width(), "bits beyond the last one");
        Word(node(width, Op::Part(self.0, low)))
    }

    /// A word of `width` bits in which only the bit with this number is set; zero if the word has no such bit.
    pub fn decode(self, width: u32) -> Word {
        Word(node(width, Op::Decode(self.0)))
    }

    /// This word if `condition` holds, else zero.
    pub fn masked(self, condition: Is) -> Word {
        condition.mux(self, 0)
    }

    /// The value one cycle before; zero in the first cycle after reset.
    pub fn past(self) -> Word {
        Word(node(self.width(), Op::Past(self.0)))
    }

    /// Whether the value is the same as one cycle before.
    pub fn stays(self) -> Is {
        self.eq(self.past())
    }
}

/// An auxiliary state of properties: zero in the first cycle after reset; `next` computes each next value from the
/// current one. Names are unique among the properties of a unit.
///
/// # Panics
/// If `next` is wider than the state.
pub fn state(name: &str, width: u32, next: impl FnOnce(Word) -> Word) -> Word {
    let held = node(width, Op::Held(Intern::new(name.to_owned())));
    let next = next(Word(held));
    assert!(next.width() <= width, "{name} has {width} bits");
    Word(node(width, Op::State(held, next.0)))
}

/// Whether all hold; true for an empty list.
pub fn all(of: impl IntoIterator<Item = Is>) -> Is {
    let all = of.into_iter().reduce(|a, b| a & b);
    all.unwrap_or_else(|| Is::from(true))
}

/// Whether at least one holds; false for an empty list.
pub fn any(of: impl IntoIterator<Item = Is>) -> Is {
    let any = of.into_iter().reduce(|a, b| a | b);
    any.unwrap_or_else(|| Is::from(false))
}

/// How many hold.
pub fn count(of: impl IntoIterator<Item = Is>) -> Word {
    mask(of).ones()
}

/// A word with one bit for each truth value, the first in the lowest bit.
///
/// # Panics
/// If the list is empty or has more than 64 elements.
pub fn mask(bits: impl IntoIterator<Item = Is>) -> Word {
    let bits: Vec<Ref> = bits.into_iter().map(Is::node).collect();
    assert!((1..=64).contains(&bits.len()), "a mask has 1 to 64 bits");
    Word(node(bits.len() as u32, Op::Cat(bits)))
}
