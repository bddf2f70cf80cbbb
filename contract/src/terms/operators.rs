//! Rust's operators on terms, and Rust integers as terms.

use super::node::{Op, Ref};
use super::{Is, Word, bits_of, node};
use std::ops::{Add, BitAnd, BitOr, BitXor, Not};

impl From<bool> for Is {
    fn from(value: bool) -> Self {
        Is(node(1, Op::Constant(value.into())))
    }
}

impl From<u64> for Word {
    fn from(value: u64) -> Self {
        Word(node(bits_of(value), Op::Constant(value)))
    }
}

impl From<usize> for Word {
    fn from(value: usize) -> Self {
        Word::from(value as u64)
    }
}

impl From<u32> for Word {
    fn from(value: u32) -> Self {
        Word::from(u64::from(value))
    }
}

// A literal is an i32 unless something says otherwise.
impl From<i32> for Word {
    /// # Panics
    /// If the number is negative.
    fn from(value: i32) -> Self {
        Word::from(u64::try_from(value).expect("words are not negative"))
    }
}

fn wider(a: Ref, b: Ref) -> u32 {
    a.width.max(b.width)
}

macro_rules! operators {
    ($($operator:ident $method:ident $op:ident;)+) => {
        $(
            impl<T: Into<Is>> $operator<T> for Is {
                type Output = Is;

                fn $method(self, other: T) -> Is {
                    Is(node(1, Op::$op(self.0, other.into().0)))
                }
            }

            impl $operator<Is> for bool {
                type Output = Is;

                fn $method(self, other: Is) -> Is {
                    Is::from(self).$method(other)
                }
            }

            impl<T: Into<Word>> $operator<T> for Word {
                type Output = Word;

                fn $method(self, other: T) -> Word {
                    let other = other.into();
                    Word(node(wider(self.0, other.0), Op::$op(self.0, other.0)))
                }
            }
        )+
    };
}

operators! {
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
}

impl Not for Is {
    type Output = Is;

    fn not(self) -> Is {
        Is(node(1, Op::Not(self.0)))
    }
}

impl Not for Word {
    type Output = Word;

    fn not(self) -> Word {
        Word(node(self.width(), Op::Not(self.0)))
    }
}

impl<T: Into<Word>> Add<T> for Word {
    type Output = Word;

    fn add(self, other: T) -> Word {
        let other = other.into();
        let width = (wider(self.0, other.0) + 1).min(u64::BITS);
        Word(node(width, Op::Add(self.0, other.0)))
    }
}
