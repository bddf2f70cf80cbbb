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
    /// The first one.
    pub const ZERO: Cycle = Cycle(0);

    /// Behind all others: when nothing happens any more.
    pub const NEVER: Cycle = Cycle(u64::MAX);

    /// The cycle of a number, from 0.
    #[inline(always)]
    pub const fn new(number: u64) -> Self {
        Cycle(number)
    }

    /// Its number.
    #[inline(always)]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The first one after this whose number is a multiple of `cycles`.
    #[inline(always)]
    pub const fn next_multiple_of(self, cycles: u64) -> Self {
        Cycle((self.0 / cycles + 1) * cycles)
    }

    /// So many cycles later, [`Cycle::NEVER`] at the latest.
    #[inline(always)]
    pub const fn saturating_add(self, cycles: u64) -> Self {
        Cycle(self.0.saturating_add(cycles))
    }

    /// So many cycles before, the first one at the earliest.
    #[inline(always)]
    pub const fn saturating_sub(self, cycles: u64) -> Self {
        Cycle(self.0.saturating_sub(cycles))
    }
}

/// So many cycles later.
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

/// So many cycles before.
impl Sub<u64> for Cycle {
    type Output = Self;

    #[inline(always)]
    fn sub(self, cycles: u64) -> Self {
        Cycle(self.0 - cycles)
    }
}

/// Cycles from another one to this.
impl Sub for Cycle {
    type Output = u64;

    #[inline(always)]
    fn sub(self, before: Cycle) -> u64 {
        self.0 - before.0
    }
}

/// The number.
impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
