//! One clock for all cores: from the start of a launch to its end.
//!
//! MEM-1: cores are simulated for a quantum of cycles at a time. A quantum is no longer than a reply takes from the memory
//! to a core, so within it no core can learn what another one does. At the end of a quantum, in the order of the
//! cores, the stores to global memory and the atomics take effect, the lines that left the cores are handed to the
//! memory system, and new blocks start. Cycles in which nothing can happen are left out, which changes no count.
//!
//! The network takes as long in the direction of the memory. So the memory system can be simulated in parallel with
//! the cores, for the same cycles, with the packets that the cores sent before the quantum: packets sent within the
//! quantum reach the memory modules later. The request crossbar is simulated one quantum behind. A memory without a
//! network is simulated between quanta.

use super::core_runner::CoreRunner;
use super::launch::{LaunchContext, LaunchEnd};
use super::shared_state::SharedState;
use super::worker_pool::{Jobs, Quantum, WHOLE, WorkerPool, lock};
use crate::accounting::livelock::FIRST_WINDOW;
use crate::scheduler::Scheduler;
use crate::shader_core::{ShaderCore, Stop};
use heddle_memory::Backend;
use heddle_types::Cycle;
use std::sync::MutexGuard;
use std::sync::atomic::Ordering;

/// How far the cores and the memory system have been simulated.
pub(super) struct SimulatedTime {
    /// The largest number of cycles for which cores are simulated at a time.
    pub quantum: u64,
    pub now: Cycle,
}

impl SimulatedTime {
    pub fn new(backend: &Backend) -> Self {
        SimulatedTime {
            // A core is notified of data one cycle before it can use the data.
            quantum: backend.lookahead() - 1,
            now: Cycle::ZERO,
        }
    }

    /// The end of the quantum that contains this cycle. Quanta lie on a fixed grid, so that the result does not
    /// depend on which cycles are left out.
    fn boundary(&self) -> Cycle {
        self.now.next_multiple_of(self.quantum)
    }
}

/// A running launch.
pub(super) struct LaunchClock<'a, S: ?Sized> {
    pub shared: &'a SharedState<S>,
    pub time: &'a mut SimulatedTime,
    pub pool: &'a WorkerPool,
    pub launch: LaunchContext<'a>,
    /// Number of blocks that have started.
    pub started: u32,
}

/// The state when the check for progress last ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Watch {
    window: u64,
    /// The cycle of the next check.
    due: Cycle,
    progress: u64,
}

impl<S: Scheduler + ?Sized> LaunchClock<'_, S> {
    /// Runs the launch until it ends, and brings all cores to the same cycle.
    pub fn run(&mut self) -> LaunchEnd {
        let mut end = self.quanta();
        if end == LaunchEnd::Completed {
            self.cores().for_each(|mut runner| {
                runner.core.cache.flush(self.time.now);
            });
            end = self.quanta();
        }
        let now = self.time.now;
        let memory = self.shared.memory.read().expect(WHOLE);
        let chip = self.shared.chip(self.launch, &memory);
        for mut runner in self.cores() {
            runner.core.livelock.watch(false);
            runner.finish(&chip, now);
            if let Some(observer) = chip.observer {
                runner.core.show_logs(observer);
            }
        }
        if let Some(observer) = chip.observer {
            observer.reached(now);
        }
        end
    }

    fn cores(&self) -> impl Iterator<Item = MutexGuard<'_, CoreRunner<S>>> + use<'_, S> {
        self.shared.cores.iter().map(lock)
    }

    /// Runs until nothing can happen any more, or the launch has to be stopped.
    fn quanta(&mut self) -> LaunchEnd {
        let mut watch = Watch {
            window: FIRST_WINDOW,
            due: self.time.now + FIRST_WINDOW,
            progress: self.progress(),
        };
        let limit = self.launch.limit;
        let mailboxes = self.shared.mailboxes.iter().zip(self.cores());
        mailboxes.for_each(|(mailbox, runner)| mailbox.show(&runner, self.launch.blocks));
        self.exchange(self.time.now);
        loop {
            self.launch
                .clock
                .store(self.time.now.number(), Ordering::Relaxed);
            self.dispatch(watch.due.min(limit));
            let next = self.shared.next();
            if next == Cycle::NEVER {
                self.time.now = self.last();
                return match self.has_threads() {
                    true => LaunchEnd::Deadlock,
                    false => LaunchEnd::Completed,
                };
            }
            if self.look(&mut watch, next) {
                return LaunchEnd::NoProgress;
            }
            if next >= limit {
                self.time.now = limit;
                return LaunchEnd::CycleLimit;
            }
            self.time.now = self.time.now.max(next);
            let until = self.time.boundary().min(limit).min(watch.due);
            self.simulate(until);
            if let Some((cycle, stop)) = self.exchange(until) {
                self.time.now = cycle + 1;
                return LaunchEnd::Stopped(stop);
            }
            self.time.now = until;
            if let Some(observer) = self.launch.observer {
                observer.reached(until);
            }
        }
    }

    /// Dispatches blocks to cores with room: one to each core in turn, the first core first (GPU-11). The blocks start with
    /// the next quantum, or at once if the check for progress in cycle `looks` comes before it.
    fn dispatch(&mut self, looks: Cycle) {
        let before = self.started;
        while self.dispatch_round() {}
        if self.started > before && looks <= self.time.now {
            self.simulate(self.time.now);
        }
    }

    /// Dispatches at most one block to each core; returns whether any core had room.
    fn dispatch_round(&mut self) -> bool {
        let before = self.started;
        for mailbox in &self.shared.mailboxes {
            if self.started < self.launch.blocks.blocks() {
                self.started += u32::from(mailbox.start(self.started, self.time.now));
            }
        }
        self.started > before
    }

    /// The first cycle after the last one in which something could happen.
    fn last(&self) -> Cycle {
        let ends = self.cores().map(|runner| runner.end);
        ends.max().unwrap_or(Cycle::ZERO)
    }

    /// Simulates the cores up to a cycle, in parallel with the memory system where that is possible. Blocks that the
    /// cores were given start first.
    fn simulate(&self, until: Cycle) {
        let from = self.time.now;
        let work = |quantum, jobs: Jobs| self.shared.work(self.launch, quantum, jobs);
        let quantum = Quantum { from, until };
        // If only one core has something to do, helpers would only be waited for.
        match self.pool.helpers().is_empty() || self.shared.active_cores(until) < 2 {
            true => self.pool.work_alone(quantum, work),
            false => self.pool.work(quantum, work),
        }
        if let Some(times) = self.launch.times {
            times.end_quantum();
        }
    }

    /// Makes the stores, atomics and packets of the cores take effect. Returns the earliest stop of a core, if one
    /// stopped.
    fn exchange(&mut self, until: Cycle) -> Option<(Cycle, Stop)> {
        let mut memory = self.shared.memory.write().expect(WHOLE);
        let mut first: Option<(Cycle, Stop)> = None;
        for (runner, mailbox) in self.shared.cores.iter().zip(&self.shared.mailboxes) {
            if mailbox.take_news() {
                let mut runner = lock(runner);
                self.shared.commit(&mut runner, &mut memory);
                let stops = first.into_iter().chain(runner.stopped);
                first = stops.min_by_key(|(cycle, _)| *cycle);
            }
        }
        if !self.shared.beside || first.is_some() {
            self.shared.serve(until, until);
        }
        first
    }

    /// A number that grows whenever the launch makes progress.
    fn progress(&self) -> u64 {
        let of = |core: &ShaderCore| core.memory.changes + core.blocks.progress;
        self.cores().map(|runner| of(&runner.core)).sum()
    }

    /// Checks whether all threads loop without progress, for each check that is due up to cycle `next`.
    fn look(&mut self, watch: &mut Watch, next: Cycle) -> bool {
        while watch.due <= next {
            if self.is_stuck(watch) {
                self.time.now = watch.due;
                return true;
            }
            self.watch_on(watch);
        }
        false
    }

    /// Whether all threads are stuck. A launch without threads is not: its caches are still being flushed.
    fn is_stuck(&self, watch: &Watch) -> bool {
        let stuck = |core: &ShaderCore| core.livelock.all_stuck(&core.threads);
        self.progress() == watch.progress
            && self.has_threads()
            && self.cores().all(|runner| stuck(&runner.core))
    }

    fn has_threads(&self) -> bool {
        self.cores().any(|runner| !runner.core.blocks.is_empty())
    }

    /// Begins the next window. The watch is switched on only after a window without any change, so programs that make
    /// progress pay nothing for it.
    fn watch_on(&mut self, watch: &mut Watch) {
        let progress = self.progress();
        let quiet = progress == watch.progress;
        watch.window = if quiet {
            2 * watch.window
        } else {
            FIRST_WINDOW
        };
        watch.due += watch.window;
        watch.progress = progress;
        for mut runner in self.cores() {
            runner.core.livelock.watch(quiet);
        }
    }
}
