//! Ports through which terms flow.

use super::{Is, Leaf, Op, Ref, Word, node};
use crate::{Bundle, Direction, Make, Port, Signals};
use std::ops::Deref;

/// The family of signals that are expressions over ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms;

impl Signals for Terms {
    type Bit = Is;
    type Bits = Word;
    type Array = Row;
}

/// An array of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub(super) Vec<Word>);

impl Row {
    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = Word> + Clone {
        self.0.iter().copied()
    }

    /// The element with the number `index`; zero beyond the last element.
    pub fn index(&self, index: Word) -> Word {
        let words: Vec<Ref> = self.0.iter().map(|word| word.0).collect();
        Word(node(self.0[0].width(), Op::Index(words, index.0)))
    }
}

impl Deref for Row {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.0
    }
}

/// Makes the terms of ports.
struct Leaves {
    direction: Direction,
    words: usize,
}

impl Leaves {
    fn leaf(&mut self, port: &Port, element: Option<usize>) -> Ref {
        let leaf = Leaf {
            direction: self.direction,
            name: port.name,
            element,
            word: self.words,
        };
        self.words += 1;
        node(port.kind.word_bits(), Op::Port(leaf))
    }
}

impl Make<Terms> for Leaves {
    fn bit(&mut self, port: &Port) -> Is {
        Is(self.leaf(port, None))
    }

    fn bits(&mut self, port: &Port) -> Word {
        Word(self.leaf(port, None))
    }

    fn array(&mut self, port: &Port) -> Row {
        let elements = 0..port.kind.words();
        Row(elements.map(|at| Word(self.leaf(port, Some(at)))).collect())
    }
}

/// The ports of one direction as terms.
pub fn of<B: Bundle<Terms>>(params: &B::Params, direction: Direction) -> B {
    let mut leaves = Leaves {
        direction,
        words: 0,
    };
    B::make(params, &mut leaves)
}
