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
    /// What forms its warps.
    pub scheduler: Box<S>,
    /// The cycles after the last one that was simulated, if nothing comes to the core.
    pause: Pause,
    /// What memory has answered and the core has not been told, in order.
    inbox: VecDeque<Reply>,
    woken: Vec<Waiter>,
    /// Cycles before this one are past.
    simulated: Cycle,
    /// The first cycle after the last in which something could happen.
    pub end: Cycle,
    /// Why the core stopped, and in which cycle.
    pub stopped: Option<(Cycle, Stop)>,
    /// Whether no cycle is left out, whatever the scheduler needs.
    every_cycle: bool,
}

impl<S: Scheduler + ?Sized> CoreRunner<S> {
    /// A core out of reset. It is clocked from the first cycle on, also where no block comes to it for
    /// long: some schedulers begin something of themselves then, such as a walk over a memory that has to
    /// be cleared.
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

    /// Whether each cycle is simulated, also one in which nothing can happen.
    fn sees_every_cycle(&self) -> bool {
        self.every_cycle || self.scheduler.every_cycle()
    }

    /// Lets the cycles before `until` pass, in which nothing happens, if each is to be seen.
    fn pass(&mut self, chip: &Chip, until: Cycle) {
        while self.sees_every_cycle() && self.simulated < until && self.stopped.is_none() {
            self.cycle(chip, self.simulated);
        }
    }

    /// Starts a block, whose threads can run from a cycle on.
    pub fn start(&mut self, chip: &Chip, blocks: &Dispatcher, number: u32, now: Cycle) {
        self.pass(chip, now);
        let warps = blocks.start(number, &mut self.core, chip.races);
        self.scheduler.start(&mut self.core, warps);
        self.pause.next = now;
    }

    /// Memory has answered.
    pub fn post(&mut self, reply: Reply) {
        self.inbox.push_back(reply);
    }

    /// The next cycle in which something can happen; [`Cycle::NEVER`] if nothing will unless threads are
    /// placed.
    pub fn next(&self) -> Cycle {
        let told = self.inbox.front().map_or(Cycle::NEVER, told_in);
        self.pause.next.min(told)
    }

    /// Whether something is to be taken from the core at the end of the quantum.
    pub fn has_news(&self) -> bool {
        let core = &self.core;
        core.memory.has_written_down() || core.cache.has_sent() || self.stopped.is_some()
    }

    /// Simulates the cycles before `until`, or up to the one in which the core stops. A core in which
    /// nothing can happen any more stays behind.
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
            self.cycle(chip, now);
            if next <= now {
                self.end = now + 1;
            }
        }
    }

    fn cycle(&mut self, chip: &Chip, now: Cycle) {
        let CoreRunner {
            core,
            scheduler,
            inbox,
            woken,
            ..
        } = self;
        let left_out = now - self.simulated;
        core.cache.begin_cycle(left_out);
        if left_out > 0 {
            core.stalled(self.pause.reason, left_out);
        }
        while let Some(reply) = inbox.pop_front_if(|reply| told_in(reply) <= now) {
            core.cache.reply(reply, |waiter| woken.push(waiter));
            for waiter in woken.drain(..) {
                scheduler.data(core, waiter, now);
            }
        }
        match scheduler.clock(core, chip, now) {
            Ok(pause) => self.pause = pause,
            Err(stop) => self.stopped = Some((now, stop)),
        }
        core.counts.activity.live = core.blocks.live;
        self.simulated = now + 1;
    }

    /// The launch has ended before cycle `end`: catches up with it. A core may have been ahead of one
    /// that stopped.
    pub fn finish(&mut self, chip: &Chip, end: Cycle) {
        let end = end.max(self.simulated);
        self.pass(chip, end);
        let left_out = end - self.simulated;
        self.core.cache.begin_cycle(left_out);
        self.core.stalled(self.pause.reason, left_out);
        self.scheduler.finish(end);
        self.simulated = end;
    }
}

/// The core is told of data one cycle before the data can be used.
pub(super) fn told_in(reply: &Reply) -> Cycle {
    reply.cycle - 1
}
