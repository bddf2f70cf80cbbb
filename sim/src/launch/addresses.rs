//! Which of the 4 GiB of addresses are in use.

use super::no_room::{NoRoom, Placing};
use std::ops::Range;

/// Alignment in bytes of everything that is placed. It equals a page of the simulated memory, so that no page of a buffer holds
/// anything else, which makes accesses fast.
pub(super) const ALIGN: u64 = 1 << 14;
/// The minimum of unmapped bytes between two placed ranges, so that small overruns fault.
pub(super) const GUARD: u64 = 1 << 12;
/// The lowest addresses stay unmapped: null pointers with an offset fault.
const LOWEST: u64 = 1 << 16;
const END: u64 = 1 << 32;

/// The used ranges by their first addresses, with first-fit placement between them.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    used: Vec<Range<u64>>,
}

impl Addresses {
    /// All addresses are free except the lowest and the used ranges.
    pub fn around(used: impl Iterator<Item = Range<u64>>) -> Addresses {
        let mut used: Vec<_> = std::iter::once(0..LOWEST).chain(used).collect();
        used.sort_by_key(|range| range.start);
        Addresses { used }
    }

    /// The first place that is large enough.
    pub fn place(&mut self, bytes: u64) -> Option<u32> {
        let mut end = 0;
        for at in 0..self.used.len() {
            end = self.used[at].end.max(end);
            let start = (end + GUARD).next_multiple_of(ALIGN);
            let next = self.used.get(at + 1).map_or(END - GUARD, |next| next.start);
            if start + bytes + GUARD <= next {
                self.used.insert(at + 1, start..start + bytes);
                return Some(start as u32);
            }
        }
        None
    }

    /// [`Addresses::place`], with an error that says what did not fit.
    ///
    /// # Errors
    /// [`NoRoom`].
    pub fn place_or(&mut self, what: Placing, bytes: u64) -> Result<u32, NoRoom> {
        self.place(bytes).ok_or(NoRoom { what, bytes })
    }

    /// Reserves a range; `false` if part of it is in use.
    pub fn keep(&mut self, range: Range<u64>) -> bool {
        let overlaps = |used: &Range<u64>| used.start < range.end && range.start < used.end;
        if range.end > END - GUARD || self.used.iter().any(overlaps) {
            return false;
        }
        let at = self.used.partition_point(|used| used.start < range.start);
        self.used.insert(at, range);
        true
    }

    /// Frees the range that starts at an address and returns it, if there is one.
    pub fn give_back(&mut self, start: u32) -> Option<Range<u64>> {
        let starts = |range: &Range<u64>| range.start == u64::from(start);
        let at = self.used.iter().position(starts)?;
        Some(self.used.remove(at))
    }
}
