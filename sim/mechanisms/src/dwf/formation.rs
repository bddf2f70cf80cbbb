//! What forms warps: the unit `dwf_scheduler`, or a scheduler without limits.

use super::counts::DwfCounts;
use super::warp::Formed;
use heddle_core::Code;
use heddle_memory::DataCache;
use heddle_types::{Cycle, LaneMask, Pc, ThreadId, WordPc};

/// Threads that come back to be regrouped.
#[derive(Clone, Copy)]
pub(crate) struct Offer<'a, const W: usize> {
    /// Lanes with a thread: of their home lanes, in what never was issued and in lane-aware warps.
    pub lanes: LaneMask,
    pub threads: &'a [ThreadId; W],
    /// Next PC of every thread of the core.
    pub pc: &'a [Pc],
    pub code: &'a Code,
    /// Whether the same threads were offered before and not all taken.
    pub again: bool,
}

impl<const W: usize> Offer<'_, W> {
    /// The word that a thread executes next.
    pub fn word(&self, thread: ThreadId) -> WordPc {
        self.code.word(self.pc[thread.index()])
    }
}

/// What became of a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The threads that were offered have been taken.
    pub taken: bool,
    /// A warp leaves.
    pub leaves: bool,
    /// What it does that it must not.
    pub wrong: Option<&'static str>,
}

/// Regroups threads.
pub(crate) trait Formation<const W: usize> {
    /// Whether it is clocked every cycle.
    const EVERY_CYCLE: bool;

    /// Cycles that the way of threads through it is longer than it would be without stages, at least. It can be told of
    /// them that much before their results are there: they are issued no sooner.
    fn extra_latency(&self) -> u64 {
        0
    }

    /// A clock cycle: threads may be offered, a warp may be wanted. A warp that leaves is written
    /// to `warp`, lines that leave the core go past its cache.
    fn cycle(
        &mut self,
        offer: Option<Offer<W>>,
        wanted: bool,
        now: Cycle,
        warp: &mut Formed<W>,
        cache: &mut DataCache,
    ) -> Turn;

    /// A line that it sent, by its number, is written or can be used from a cycle on.
    fn answered(&mut self, _number: usize, _cycle: Cycle) {}

    /// Whether from a cycle on it takes no part in anything until it is told something.
    fn rests(&self, now: Cycle) -> bool;

    /// Whether a cycle in which nothing is offered and no warp is wanted changes nothing.
    fn is_still(&self) -> bool;

    /// A thread has been made.
    fn made(&mut self, _thread: ThreadId) {}

    /// Counts what it holds in the cycles before `now` that were left out.
    fn catch_up(&mut self, now: Cycle);

    /// What it did so far.
    fn counts(&self) -> &DwfCounts;

    /// Shows every thread that it holds; whether it can.
    ///
    /// # Panics
    /// If it finds itself in disorder.
    fn show(&self, see: impl FnMut(ThreadId)) -> bool;
}
