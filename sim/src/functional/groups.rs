//! The threads of a warp by PC and call depth.

use heddle_gpu_core::{FaultReason, Raised};
use heddle_types::{LaneMask, Pc, ThreadId};

/// Threads of a warp that execute together: all are at one PC, in calls of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The next instruction of the threads.
    pub pc: Pc,
    /// Number of calls that each of them has open.
    pub depth: u32,
    /// The threads.
    pub lanes: LaneMask,
}

/// The place of a group among those of its warp: the lowest runs.
pub type Rank = u64;

/// The rank of a group behind every other one.
pub const LAST: Rank = Rank::MAX;

impl Group {
    /// FUN-2: the deepest call first, and of these the lowest PC, as in stack-less reconvergence.
    #[inline(always)]
    pub fn rank(&self) -> Rank {
        Rank::from(!self.depth) << 32 | Rank::from(self.pc.address())
    }

    /// The fault of a thread of the group at its instruction.
    pub fn fault(
        &self,
        thread: ThreadId,
        reason: impl Into<FaultReason>,
        address: Option<u32>,
    ) -> Raised {
        Raised {
            thread,
            pc: self.pc,
            address,
            reason: reason.into(),
        }
    }

    /// The fault of the first thread of the group.
    pub fn fault_of_first(&self, reason: impl Into<FaultReason>) -> Raised {
        let lane = self.lanes.first().unwrap_or(0);
        self.fault(ThreadId::new(lane), reason, None)
    }
}

/// The groups of a warp that can run, the one with the lowest rank first.
#[derive(Clone, Debug)]
pub struct Groups(Vec<Group>);

impl Groups {
    /// No groups of a warp of `width` threads. There are never more groups than threads, so later nothing is allocated.
    pub fn new(width: usize) -> Groups {
        Groups(Vec::with_capacity(width))
    }

    /// The groups in order.
    pub fn iter(&self) -> impl Iterator<Item = &Group> {
        self.0.iter()
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rank of the first group; [`LAST`] if there is none.
    #[inline(always)]
    pub fn first(&self) -> Rank {
        self.0.first().map_or(LAST, Group::rank)
    }

    /// The PC of a group by its place in the order.
    pub fn pc(&self, at: usize) -> Pc {
        self.0[at].pc
    }

    /// Removes all groups.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes a group by its place in the order.
    pub fn take(&mut self, at: usize) -> Group {
        self.0.remove(at)
    }

    /// Adds threads; those at the same PC in calls of the same depth become one group.
    pub fn insert(&mut self, group: Group) {
        let rank = group.rank();
        let at = self.0.iter().position(|other| other.rank() >= rank);
        match at {
            Some(at) if self.0[at].rank() == rank => self.0[at].lanes |= group.lanes,
            Some(at) => self.0.insert(at, group),
            None => self.0.push(group),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(pc: u32, depth: u32, lanes: u64) -> Group {
        Group {
            pc: Pc::new(pc),
            depth,
            lanes: LaneMask::new(lanes),
        }
    }

    #[test]
    fn the_deepest_call_comes_first_and_then_the_lowest_pc() {
        let mut groups = Groups::new(8);
        for one in [
            group(8, 1, 1),
            group(4, 1, 2),
            group(90, 2, 4),
            group(0, 0, 8),
        ] {
            groups.insert(one);
        }
        let lanes: Vec<u64> = groups.iter().map(|group| group.lanes.bits()).collect();
        assert_eq!(lanes, [4, 2, 1, 8]);
        assert_eq!(groups.first(), group(90, 2, 4).rank());
        assert_eq!(groups.take(1), group(4, 1, 2));
    }

    #[test]
    fn threads_at_one_place_become_one_group() {
        let mut groups = Groups::new(8);
        groups.insert(group(8, 1, 1));
        groups.insert(group(8, 2, 2));
        groups.insert(group(8, 1, 4));
        assert_eq!(groups.len(), 2);
        assert_eq!(groups.take(1), group(8, 1, 5));
    }
}
