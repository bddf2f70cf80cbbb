//! A core with its scheduler, simulated for a quantum of cycles at a time.

use super::dispatch::Dispatcher;
use crate::accounting::stall::Stall;
use crate::scheduler::{Pause, Scheduler};
use crate::shader_core::{Chip, ShaderCore, Stop};
use heddle_memory::Reply;
use heddle_memory::Waiter;
use heddle_types::Cycle;
use std::collections::VecDeque;

/// A core with its scheduler.
pub struct CoreRunner<S: ?Sized> {
    /// The core.
    pub core: ShaderCore,
    /// The scheduler, which forms the core's warps.
    pub scheduler: Box<S>,
    /// The cycles after the last simulated one that can be left out if the core receives nothing.
    pause: Pause,
    /// Replies of the memory that the core has not been notified of, in order.
    inbox: VecDeque<Reply>,
    woken: Vec<Waiter>,
    /// The first cycle that has not been simulated.
    simulated: Cycle,
    /// The first cycle after the last one in which something could happen.
    pub end: Cycle,
    /// Why the core stopped, and in which cycle.
    pub stopped: Option<(Cycle, Stop)>,
    /// Whether every cycle is simulated, whatever the scheduler needs.
    every_cycle: bool,
}

impl<S: Scheduler + ?Sized> CoreRunner<S> {
    /// A core out of reset. It is clocked from the first cycle on (COS-8), even if no block is placed on it for a long time:
    /// some schedulers have start-up work of their own, such as a walk over a memory that has to be cleared.
    pub fn new(core: ShaderCore, scheduler: Box<S>, every_cycle: bool) -> Self {
        CoreRunner {
            core,
            scheduler,
            pause: Pause {
                reason: Stall::Idle,
                next: Cycle::ZERO,
            },
            inbox: VecDeque::new(),
            woken: Vec::new(),
            simulated: Cycle::ZERO,
            end: Cycle::ZERO,
            stopped: None,
            every_cycle,
        }
    }

    /// Whether every cycle is simulated, even one in which nothing can happen.
    fn sees_every_cycle(&self) -> bool {
        self.every_cycle || self.scheduler.every_cycle()
    }

    /// Simulates the cycles before `until`, in which nothing happens, if every cycle has to be simulated.
    fn pass(&mut self, chip: &Chip, until: Cycle) {
        while self.sees_every_cycle() && self.simulated < until && self.stopped.is_none() {
            self.run(chip, self.simulated, self.simulated + 1);
        }
    }

    /// Starts a block, whose threads can run from cycle `now` on.
    pub fn start(&mut self, chip: &Chip, blocks: &Dispatcher, number: u32, now: Cycle) {
        self.pass(chip, now);
        let warps = blocks.start(number, &mut self.core, chip.races);
        self.scheduler.start(&mut self.core, warps);
        self.pause.next = now;
    }

    /// Receives a reply of the memory.
    pub fn post(&mut self, reply: Reply) {
        self.inbox.push_back(reply);
    }

    /// The next cycle in which something can happen; [`Cycle::NEVER`] if nothing will happen until threads are
    /// placed.
    pub fn next(&self) -> Cycle {
        let notified = self.inbox.front().map_or(Cycle::NEVER, notified_at);
        self.pause.next.min(notified)
    }

    /// Whether the clock has to collect something from the core at the end of the quantum.
    pub fn has_news(&self) -> bool {
        let core = &self.core;
        core.memory.has_written_down() || core.cache.has_sent() || self.stopped.is_some()
    }

    /// Simulates the cycles before `until`, or up to the one in which the core stops. A core in which nothing can
    /// happen any more is not advanced to `until`.
    pub fn advance(&mut self, chip: &Chip, until: Cycle) {
        let every_cycle = self.sees_every_cycle();
        while self.stopped.is_none() {
            let next = self.next();
            if next == Cycle::NEVER || next >= until && !every_cycle {
                return;
            }
            let now = if every_cycle { self.simulated } else { next };
            if now >= until {
                return;
            }
            let until = if every_cycle { now + 1 } else { until };
            self.run(chip, now, until);
            if next <= now {
                self.end = self.simulated;
            }
        }
    }

    /// Simulates cycle `now` and, until a reply arrives, those before `until` in which something can happen.
    fn run(&mut self, chip: &Chip, now: Cycle, until: Cycle) {
        let CoreRunner {
            core,
            scheduler,
            inbox,
            woken,
            ..
        } = self;
        core.begin_cycle(now - self.simulated, self.pause.reason);
        while let Some(reply) = inbox.pop_front_if(|reply| notified_at(reply) <= now) {
            core.cache.reply(reply, |waiter| woken.push(waiter));
            for waiter in woken.drain(..) {
                scheduler.data(core, waiter, now);
            }
        }
        let until = inbox
            .front()
            .map_or(until, |reply| until.min(notified_at(reply)));
        let (last, outcome) = scheduler.run(core, chip, now, until);
        match outcome {
            Ok(pause) => self.pause = pause,
            Err(stop) => self.stopped = Some((last, stop)),
        }
        self.simulated = last + 1;
    }

    /// Catches up with the end of the launch, before cycle `end`. A core may already have been simulated beyond the
    /// cycle in which another one stopped.
    pub fn finish(&mut self, chip: &Chip, end: Cycle) {
        let end = end.max(self.simulated);
        self.pass(chip, end);
        let left_out = end - self.simulated;
        self.core.begin_cycle(left_out, self.pause.reason);
        self.scheduler.finish(end);
        self.simulated = end;
    }
}

/// The cycle in which the core is notified of a reply: one cycle before the data can be used.
pub(super) fn notified_at(reply: &Reply) -> Cycle {
    reply.cycle - 1
}
