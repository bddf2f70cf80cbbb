//! Words of literals, and arithmetic on them.

use crate::aig::{Aig, Lit};
use std::ops::Deref;
use std::sync::Arc;

/// A word; the literal of its lowest bit is the first one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word(Arc<[Lit]>);

impl Deref for Word {
    type Target = [Lit];

    fn deref(&self) -> &[Lit] {
        &self.0
    }
}

impl FromIterator<Lit> for Word {
    fn from_iter<I: IntoIterator<Item = Lit>>(bits: I) -> Self {
        Word(bits.into_iter().collect())
    }
}

impl From<Lit> for Word {
    fn from(bit: Lit) -> Self {
        [bit].into_iter().collect()
    }
}

impl Word {
    /// A number in `width` bits.
    pub fn constant(value: u128, width: usize) -> Self {
        (0..width)
            .map(|bit| Lit::from(bit < 128 && value >> bit & 1 == 1))
            .collect()
    }

    /// The number, if no bit depends on an input and it has at most 128 bits.
    pub fn number(&self) -> Option<u128> {
        if self.len() > 128 {
            return None;
        }
        let mut number = 0;
        for (at, bit) in self.iter().enumerate() {
            number |= u128::from(bit.constant()?) << at;
        }
        Some(number)
    }

    /// Number of bits.
    pub fn width(&self) -> usize {
        self.len()
    }

    /// `width` bits from bit `low` on.
    pub fn part(&self, low: usize, width: usize) -> Word {
        self[low..low + width].iter().copied().collect()
    }

    /// This word, followed by another one above it.
    pub fn below(&self, high: &Word) -> Word {
        self.iter().chain(high.iter()).copied().collect()
    }

    /// In `width` bits; zeros are added or high bits dropped.
    pub fn resized(&self, width: usize) -> Word {
        self.extended(width, Lit::FALSE)
    }

    /// In `width` bits; copies of the highest bit are added or high bits dropped.
    pub fn sign_extended(&self, width: usize) -> Word {
        self.extended(width, self[self.len() - 1])
    }

    fn extended(&self, width: usize, with: Lit) -> Word {
        let bits = self.iter().copied().chain(std::iter::repeat(with));
        bits.take(width).collect()
    }

    /// Without constant zeros above the other bits; one bit at least.
    pub fn without_zeros(&self) -> Word {
        let last = self.iter().rposition(|bit| *bit != Lit::FALSE);
        self.part(0, last.map_or(1, |last| last + 1).min(self.width()))
    }

    /// Each bit inverted.
    pub fn inverted(&self) -> Word {
        self.iter().map(|bit| !*bit).collect()
    }

    /// The bits from the highest to the lowest.
    pub fn reversed(&self) -> Word {
        self.iter().rev().copied().collect()
    }
}

/// Operations; both operands have the same width, which is that of the result unless something else is said.
impl Aig {
    /// Bit by bit.
    pub fn zip(&mut self, a: &Word, b: &Word, f: impl Fn(&mut Aig, Lit, Lit) -> Lit) -> Word {
        assert_eq!(a.width(), b.width(), "words of one width");
        a.iter()
            .zip(b.iter())
            .map(|(a, b)| f(self, *a, *b))
            .collect()
    }

    /// `then` where `condition` is high, else `otherwise`.
    pub fn mux_word(&mut self, condition: Lit, then: &Word, otherwise: &Word) -> Word {
        match condition.constant() {
            Some(true) => then.clone(),
            Some(false) => otherwise.clone(),
            None if then == otherwise => then.clone(),
            None => self.zip(then, otherwise, |aig, a, b| aig.mux(condition, a, b)),
        }
    }

    /// The sum of two words and a carry, and its carry.
    pub fn sum(&mut self, a: &Word, b: &Word, mut carry: Lit) -> (Word, Lit) {
        assert_eq!(a.width(), b.width(), "words of one width");
        let mut bits = Vec::with_capacity(a.width());
        for (&a, &b) in a.iter().zip(b.iter()) {
            let half = self.xor(a, b);
            bits.push(self.xor(half, carry));
            let (both, passed) = (self.and(a, b), self.and(half, carry));
            carry = self.or(both, passed);
        }
        (Word(bits.into()), carry)
    }

    /// The sum.
    pub fn add(&mut self, a: &Word, b: &Word) -> Word {
        self.sum(a, b, Lit::FALSE).0
    }

    /// The difference, and whether it is not negative, both operands taken as unsigned.
    pub fn difference(&mut self, a: &Word, b: &Word) -> (Word, Lit) {
        self.sum(a, &b.inverted(), Lit::TRUE)
    }

    /// The difference.
    pub fn sub(&mut self, a: &Word, b: &Word) -> Word {
        self.difference(a, b).0
    }

    /// The product of two words in the width of one.
    pub fn mul(&mut self, a: &Word, b: &Word) -> Word {
        let width = a.width();
        let mut product = Word::constant(0, width);
        // The operand with fewer bits that are not constantly zero decides the number of sums.
        let zeros = |word: &Word| word.iter().filter(|bit| **bit == Lit::FALSE).count();
        let (a, b) = if zeros(a) > zeros(b) { (b, a) } else { (a, b) };
        for (at, &bit) in b.iter().enumerate() {
            if bit != Lit::FALSE {
                let moved: Word = std::iter::repeat_n(Lit::FALSE, at)
                    .chain(a[..width - at].iter().copied())
                    .collect();
                let added = moved.iter().map(|of| self.and(*of, bit)).collect();
                product = self.add(&product, &added);
            }
        }
        product
    }

    /// Quotient and remainder of unsigned words; all ones and the dividend if the divisor is zero.
    pub fn divide(&mut self, a: &Word, b: &Word) -> (Word, Word) {
        let width = a.width();
        let divisor = b.resized(width + 1);
        let mut rest = Word::constant(0, width + 1);
        let mut quotient = vec![Lit::FALSE; width];
        for at in (0..width).rev() {
            rest = Word::from(a[at]).below(&rest.part(0, width));
            let (less, fits) = self.difference(&rest, &divisor);
            rest = self.mux_word(fits, &less, &rest);
            quotient[at] = fits;
        }
        (Word(quotient.into()), rest.part(0, width))
    }

    /// Whether two words are equal.
    pub fn equal(&mut self, a: &Word, b: &Word) -> Lit {
        let differ = self.zip(a, b, Aig::xor);
        !self.any(&differ)
    }

    /// Whether the first is the smaller unsigned number.
    pub fn less(&mut self, a: &Word, b: &Word) -> Lit {
        !self.difference(a, b).1
    }

    /// Whether the first is the smaller signed number.
    pub fn less_signed(&mut self, a: &Word, b: &Word) -> Lit {
        let turned = |word: &Word| {
            let high = word.width() - 1;
            word.part(0, high).below(&Word::from(!word[high]))
        };
        self.less(&turned(a), &turned(b))
    }

    /// Whether any bit is high.
    pub fn any(&mut self, word: &Word) -> Lit {
        word.iter().fold(Lit::FALSE, |any, bit| self.or(any, *bit))
    }

    /// Moved to higher bits by a number of bits, below the width; `fill` comes in.
    pub fn shift_left(&mut self, word: &Word, by: &Word, fill: Lit) -> Word {
        let width = word.width();
        let mut moved = word.clone();
        for (at, &bit) in by.iter().enumerate() {
            let distance = 1usize.checked_shl(at as u32).unwrap_or(usize::MAX);
            if distance >= width {
                break;
            }
            let further = std::iter::repeat_n(fill, distance)
                .chain(moved[..width - distance].iter().copied())
                .collect();
            moved = self.mux_word(bit, &further, &moved);
        }
        moved
    }

    /// Moved to lower bits by a number of bits, below the width; `fill` comes in.
    pub fn shift_right(&mut self, word: &Word, by: &Word, fill: Lit) -> Word {
        self.shift_left(&word.reversed(), by, fill).reversed()
    }

    /// Turned to higher bits by a number of bits. The width is a power of two.
    pub fn rotate_left(&mut self, word: &Word, by: &Word) -> Word {
        let width = word.width();
        let mut turned = word.clone();
        for (at, &bit) in by.iter().enumerate().take(width.ilog2() as usize) {
            let low = width - (1 << at);
            let further = turned[low..].iter().chain(&turned[..low]).copied();
            let further = further.collect();
            turned = self.mux_word(bit, &further, &turned);
        }
        turned
    }

    /// Number of high bits, in the width of the word.
    pub fn ones(&mut self, word: &Word) -> Word {
        let mut sums: Vec<Word> = word.iter().map(|bit| Word::from(*bit)).collect();
        while sums.len() > 1 {
            let pairs = sums.chunks(2);
            sums = pairs.map(|pair| self.pair_sum(pair)).collect();
        }
        sums[0].resized(word.width())
    }

    fn pair_sum(&mut self, pair: &[Word]) -> Word {
        let [a, b] = pair else {
            return pair[0].clone();
        };
        let width = a.width().max(b.width()) + 1;
        self.add(&a.resized(width), &b.resized(width))
    }

    /// Number of low bits below the lowest bit that is high, in the width of the word; the width if none is high.
    pub fn trailing_zeros(&mut self, word: &Word) -> Word {
        let width = word.width();
        let mut number = Word::constant(width as u128, width);
        for (at, &bit) in word.iter().enumerate().rev() {
            number = self.mux_word(bit, &Word::constant(at as u128, width), &number);
        }
        number
    }

    /// Number of high bits above the highest bit that is high; the width if none is high.
    pub fn leading_zeros(&mut self, word: &Word) -> Word {
        self.trailing_zeros(&word.reversed())
    }
}
