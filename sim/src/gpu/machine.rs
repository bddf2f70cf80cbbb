//! One clock over all cores: launches, blocks, and the end of both.

use super::dispatch::Dispatcher;
use super::progress::FIRST_WINDOW;
use super::shader_core::{Chip, ShaderCore, Stop};
use crate::mechanism::Scheduler;
use std::sync::atomic::{AtomicU64, Ordering};

/// Cores with their schedulers, and the clock.
pub(crate) struct Machine<S> {
    pub cores: Vec<(ShaderCore, S)>,
    /// For each core, the next cycle in which something can happen.
    next: Vec<u64>,
    /// The cycle that is being simulated; after a launch, the first one that is not.
    pub now: u64,
}

/// Why a launch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Completed,
    Stopped(Stop),
    Deadlock,
    NoProgress,
    CycleLimit,
}

/// What had happened when the watch for progress last looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Watch {
    window: u64,
    /// The next cycle in which to look.
    due: u64,
    progress: u64,
}

impl<S: Scheduler> Machine<S> {
    pub fn new(cores: Vec<(ShaderCore, S)>) -> Self {
        let next = vec![0; cores.len()];
        Machine {
            cores,
            next,
            now: 0,
        }
    }

    /// Runs a launch until it ends, but not beyond cycle `limit`; shows the cycle in `clock`.
    pub fn run(
        &mut self,
        chip: &mut Chip,
        mut blocks: Dispatcher,
        limit: u64,
        clock: &AtomicU64,
    ) -> End {
        let mut watch = Watch {
            window: FIRST_WINDOW,
            due: self.now + FIRST_WINDOW,
            progress: self.progress(chip),
        };
        self.next.fill(self.now);
        let end = loop {
            clock.store(self.now, Ordering::Relaxed);
            self.dispatch(chip, &mut blocks);
            if let Err(stop) = self.cycle(chip) {
                self.now += 1;
                break End::Stopped(stop);
            }
            let next = self.next_cycle(&blocks);
            if next == u64::MAX {
                self.now += 1;
                let left = self.cores.iter().any(|(core, _)| !core.blocks.is_empty());
                break if left { End::Deadlock } else { End::Completed };
            }
            if self.look(chip, &mut watch, next) {
                break End::NoProgress;
            }
            if next >= limit {
                self.now = limit;
                break End::CycleLimit;
            }
            self.now = if S::EVERY_CYCLE { self.now + 1 } else { next };
        };
        for (core, scheduler) in &mut self.cores {
            core.progress.watch(false);
            scheduler.catch_up(core, self.now);
        }
        end
    }

    /// Every core with room takes a block, the first core first.
    fn dispatch(&mut self, chip: &mut Chip, blocks: &mut Dispatcher) {
        if blocks.is_done() {
            return;
        }
        for ((core, scheduler), next) in self.cores.iter_mut().zip(&mut self.next) {
            if blocks.fits(core) {
                let warps = blocks.start(core, chip);
                scheduler.start(core, warps);
                *next = self.now;
            }
        }
    }

    fn cycle(&mut self, chip: &mut Chip) -> Result<(), Stop> {
        for ((core, scheduler), next) in self.cores.iter_mut().zip(&mut self.next) {
            if S::EVERY_CYCLE || *next <= self.now {
                *next = scheduler.cycle(core, chip, self.now)?;
            }
        }
        Ok(())
    }

    /// The next cycle in which something can happen.
    fn next_cycle(&self, blocks: &Dispatcher) -> u64 {
        let fits = !blocks.is_done() && self.cores.iter().any(|(core, _)| blocks.fits(core));
        let next = self.next.iter().copied().min().unwrap_or(u64::MAX);
        if fits { self.now + 1 } else { next }
    }

    /// Grows whenever a launch gets nearer to its end.
    fn progress(&self, chip: &Chip) -> u64 {
        let blocks = self.cores.iter().map(|(core, _)| core.blocks.progress);
        chip.data.changes + blocks.sum::<u64>()
    }

    /// Looks whether all threads run in circles, in each cycle before `next` that this is due in.
    fn look(&mut self, chip: &Chip, watch: &mut Watch, next: u64) -> bool {
        while watch.due <= next {
            if self.is_stuck(chip, watch) {
                self.now = watch.due;
                return true;
            }
            self.watch_on(chip, watch);
        }
        false
    }

    fn is_stuck(&self, chip: &Chip, watch: &Watch) -> bool {
        let mut cores = self.cores.iter();
        self.progress(chip) == watch.progress
            && cores.all(|(core, _)| core.progress.all_stuck(&core.threads))
    }

    /// Begins the next window. Only one in which nothing changed starts the watch, so programs
    /// that get on pay nothing for it.
    fn watch_on(&mut self, chip: &Chip, watch: &mut Watch) {
        let progress = self.progress(chip);
        let quiet = progress == watch.progress;
        watch.window = if quiet {
            2 * watch.window
        } else {
            FIRST_WINDOW
        };
        watch.due += watch.window;
        watch.progress = progress;
        for (core, _) in &mut self.cores {
            core.progress.watch(quiet);
        }
    }
}
