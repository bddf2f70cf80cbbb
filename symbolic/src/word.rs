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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aig::value;
    use heddle_machines::Random;

    const WIDTHS: [usize; 8] = [1, 2, 3, 8, 13, 32, 63, 64];

    fn ones(width: usize) -> u64 {
        u64::MAX >> (64 - width)
    }

    /// A number of a width as a signed one.
    fn signed(number: u64, width: usize) -> i64 {
        (number << (64 - width)) as i64 >> (64 - width)
    }

    /// Pairs of numbers: corners, and random ones.
    fn pairs(width: usize) -> Vec<(u64, u64)> {
        let random = &mut Random::new(width as u64);
        let high = 1 << (width - 1);
        let corners = [0, 1, 2, ones(width), ones(width) - 1, high, high - 1];
        let corners = corners.map(|corner: u64| corner & ones(width));
        let all = corners.into_iter().flat_map(|a| corners.map(|b| (a, b)));
        let mut all: Vec<(u64, u64)> = all.collect();
        let mut word = || u64::from(random.word()) << 32 | u64::from(random.word());
        all.extend((0..79).map(|_| (word() & ones(width), word() & ones(width))));
        all
    }

    fn word(aig: &mut Aig, width: usize) -> Word {
        (0..width).map(|_| aig.input()).collect()
    }

    /// Checks an operation of two words, both of inputs and with the second one constant.
    fn check(
        name: &str,
        width: usize,
        operation: impl Fn(&mut Aig, &Word, &Word) -> Word,
        expected: impl Fn(u64, u64) -> u64,
    ) {
        let mut aig = Aig::default();
        let [a, b] = [(); 2].map(|()| word(&mut aig, width));
        let result = operation(&mut aig, &a, &b);
        for pairs in pairs(width).chunks(64) {
            let bit = |number: &dyn Fn(&(u64, u64)) -> u64, at: usize| {
                let runs = pairs.iter().enumerate();
                runs.map(|(run, pair)| (number(pair) >> at & 1) << run)
                    .sum::<u64>()
            };
            let first = (0..width).map(|at| bit(&|pair| pair.0, at));
            let second = (0..width).map(|at| bit(&|pair| pair.1, at));
            let values = aig.eval(&first.chain(second).collect::<Vec<u64>>());
            for (run, (x, y)) in pairs.iter().enumerate() {
                let bits = result.iter().enumerate();
                let given = bits.map(|(at, bit)| (value(&values, *bit) >> run & 1) << at);
                assert_eq!(
                    given.sum::<u64>(),
                    expected(*x, *y),
                    "{name} {width} {x} {y}"
                );
            }
        }
        for (x, y) in pairs(width) {
            let [x_word, y_word] = [x, y].map(|number| Word::constant(number.into(), width));
            let constant = operation(&mut Aig::default(), &x_word, &y_word);
            assert_eq!(
                constant.number(),
                Some(expected(x, y).into()),
                "{name} {width} {x} {y}"
            );
        }
    }

    #[test]
    fn arithmetic_is_that_of_numbers() {
        for width in WIDTHS {
            let ones = ones(width);
            check("add", width, Aig::add, |x, y| x.wrapping_add(y) & ones);
            check("sub", width, Aig::sub, |x, y| x.wrapping_sub(y) & ones);
            check("mul", width, Aig::mul, |x, y| x.wrapping_mul(y) & ones);
            let quotient = |aig: &mut Aig, a: &Word, b: &Word| aig.divide(a, b).0;
            let rest = |aig: &mut Aig, a: &Word, b: &Word| aig.divide(a, b).1;
            check("divide", width, quotient, |x, y| {
                x.checked_div(y).unwrap_or(ones)
            });
            check("rest", width, rest, |x, y| x.checked_rem(y).unwrap_or(x));
            let carry = |aig: &mut Aig, a: &Word, b: &Word| Word::from(aig.sum(a, b, Lit::TRUE).1);
            check("carry", width, carry, |x, y| {
                ((u128::from(x) + u128::from(y) + 1) >> width) as u64
            });
        }
    }

    #[test]
    fn comparisons_are_those_of_numbers() {
        for width in WIDTHS {
            let signed = |number| signed(number, width);
            check(
                "equal",
                width,
                |aig, a, b| aig.equal(a, b).into(),
                |x, y| u64::from(x == y),
            );
            check(
                "less",
                width,
                |aig, a, b| aig.less(a, b).into(),
                |x, y| u64::from(x < y),
            );
            check(
                "less_signed",
                width,
                |aig, a, b| aig.less_signed(a, b).into(),
                |x, y| u64::from(signed(x) < signed(y)),
            );
            check(
                "any",
                width,
                |aig, a, _| aig.any(a).into(),
                |x, _| u64::from(x != 0),
            );
        }
    }

    #[test]
    fn bits_are_moved_and_counted() {
        for width in WIDTHS {
            let ones = ones(width);
            let spare = 64 - width as u32;
            // A number whose low bits say how far is moved; the distance is below the width.
            let by = |y: u64| y % width as u64;
            let low = |aig: &mut Aig, b: &Word| {
                aig.divide(b, &Word::constant(width as u128, b.width())).1
            };
            if width > 3 {
                let left = |aig: &mut Aig, a: &Word, b: &Word| {
                    let by = low(aig, b);
                    aig.shift_left(a, &by, Lit::FALSE)
                };
                check("left", width, left, |x, y| x << by(y) & ones);
                let right = |aig: &mut Aig, a: &Word, b: &Word| {
                    let by = low(aig, b);
                    aig.shift_right(a, &by, a[width - 1])
                };
                check("right", width, right, |x, y| {
                    (signed(x, width) >> by(y)) as u64 & ones
                });
            }
            let shown = |count: u32| u64::from(count) & ones;
            check(
                "ones",
                width,
                |aig, a, _| aig.ones(a),
                |x, _| shown(x.count_ones()),
            );
            check(
                "trailing",
                width,
                |aig, a, _| aig.trailing_zeros(a),
                |x, _| shown(x.trailing_zeros().min(width as u32)),
            );
            check(
                "leading",
                width,
                |aig, a, _| aig.leading_zeros(a),
                |x, _| shown(x.leading_zeros() - spare),
            );
        }
    }

    #[test]
    fn words_are_cut_and_joined() {
        for width in WIDTHS {
            let ones = ones(width);
            check("inverted", width, |_, a, _| a.inverted(), |x, _| !x & ones);
            check(
                "reversed",
                width,
                |_, a, _| a.reversed(),
                |x, _| x.reverse_bits() >> (64 - width),
            );
            check("resized", width, |_, a, _| a.resized(64), |x, _| x);
            check(
                "sign",
                width,
                |_, a, _| a.sign_extended(64),
                |x, _| signed(x, width) as u64,
            );
            check(
                "part",
                width,
                |_, a, _| a.part(width / 2, 1),
                |x, _| x >> (width / 2) & 1,
            );
            check(
                "mux",
                width,
                |aig, a, b| aig.mux_word(b[0], a, b),
                |x, y| {
                    if y & 1 == 1 { x } else { y }
                },
            );
            if width <= 32 {
                check("below", width, |_, a, b| a.below(b), |x, y| x | y << width);
            }
        }
    }

    #[test]
    fn numbers_are_read_from_constant_bits_alone() {
        let mut aig = Aig::default();
        assert_eq!(Word::constant(u128::MAX, 128).number(), Some(u128::MAX));
        assert_eq!(Word::constant(5, 200).number(), None);
        assert_eq!(word(&mut aig, 3).number(), None);
        assert_eq!(Word::constant(0, 0).number(), Some(0));
    }
}
