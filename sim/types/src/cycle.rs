//! Points in time.

use crate::order::in_order;
use std::fmt;
use std::ops::{Add, AddAssign, Sub};

in_order!(Cycle);

/// A cycle of the clock: a point in time, not a length of time. Lengths are plain numbers of cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Cycle(u64);

impl Cycle {
    /// Cycle 0.
    pub const ZERO: Cycle = Cycle(0);

    /// Later than any other cycle: the time of an event that will not happen.
    pub const NEVER: Cycle = Cycle(u64::MAX);

    /// The cycle with this number, counted from 0.
    #[inline(always)]
    pub const fn new(number: u64) -> Self {
        Cycle(number)
    }

    /// The number of the cycle.
    #[inline(always)]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The first later cycle whose number is a multiple of `cycles`.
    #[inline(always)]
    pub const fn next_multiple_of(self, cycles: u64) -> Self {
        Cycle((self.0 / cycles + 1) * cycles)
    }

    /// The point in time `cycles` cycles later, [`Cycle::NEVER`] at the latest.
    #[inline(always)]
    pub const fn saturating_add(self, cycles: u64) -> Self {
        Cycle(self.0.saturating_add(cycles))
    }

    /// The point in time `cycles` cycles earlier, [`Cycle::ZERO`] at the earliest.
    #[inline(always)]
    pub const fn saturating_sub(self, cycles: u64) -> Self {
        Cycle(self.0.saturating_sub(cycles))
    }
}

/// The point in time that many cycles later.
impl Add<u64> for Cycle {
    type Output = Self;

    #[inline(always)]
    fn add(self, cycles: u64) -> Self {
        Cycle(self.0 + cycles)
    }
}

impl AddAssign<u64> for Cycle {
    #[inline(always)]
    fn add_assign(&mut self, cycles: u64) {
        self.0 += cycles;
    }
}

/// The point in time that many cycles earlier.
impl Sub<u64> for Cycle {
    type Output = Self;

    #[inline(always)]
    fn sub(self, cycles: u64) -> Self {
        Cycle(self.0 - cycles)
    }
}

/// The number of cycles from the other point in time to this one.
impl Sub for Cycle {
    type Output = u64;

    #[inline(always)]
    fn sub(self, before: Cycle) -> u64 {
        self.0 - before.0
    }
}

/// Prints the number.
impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
