//! One clock over all cores: from the start of a launch to its end.
//!
//! Cores are simulated for a quantum of cycles at a time, no longer than the way of an answer from
//! the memory to a core takes, so that within it no core can learn what another does. At its end, in
//! the order of the cores, their stores to global memory and their atomics take effect, their lines
//! are handed over, and new blocks start. Cycles in which nothing can happen are left out, which
//! changes no count.
//!
//! The network takes as long on the way to the memory. So beside the cores, in the same quantum, the
//! memory is simulated for the same cycles with what the cores sent before it: what they send in it
//! comes to the memory later. On the way there lines are simulated for the quantum before. A memory
//! without a network is simulated between quanta.

use super::crew::{Crew, Jobs, Quantum, WHOLE, lock};
use super::field::Field;
use super::machine::{End, Order};
use super::progress::FIRST_WINDOW;
use super::shader_core::Stop;
use super::station::Station;
use crate::mechanism::Scheduler;
use heddle_memory::Backend;
use std::sync::MutexGuard;
use std::sync::atomic::Ordering;

/// How far cores and memory have been simulated.
pub(super) struct Turns {
    /// Cycles for which cores are simulated at a time, at most.
    pub quantum: u64,
    pub now: u64,
}

impl Turns {
    pub fn new(backend: &Backend) -> Self {
        Turns {
            // A core is told of data a cycle before it can use it.
            quantum: backend.lookahead() - 1,
            now: 0,
        }
    }

    /// The end of the quantum of this cycle. Quanta lie in a fixed grid, so that it does not matter
    /// which cycles are left out.
    fn boundary(&self) -> u64 {
        (self.now / self.quantum + 1) * self.quantum
    }
}

/// A launch that runs.
pub(super) struct Clock<'a, S: ?Sized> {
    pub field: &'a Field<S>,
    pub turns: &'a mut Turns,
    pub crew: &'a Crew,
    pub order: Order<'a>,
    /// Blocks that have started.
    pub started: u32,
}

/// What had happened when the watch for progress last looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Watch {
    window: u64,
    /// The next cycle in which to look.
    due: u64,
    progress: u64,
}

impl<S: Scheduler + ?Sized> Clock<'_, S> {
    /// Runs the launch until it ends, and all cores to the same cycle.
    pub fn run(&mut self) -> End {
        let mut end = self.quanta();
        if end == End::Completed {
            self.stations().for_each(|mut station| {
                station.core.cache.flush(self.turns.now);
            });
            end = self.quanta();
        }
        let now = self.turns.now;
        let memory = self.field.memory.read().expect(WHOLE);
        let chip = self.field.chip(self.order, &memory);
        for mut station in self.stations() {
            station.core.progress.watch(false);
            station.finish(&chip, now);
        }
        end
    }

    fn stations(&self) -> impl Iterator<Item = MutexGuard<'_, Station<S>>> + use<'_, S> {
        self.field.stations.iter().map(lock)
    }

    /// Runs until nothing can happen any more, or something is wrong.
    fn quanta(&mut self) -> End {
        let mut watch = Watch {
            window: FIRST_WINDOW,
            due: self.turns.now + FIRST_WINDOW,
            progress: self.progress(),
        };
        let limit = self.order.limit;
        let signs = self.field.signs.iter().zip(self.stations());
        signs.for_each(|(sign, station)| sign.show(&station, self.order.blocks));
        self.exchange(self.turns.now);
        loop {
            self.order.clock.store(self.turns.now, Ordering::Relaxed);
            self.dispatch(watch.due.min(limit));
            let next = self.field.next();
            if next == u64::MAX {
                self.turns.now = self.last();
                return match self.has_threads() {
                    true => End::Deadlock,
                    false => End::Completed,
                };
            }
            if self.look(&mut watch, next) {
                return End::NoProgress;
            }
            if next >= limit {
                self.turns.now = limit;
                return End::CycleLimit;
            }
            self.turns.now = self.turns.now.max(next);
            let until = self.turns.boundary().min(limit).min(watch.due);
            self.simulate(until);
            if let Some((cycle, stop)) = self.exchange(until) {
                self.turns.now = cycle + 1;
                return End::Stopped(stop);
            }
            self.turns.now = until;
        }
    }

    /// Blocks go to cores with room, one to each in turn, the first core first. They start with the
    /// next quantum, or at once if somebody looks before it.
    fn dispatch(&mut self, looks: u64) {
        let before = self.started;
        while self.dispatch_round() {}
        if self.started > before && looks <= self.turns.now {
            self.simulate(self.turns.now);
        }
    }

    /// Whether a core had room.
    fn dispatch_round(&mut self) -> bool {
        let before = self.started;
        for sign in &self.field.signs {
            if self.started < self.order.blocks.blocks() {
                self.started += u32::from(sign.start(self.started, self.turns.now));
            }
        }
        self.started > before
    }

    /// The cycle after the last in which something could happen.
    fn last(&self) -> u64 {
        let ends = self.stations().map(|station| station.end);
        ends.max().unwrap_or(0)
    }

    /// Simulates the cores up to a cycle, and the memory system beside them if it can be. Blocks that
    /// cores got start first.
    fn simulate(&self, until: u64) {
        let from = self.turns.now;
        let work = |quantum, jobs: Jobs| self.field.work(self.order, quantum, jobs);
        self.crew.work(Quantum { from, until }, work);
    }

    /// What the cores did takes effect. The first stop of a core, if one stopped.
    fn exchange(&mut self, until: u64) -> Option<(u64, Stop)> {
        let mut memory = self.field.memory.write().expect(WHOLE);
        let mut first: Option<(u64, Stop)> = None;
        for (station, sign) in self.field.stations.iter().zip(&self.field.signs) {
            if sign.take_news() {
                let mut station = lock(station);
                self.field.commit(&mut station, &mut memory);
                let stops = first.into_iter().chain(station.stopped);
                first = stops.min_by_key(|(cycle, _)| *cycle);
            }
        }
        if !self.field.beside || first.is_some() {
            self.field.serve(until, until);
        }
        first
    }

    /// Grows whenever a launch gets nearer to its end.
    fn progress(&self) -> u64 {
        let of = |core: &super::ShaderCore| core.memory.changes + core.blocks.progress;
        self.stations().map(|station| of(&station.core)).sum()
    }

    /// Looks whether all threads run in circles, in each cycle before `next` that this is due in.
    fn look(&mut self, watch: &mut Watch, next: u64) -> bool {
        while watch.due <= next {
            if self.is_stuck(watch) {
                self.turns.now = watch.due;
                return true;
            }
            self.watch_on(watch);
        }
        false
    }

    /// Without threads, only caches are being flushed.
    fn is_stuck(&self, watch: &Watch) -> bool {
        let stuck = |core: &super::ShaderCore| core.progress.all_stuck(&core.threads);
        self.progress() == watch.progress
            && self.has_threads()
            && self.stations().all(|station| stuck(&station.core))
    }

    fn has_threads(&self) -> bool {
        self.stations()
            .any(|station| !station.core.blocks.is_empty())
    }

    /// Begins the next window. Only one in which nothing changed starts the watch, so programs
    /// that get on pay nothing for it.
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
        for mut station in self.stations() {
            station.core.progress.watch(quiet);
        }
    }
}
