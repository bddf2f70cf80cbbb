//! Numbers of sub-warps: the partners of a large warp, which are its sub-warps, follow each other.

use heddle_types::WarpId;
use std::ops::Range;

/// How many partners a large warp has: a power of two, so that a number is split without a division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partners {
    shift: u32,
}

impl Partners {
    pub fn new(count: usize) -> Self {
        debug_assert!(count.is_power_of_two(), "{count} partners");
        Partners {
            shift: count.trailing_zeros(),
        }
    }

    pub fn count(self) -> usize {
        1 << self.shift
    }

    /// The large warp of a sub-warp.
    pub fn warp(self, sub: usize) -> WarpId {
        WarpId::new(sub >> self.shift)
    }

    /// The position of a sub-warp in its large warp.
    pub fn position(self, sub: usize) -> usize {
        sub & (self.count() - 1)
    }

    /// The sub-warp at a position of a large warp.
    pub fn sub(self, warp: WarpId, position: usize) -> usize {
        warp.index() << self.shift | position
    }

    /// The sub-warps of a large warp.
    pub fn of(self, warp: WarpId) -> Range<usize> {
        self.sub(warp, 0)..self.sub(warp, 0) + self.count()
    }
}
