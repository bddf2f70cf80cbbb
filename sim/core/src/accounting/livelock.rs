//! Detects threads that loop without progress, exactly (GPU-10).
//!
//! While memory does not change, the next step of a thread depends only on the thread's registers and PC. A thread
//! that returns to the same PC with the same registers therefore repeats itself for ever, whatever the schedule.
//! Suppose that over a whole window of cycles memory did not change, no barrier opened and no thread exited, and
//! every remaining thread repeated itself, waited at a barrier, or was never chosen. Then nothing will ever change:
//! the program makes no forward progress. (A starved thread could in principle be chosen after the window; the
//! windows grow.)
//!
//! A program that counts or reads the clock while it waits is never in the same state twice; it ends at the cycle
//! limit instead.

use crate::execution::issue::Issue;
use crate::threads::{Threads, WarpThreads};
use heddle_isa::registers::Reservation;
use heddle_types::{Pc, ThreadId};

/// Length of the first window, in cycles.
pub const FIRST_WINDOW: u64 = 1 << 16;

/// What a thread has done in this window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    /// The thread executed nothing.
    #[default]
    Nothing,
    /// The thread executed something, but no branch or jump.
    Straight,
    /// The thread was at the branch or jump at this PC in the state of the snapshot.
    At(Pc),
    /// The thread returned there in the same state.
    Again,
}

/// Everything that a thread's future depends on, besides its PC and memory.
#[derive(Clone, Debug, Default, PartialEq)]
struct Snapshot {
    x: [u32; 32],
    f: [u32; 32],
    fcsr: u32,
    reservation: Option<Reservation>,
}

impl Snapshot {
    fn of(threads: &Threads, thread: ThreadId) -> Self {
        let registers = &threads.registers;
        Snapshot {
            x: std::array::from_fn(|r| registers.x(r as u8, thread)),
            f: std::array::from_fn(|r| registers.f(r as u8, thread)),
            fcsr: registers.fcsr(thread),
            reservation: registers.reservation(thread),
        }
    }
}

/// Watches the threads of a core for livelock.
#[derive(Clone, Debug)]
pub struct LivelockWatch {
    on: bool,
    /// Number of threads of the core.
    threads: usize,
    /// What was seen of each thread; without elements until the watch is first on.
    seen: Vec<Seen>,
    snapshots: Vec<Snapshot>,
}

impl LivelockWatch {
    /// A watch that is switched off.
    pub fn new(threads: usize) -> Self {
        LivelockWatch {
            on: false,
            threads,
            seen: Vec::new(),
            snapshots: Vec::new(),
        }
    }

    /// Whether the watch is on, so that it must see every instruction.
    #[inline(always)]
    pub fn watches(&self) -> bool {
        self.on
    }

    /// Starts a window if `on`, else stops watching.
    pub fn watch(&mut self, on: bool) {
        self.on = on;
        self.seen.clear();
        if on {
            self.seen.resize(self.threads, Seen::Nothing);
            self.snapshots.resize(self.threads, Snapshot::default());
        }
    }

    /// Records an instruction before it executes.
    #[cold]
    pub fn observe(&mut self, threads: &Threads, issue: &Issue) {
        let control = issue.step.is_control();
        for lane in issue.lanes {
            let thread = issue.first + lane;
            self.seen[thread.index()] = match self.seen[thread.index()] {
                Seen::Nothing | Seen::Straight if control => {
                    self.snapshots[thread.index()] = Snapshot::of(threads, thread);
                    Seen::At(issue.pc)
                }
                Seen::Nothing => Seen::Straight,
                Seen::At(pc) if pc == issue.pc && self.is_back(threads, thread) => Seen::Again,
                other => other,
            };
        }
    }

    fn is_back(&self, threads: &Threads, thread: ThreadId) -> bool {
        self.snapshots[thread.index()] == Snapshot::of(threads, thread)
    }

    /// Whether every thread of the core is stuck, as far as this window shows.
    pub fn all_stuck(&self, threads: &Threads) -> bool {
        let mut warps = threads.by_warp();
        self.on && warps.all(|(warp, state)| self.warp_stuck(threads.first(warp), state))
    }

    fn warp_stuck(&self, first: ThreadId, state: &WarpThreads) -> bool {
        let runs = state.live.without(state.waiting());
        runs.iter()
            .all(|lane| match self.seen[(first + lane).index()] {
                Seen::Again => true,
                Seen::Nothing => !state.missing.contains(lane),
                Seen::Straight | Seen::At(_) => false,
            })
    }
}
