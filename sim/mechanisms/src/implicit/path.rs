//! Threads of a warp that run together, and where they are.

use heddle_types::{LaneMask, Pc};
use std::cmp::{Ordering, Reverse};

/// Where threads are: how many calls they have open, and their PC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub depth: u32,
    pub pc: Pc,
}

/// The place whose threads run first is the smaller one. IST-6: the deepest call, then the lowest address.
impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |place: &Place| (Reverse(place.depth), place.pc);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Threads of a warp at one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    pub place: Place,
    pub lanes: LaneMask,
    /// Whether the threads wait at a barrier.
    pub waits: bool,
}
