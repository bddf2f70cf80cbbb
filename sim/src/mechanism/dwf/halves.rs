//! What becomes of the parts of warps that enter the scheduler, told from who enters and who leaves.

use super::formation::{Offer, Status};
use super::warp::{Formed, members};
use crate::mechanism::ready_set::ReadySet;
use serde::Serialize;

/// Work of the schedulers of dynamic warp formation of all cores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DwfCounts {
    /// Threads of one next PC that entered a scheduler together: one or two for a commit, more
    /// after jumps that part threads further.
    pub entries: u64,
    /// Of these, the ones that left in a warp with others.
    pub merges: u64,
    /// Of these, the ones that left in more than one warp, because lanes were taken.
    pub conflicts: u64,
    /// Most warps that waited in a core.
    pub peak_warps: u64,
    /// Most groups of them, by PC (by warp under `timestamp`), in a core.
    pub peak_groups: u64,
}

impl DwfCounts {
    pub(crate) fn merge(&mut self, other: &DwfCounts) {
        self.entries += other.entries;
        self.merges += other.merges;
        self.conflicts += other.conflicts;
        self.peak_warps = self.peak_warps.max(other.peak_warps);
        self.peak_groups = self.peak_groups.max(other.peak_groups);
    }
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Halves {
    counts: DwfCounts,
    /// For each thread in the scheduler, with whom it entered.
    of: Vec<u16>,
    /// Threads of an entry that are left.
    left: Vec<u16>,
    /// The warp, as a number, with which threads of an entry left last.
    seen: Vec<u64>,
    free: ReadySet,
    warps: u64,
}

impl Halves {
    pub fn new(threads: usize) -> Self {
        let mut free = ReadySet::new(threads);
        (0..threads).for_each(|entry| free.insert(entry));
        Halves {
            counts: DwfCounts::default(),
            of: vec![0; threads],
            left: vec![0; threads],
            seen: vec![0; threads],
            free,
            warps: 0,
        }
    }

    pub fn counts(&self) -> &DwfCounts {
        &self.counts
    }

    /// Threads are offered to the scheduler.
    pub fn enter<const W: usize>(&mut self, offer: &Offer<W>) {
        let mut rest = offer.lanes;
        while rest != 0 {
            let entry = self.free.take_from(0).expect("every entry has a thread");
            let pc = offer.pc[usize::from(offer.threads[rest.trailing_zeros() as usize])];
            for (lane, thread) in members(rest, offer.threads) {
                if offer.pc[thread] == pc {
                    self.of[thread] = entry as u16;
                    self.left[entry] += 1;
                    rest &= !(1 << lane);
                }
            }
            self.counts.entries += 1;
        }
    }

    /// A warp leaves the scheduler.
    pub fn leave<const W: usize>(&mut self, warp: &Formed<W>) {
        self.warps += 1;
        let (mut together, mut parted) = (0, 0);
        for (_, thread) in members(warp.lanes, &warp.threads) {
            let entry = usize::from(self.of[thread]);
            if self.seen[entry] != self.warps {
                self.seen[entry] = self.warps;
                together += 1;
                parted += 1;
            }
            self.left[entry] -= 1;
            if self.left[entry] == 0 {
                self.free.insert(entry);
                parted -= 1;
            }
        }
        self.counts.merges += together - 1;
        self.counts.conflicts += parted;
    }

    /// What the scheduler shows in a cycle.
    pub fn observe(&mut self, status: Status) {
        let counts = &mut self.counts;
        counts.peak_warps = counts.peak_warps.max(status.warps);
        counts.peak_groups = counts.peak_groups.max(status.groups);
    }
}
