//! Random bits and the choices made with them.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A mask of `bits` ones; `bits` is 1 to 64.
pub(crate) fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The probability that a bit of a mask is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    Never,
    /// One in sixteen.
    Rare,
    /// One in four.
    Some,
    /// One in two.
    Often,
    Always,
}

impl Rate {
    const ALL: [Rate; 5] = [
        Rate::Never,
        Rate::Rare,
        Rate::Some,
        Rate::Often,
        Rate::Always,
    ];
}

/// The seeded generator.
#[derive(Clone, Debug)]
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`, which is at most 2^32; the bias is below `end` / 2^32.
    #[inline]
    pub fn below(&mut self, end: u64) -> u64 {
        ((self.word() >> 32) * end) >> 32
    }

    /// A mask with one random bit of the lowest `count` set.
    #[inline]
    pub fn one_bit(&mut self, count: u64) -> u64 {
        1 << self.below(count)
    }

    /// The number of a random set bit; `None` if no bit is set.
    #[inline]
    pub fn pick(&mut self, mask: u64) -> Option<u64> {
        let turn = self.below(64) as u32;
        let first = mask.rotate_right(turn).trailing_zeros();
        (mask != 0).then_some(u64::from((first + turn) % 64))
    }

    /// Random bits, each set at a rate.
    #[inline]
    pub fn mask(&mut self, rate: Rate) -> u64 {
        match rate {
            Rate::Never => 0,
            Rate::Rare => self.word() & self.word() & self.word() & self.word(),
            Rate::Some => self.word() & self.word(),
            Rate::Often => self.word(),
            Rate::Always => u64::MAX,
        }
    }

    pub fn rate(&mut self) -> Rate {
        Rate::ALL[self.below(5) as usize]
    }

    /// A number of `bits` bits: any, or the smallest or largest.
    #[inline]
    pub fn number(&mut self, bits: u32) -> u64 {
        let any = self.word();
        // A table instead of branches, which the processor could not predict.
        let choices = [0, u64::MAX, any, any, any, any, any, any];
        choices[self.eighth()] & ones(bits)
    }

    /// A number of `bits` bits: mostly equal to or hard to distinguish from `number`, sometimes any.
    #[inline]
    pub fn near(&mut self, number: u64, bits: u32) -> u64 {
        let choices = [
            number,
            number,
            number ^ 1,
            number ^ (1 << (bits - 1)),
            number ^ self.one_bit(u64::from(bits)),
            number.wrapping_add(1),
            number.wrapping_sub(1),
            self.word(),
        ];
        choices[self.eighth()] & ones(bits)
    }

    /// A number below eight.
    #[inline]
    fn eighth(&mut self) -> usize {
        (self.word() >> 61) as usize
    }
}
