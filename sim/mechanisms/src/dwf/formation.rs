//! The formation of warps: by the unit `dwf_scheduler`, or by a scheduler without limits.

use super::counts::DwfCounts;
use super::warp::Formed;
use heddle_gpu_core::{Chip, Code, Contents, Peaks, Room};
use heddle_memory::DataCache;
use heddle_types::{Cycle, LaneMask, Pc, ThreadId, WordPc};

/// Threads that return to the scheduler to be regrouped.
#[derive(Clone, Copy)]
pub(crate) struct Offer<'a, const W: usize> {
    /// Lanes with a thread. The lanes belong to the home lanes of their threads if the threads were never issued, or
    /// if warps are lane-aware.
    pub lanes: LaneMask,
    pub threads: &'a [ThreadId; W],
    /// The next PC of every thread of the core.
    pub pc: &'a [Pc],
    pub code: &'a Code,
    /// Whether the same threads were offered in the cycle before and not all of them were taken.
    pub again: bool,
}

impl<const W: usize> Offer<'_, W> {
    /// The next word of a thread.
    pub fn word(&self, thread: ThreadId) -> WordPc {
        self.code.word(self.pc[thread.index()])
    }
}

/// The result of a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turn {
    /// All offered threads have been taken.
    pub taken: bool,
    /// A warp leaves.
    pub leaves: bool,
    /// Violation of the contract by the scheduler, if it committed one.
    pub wrong: Option<&'static str>,
}

/// A scheduler that regroups threads.
pub(crate) trait Formation<const W: usize> {
    /// Whether the scheduler must be clocked in every cycle.
    const EVERY_CYCLE: bool;

    /// Minimum number of cycles that the stages of the scheduler add to the path of threads through it. Threads can
    /// be handed to the scheduler that many cycles before their results are available: they are not issued any
    /// earlier.
    fn extra_latency(&self) -> u64 {
        0
    }

    /// Simulates a clock cycle, in which threads may be offered and a warp may be requested. A warp that leaves is
    /// written to `warp`; lines that leave the core bypass its cache.
    fn cycle(
        &mut self,
        offer: Option<Offer<W>>,
        wanted: bool,
        now: Cycle,
        warp: &mut Formed<W>,
        cache: &mut DataCache,
    ) -> Turn;

    /// The line with this number that the scheduler sent has been written, or can be used from a cycle on.
    fn answered(&mut self, _number: usize, _cycle: Cycle) {}

    /// Whether the scheduler is idle from a cycle on until it receives an input.
    fn rests(&self, now: Cycle) -> bool;

    /// Whether a cycle in which no threads are offered and no warp is requested changes nothing.
    fn is_still(&self) -> bool;

    /// A new thread has been created.
    fn made(&mut self, _thread: ThreadId) {}

    /// Counts what the scheduler holds in the cycles before `now` that were left out.
    fn catch_up(&mut self, now: Cycle);

    /// The counts so far.
    fn counts(&self) -> &DwfCounts;

    /// As [`Scheduler::take_room`](heddle_gpu_core::Scheduler::take_room).
    fn take_room(&mut self) -> Room;

    /// As [`Scheduler::holds`](heddle_gpu_core::Scheduler::holds).
    fn holds(&self) -> Peaks {
        Peaks::default()
    }

    /// Fills the tables of the mechanism, if the scheduler shows what it holds.
    fn show_tables(&self, _chip: &Chip, _contents: &mut Contents) {}

    /// Passes every thread that the scheduler holds to `see`; returns whether it can.
    ///
    /// # Panics
    /// If the data structures of the scheduler are inconsistent.
    fn show(&self, see: impl FnMut(ThreadId)) -> bool;
}
