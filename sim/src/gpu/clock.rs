//! One clock over all cores: from the start of a launch to its end.
//!
//! Cores are simulated for a quantum of cycles at a time, no longer than the fastest answer of the
//! memory takes, so that within it no core can learn what another does. At its end, in the order of
//! the cores, their stores to global memory and their atomics take effect, their lines go out, the
//! memory system is simulated for the same cycles, and new blocks start. Cycles in which nothing
//! can happen are left out, which changes no count.

use super::crew::{Crew, lock};
use super::dispatch::Dispatcher;
use super::machine::{End, Field, Order, Share};
use super::progress::FIRST_WINDOW;
use super::shader_core::Stop;
use super::station::Station;
use crate::mechanism::Scheduler;
use crate::memory::beyond::{Beyond, Reply};
use std::sync::MutexGuard;
use std::sync::atomic::Ordering;

/// The memory system, and how far it and the cores have been simulated.
pub(super) struct Turns {
    pub beyond: Beyond,
    replies: Vec<Reply>,
    quantum: u64,
    pub now: u64,
}

impl Turns {
    pub fn new(beyond: Beyond) -> Self {
        Turns {
            // A core is told of data a cycle before it can use it.
            quantum: beyond.lookahead() - 1,
            beyond,
            replies: Vec::new(),
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
    pub helpers: usize,
    pub order: Order<'a>,
    pub blocks: Dispatcher<'a>,
}

/// What had happened when the watch for progress last looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Watch {
    window: u64,
    /// The next cycle in which to look.
    due: u64,
    progress: u64,
}

const WHOLE: &str = "a host thread that panics ends the run";

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
        let signs = &self.field.signs;
        signs
            .iter()
            .for_each(|sign| sign.news.store(true, Ordering::Relaxed));
        self.exchange(self.turns.now);
        loop {
            self.order.clock.store(self.turns.now, Ordering::Relaxed);
            self.dispatch();
            let next = self.next();
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
            self.cores(until);
            if let Some((cycle, stop)) = self.exchange(until) {
                self.turns.now = cycle + 1;
                return End::Stopped(stop);
            }
            self.turns.now = until;
        }
    }

    /// Blocks go to cores with room, one to each in turn, the first core first.
    fn dispatch(&mut self) {
        while !self.blocks.is_done() && self.dispatch_round() {}
    }

    /// Whether a core had room.
    fn dispatch_round(&mut self) -> bool {
        let before = self.blocks.started();
        let now = self.turns.now;
        let memory = self.field.memory.read().expect(WHOLE);
        let chip = self.field.chip(self.order, &memory);
        for (station, sign) in self.field.stations.iter().zip(&self.field.signs) {
            let mut station = lock(station);
            if self.blocks.fits(&station.core) {
                sign.next.store(now, Ordering::Relaxed);
                station.pass(&chip, now);
                let races = self.field.races.as_ref();
                let mut races = races.map(|races| races.lock().expect(WHOLE));
                let warps = self.blocks.start(&mut station.core, races.as_deref_mut());
                station.start(warps, now);
            }
        }
        self.blocks.started() > before
    }

    /// The next cycle in which something can happen.
    fn next(&self) -> u64 {
        let signs = self.field.signs.iter();
        let nexts = signs.map(|sign| sign.next.load(Ordering::Relaxed));
        nexts.fold(self.turns.beyond.next(), u64::min)
    }

    /// The cycle after the last in which something could happen.
    fn last(&self) -> u64 {
        let ends = self.stations().map(|station| station.end);
        ends.max().unwrap_or(0)
    }

    /// Simulates the cores up to a cycle.
    fn cores(&self, until: u64) {
        let share = Share::first(self.helpers + 1);
        let work = |until| self.field.work(share, self.order, until);
        self.crew.share(self.helpers, until, work);
    }

    /// What the cores did takes effect, and the memory system is simulated up to a cycle. The first
    /// stop of a core, if one stopped.
    fn exchange(&mut self, until: u64) -> Option<(u64, Stop)> {
        let Turns {
            beyond, replies, ..
        } = self.turns;
        let mut memory = self.field.memory.write().expect(WHOLE);
        let mut first: Option<(u64, Stop)> = None;
        for (station, sign) in self.field.stations.iter().zip(&self.field.signs) {
            if !sign.news.swap(false, Ordering::Relaxed) {
                continue;
            }
            let mut station = lock(station);
            let core = &mut station.core;
            core.memory.commit(&mut core.threads.registers, &mut memory);
            core.cache.sent().for_each(|packet| beyond.send(packet));
            let stops = first.into_iter().chain(station.stopped);
            first = stops.min_by_key(|(cycle, _)| *cycle);
        }
        // An empty one stays behind: the next launch may begin before the quantum ends.
        if beyond.next() != u64::MAX {
            beyond.advance(until, replies);
        }
        for reply in replies.drain(..) {
            let core = usize::from(reply.core);
            let mut station = lock(&self.field.stations[core]);
            station.post(reply);
            let next = station.next();
            self.field.signs[core].next.store(next, Ordering::Relaxed);
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
