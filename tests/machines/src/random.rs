//! Seeded random numbers, for programs and kernels that tests write.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Random numbers that are the same on every machine.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The random numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Any word.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.word() % limit
    }

    /// `true` with a probability of one in `chances`.
    pub fn one_in(&mut self, chances: u32) -> bool {
        self.below(chances) == 0
    }

    /// One of the items.
    ///
    /// # Panics
    /// If `items` is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}
