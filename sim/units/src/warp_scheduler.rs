//! Any of the golden group schedulers of dynamic warp formation: fung2009, section 4.4.

use super::majority_scheduler::{MajorityScheduler, OwedScheduler};
use super::timestamp_queue::TimestampQueue;
use super::tournament_scheduler::TournamentScheduler;
use super::warp_groups::{Group, Issued, Link, Update};
use super::winner_tree::WinnerTree;
use heddle_contract::units::dwf_scheduler::Scheduler;
use heddle_contract::units::warp_scheduler::Params;
use heddle_contract::{Golden, Words};

/// Any of the group schedulers.
#[derive(Clone, Debug, PartialEq, Words)]
pub enum GroupScheduler {
    /// Groups in a heap.
    Majority(MajorityScheduler),
    /// Groups in a heap whose updates take effect at once; a golden experiment (DWF-54).
    Owed(OwedScheduler),
    /// Groups under a tree of comparators.
    Tournament(TournamentScheduler),
    /// Groups under a tree of winners in stages.
    WinnerTree(WinnerTree),
    /// Warps in order of arrival.
    Timestamp(TimestampQueue),
}

/// Calls a method of the active variant.
macro_rules! each {
    ($self:ident, $scheduler:ident => $what:expr) => {
        match $self {
            GroupScheduler::Majority($scheduler) => $what,
            GroupScheduler::Owed($scheduler) => $what,
            GroupScheduler::Tournament($scheduler) => $what,
            GroupScheduler::WinnerTree($scheduler) => $what,
            GroupScheduler::Timestamp($scheduler) => $what,
        }
    };
}

impl GroupScheduler {
    /// A scheduler of this kind in its reset state.
    pub fn new(scheduler: Scheduler, params: &Params) -> Self {
        match scheduler {
            Scheduler::Majority => Self::Majority(MajorityScheduler::new(params)),
            Scheduler::Tournament => Self::Tournament(TournamentScheduler::new(params)),
            Scheduler::WinnerTree => Self::WinnerTree(WinnerTree::new(params)),
            Scheduler::Timestamp => Self::Timestamp(TimestampQueue::new(params)),
        }
    }

    /// Whether updates can be taken in this cycle.
    #[inline]
    pub fn is_ready(&self) -> bool {
        each!(self, scheduler => scheduler.is_ready())
    }

    /// Number of updates that fit, whatever they are and whatever happens to the queued ones.
    #[inline]
    pub fn room(&self) -> u64 {
        each!(self, scheduler => scheduler.room())
    }

    /// The warp that is issued next.
    #[inline]
    pub fn choice(&self) -> Option<u64> {
        each!(self, scheduler => scheduler.choice())
    }

    /// Number of groups held, the chosen one included; of warps, where they are not grouped.
    #[inline]
    pub fn count(&self) -> u64 {
        each!(self, scheduler => scheduler.count())
    }

    /// Whether groups are held but none is chosen.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        each!(self, scheduler => scheduler.is_waiting())
    }

    /// The scheduler with a heap, if it is one, whenever its updates take effect.
    #[inline]
    pub fn with_heap(&self) -> Option<&MajorityScheduler> {
        match self {
            GroupScheduler::Majority(majority) => Some(majority),
            GroupScheduler::Owed(owed) => Some(owed.scheduler()),
            GroupScheduler::Tournament(_)
            | GroupScheduler::WinnerTree(_)
            | GroupScheduler::Timestamp(_) => None,
        }
    }

    /// Passes PC and number of threads of each group that waits to be chosen, in the order of its place, to `see`. Warps in order
    /// of arrival are in no groups.
    pub fn each_group(&self, mut see: impl FnMut(u64, u64)) {
        let mut group = |group: &Group| see(group.pc, group.threads);
        match self {
            GroupScheduler::Majority(_) | GroupScheduler::Owed(_) => {
                let heap = self.with_heap().map(MajorityScheduler::heap);
                let entries = heap.into_iter().flat_map(|heap| heap.entries());
                entries.for_each(|entry| group(&entry.group));
            }
            GroupScheduler::Tournament(tournament) => tournament.groups().for_each(group),
            GroupScheduler::WinnerTree(tree) => tree.groups().for_each(group),
            GroupScheduler::Timestamp(_) => {}
        }
    }

    /// Whether a cycle without update and issue changes nothing.
    #[inline]
    pub fn is_still(&self) -> bool {
        each!(self, scheduler => scheduler.is_still())
    }

    /// The clock edge. Updates must have different PCs, and need a scheduler that is ready and has room. The chosen
    /// warp may only be issued in cycles without updates. Returns the links by which lists in the pool grow at this
    /// edge.
    #[inline]
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        each!(self, scheduler => scheduler.clock(updates, issued))
    }
}
