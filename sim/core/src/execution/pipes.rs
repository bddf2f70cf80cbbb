//! The pipes of a core: which instruction can be issued, and how long it holds its pipe.

use super::code::{Code, Route, Step};
use heddle_contract::Config;
use heddle_contract::config::Pipes as Which;
use heddle_types::{Cycle, Pc, WarpId, WarpMask};

const FPU: usize = 0;
const EM: usize = 1;
const SEND: usize = 2;

/// See the [module](self). A machine with one pipe uses only the first.
///
/// A core looks at one instruction in each cycle, and issues it if a pipe can take it. Otherwise the warp of the
/// instruction is set aside until such a pipe is free, and in the next cycle another warp gets its turn.
#[derive(Clone, Debug)]
pub struct Pipes {
    one: bool,
    /// The first cycle in which each pipe is free.
    free: [Cycle; 3],
    /// Warps that were set aside, by route.
    aside: [WarpMask; 4],
}

impl Pipes {
    /// All pipes free.
    pub fn new(config: &Config) -> Self {
        Pipes {
            one: config.pipeline.pipes == Which::One,
            free: [Cycle::ZERO; 3],
            aside: [WarpMask::NONE; 4],
        }
    }

    /// Whether the core has a single pipe, which takes any instruction when it is free.
    pub fn is_one(&self) -> bool {
        self.one
    }

    /// Number of pipes.
    pub fn count(config: &Config) -> usize {
        match config.pipeline.pipes {
            Which::One => 1,
            Which::FpuEmSend => 3,
        }
    }

    /// The pipe that can take an instruction first; of two free pipes, the one that has been free for longer.
    #[inline(always)]
    fn pipe(&self, route: Route) -> usize {
        // CPT-16: where both take an instruction, the one that has been free for longer.
        match route {
            _ if self.one => FPU,
            Route::Fpu => FPU,
            Route::Em => EM,
            Route::Send => SEND,
            Route::Either if self.free[FPU] < self.free[EM] => FPU,
            Route::Either => EM,
        }
    }

    /// The first cycle in which a pipe can take the instruction.
    #[inline(always)]
    pub fn free_for(&self, step: &Step) -> Cycle {
        self.free[self.pipe(step.route)]
    }

    /// The first cycle in which any pipe is free.
    #[inline(always)]
    pub fn first_free(&self) -> Cycle {
        match self.one {
            true => self.free[FPU],
            false => self.free[FPU].min(self.free[EM]).min(self.free[SEND]),
        }
    }

    /// Issues an instruction in cycle `start`, which holds its pipe for `cycles` cycles.
    #[inline(always)]
    pub fn take(&mut self, step: &Step, start: Cycle, cycles: u64) {
        self.free[self.pipe(step.route)] = start + cycles;
    }

    /// The ready warps that a core may look at in cycle `now`.
    #[inline(always)]
    pub fn worth_a_look(&self, ready: WarpMask, now: Cycle) -> WarpMask {
        match now < self.first_free() {
            true => WarpMask::NONE,
            false if self.one => ready,
            false => ready.without(self.waiting(now)),
        }
    }

    /// Warps that were set aside and whose pipe is still taken.
    fn waiting(&self, now: Cycle) -> WarpMask {
        let busy = |(route, aside)| match self.free[self.pipe(route)] > now {
            true => aside,
            false => WarpMask::NONE,
        };
        let busy = self.set_aside().map(busy);
        busy.fold(WarpMask::NONE, |all, warps| all | warps)
    }

    fn set_aside(&self) -> impl Iterator<Item = (Route, WarpMask)> {
        let routes = [Route::Fpu, Route::Em, Route::Either, Route::Send];
        routes.into_iter().zip(self.aside)
    }

    /// Whether a warp's instruction has to wait for its pipe. If so, the warp is set aside.
    #[inline(always)]
    pub fn refuse(&mut self, code: &Code, pc: Pc, warp: WarpId, now: Cycle) -> bool {
        !self.one && self.busy(code, pc, warp, now)
    }

    fn busy(&mut self, code: &Code, pc: Pc, warp: WarpId, now: Cycle) -> bool {
        let Some(step) = code.step(pc) else {
            return false;
        };
        let refused = self.free_for(step) > now;
        self.put_back(WarpMask::single(warp));
        if refused {
            self.aside[step.route as usize].insert(warp);
        }
        refused
    }

    /// Forgets that these warps were set aside: their next instructions are not known.
    #[inline(always)]
    pub fn put_back(&mut self, warps: WarpMask) {
        if !self.one {
            for aside in &mut self.aside {
                *aside = aside.without(warps);
            }
        }
    }

    /// The first cycle after `now` in which the core may look at one of the ready warps.
    #[inline(always)]
    pub fn next_look(&self, ready: WarpMask, now: Cycle) -> Cycle {
        let soonest = self.first_free().max(now + 1);
        match ready.is_empty() {
            true => Cycle::NEVER,
            false if self.one => soonest,
            false => self.next_of_several(ready, soonest),
        }
    }

    fn next_of_several(&self, ready: WarpMask, soonest: Cycle) -> Cycle {
        let aside = self.aside.iter();
        let known = aside.fold(WarpMask::NONE, |all, &aside| all | aside);
        if !ready.is_within(known) {
            return soonest;
        }
        let waiting = self.set_aside().filter(|&(_, aside)| ready.overlaps(aside));
        let free = waiting.map(|(route, _)| self.free[self.pipe(route)]);
        free.min().unwrap_or(Cycle::ZERO).max(soonest)
    }
}
