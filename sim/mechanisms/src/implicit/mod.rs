//! The implicit stack: a reconstruction of figure 5's third bar (collange2011, table 1, sections 2.2, 3 and 5).
//!
//! IST-1: the paper that describes the technique is not here. Table 1 of collange2011 says that PCs and a stack of addresses
//! give the order, and that a stack of masks reconverges; the text says that the order prefers low addresses, that no
//! instruction marks a divergence or a reconvergence, and that threads meet at fewer places than without a stack. Every other
//! rule is a decision of ours.
//!
//! A warp runs one [path](path) at a time: threads at one place. A branch that diverges pushes one side, with its address and
//! its mask, and the side with the lower address runs (IST-2, IST-3). When the running path comes to the address on top, that
//! mask is popped and its threads run along (IST-4). When the running path is beyond the address on top, the two paths change
//! places. Paths deeper in the stack take no part in this: the running path passes them, which stack-less reconvergence
//! would let it meet.
//!
//! IST-7: calls, recursion and indirect jumps run, although table 1 excludes them.
//!
//! The mechanism has no hardware here, neither a golden unit nor RTL. The stacks take no cycles of their own (IST-11).

mod issue;
mod mechanism;
mod path;
mod paths;
mod warp;

pub(crate) use mechanism::Kind;

use heddle_contract::Config;
use heddle_gpu_core::{
    Chip, Effect, InFlight, MemoryPort, Peaks, Room, Scheduler, ShaderCore, Stop, Waits,
};
use heddle_memory::Waiter;
use heddle_types::{Cycle, WarpId, WarpMask};
use path::Place;
use warp::{Phase, Warp};

/// See the [module](self).
pub(crate) struct Implicit<const W: usize> {
    warps: Vec<Warp>,
    in_flight: InFlight<W>,
    /// Warps with a path that can issue.
    ready: WarpMask,
    /// Warps with an instruction in flight.
    in_pipeline: WarpMask,
    last_issued: WarpId,
    /// The most entries of a stack.
    most: usize,
}

impl<const W: usize> Implicit<W> {
    /// The warps of a core, without threads.
    pub fn new(config: &Config) -> Self {
        let warps = config.core.warps;
        let port = MemoryPort::new(warps, 1, config.memory.port_queue);
        Implicit {
            warps: vec![Warp::default(); warps],
            in_flight: InFlight::new(warps, port, 0),
            ready: WarpMask::NONE,
            in_pipeline: WarpMask::NONE,
            last_issued: WarpId::default(),
            most: 0,
        }
    }

    /// The next warp that can issue after the one that issued last.
    fn choose(&self, core: &ShaderCore, now: Cycle) -> Option<WarpId> {
        let ready = core.pipes.worth_a_look(self.ready, now);
        match self.in_flight.port().is_full() {
            true => None,
            false => ready.next_after(self.last_issued),
        }
    }

    /// The instruction of a warp is done.
    fn done(&mut self, core: &mut ShaderCore, warp: WarpId) {
        self.in_pipeline.remove(warp);
        let state = &mut self.warps[warp.index()];
        match std::mem::take(&mut state.phase) {
            Phase::Next => state.paths.go_on(),
            Phase::Control => {
                let first = warp.first(W);
                let lane = state.paths.running().lanes.first().unwrap_or(0);
                let depth = core.threads.depths.of(first + lane);
                state.paths.part(depth, core.threads.pcs::<W>(first));
                self.most = self.most.max(state.paths.stack().len());
            }
            Phase::Rest(effect) => self.rest(core, warp, effect),
            Phase::None => unreachable!("only an instruction in flight has events"),
        }
        self.make_ready(warp);
    }

    /// The running path arrives at a barrier or at its end.
    fn rest(&mut self, core: &mut ShaderCore, warp: WarpId, effect: Effect) {
        let paths = &mut self.warps[warp.index()].paths;
        let lanes = paths.running().lanes;
        match effect {
            Effect::Exit => paths.end(),
            _ => paths.wait(),
        }
        for released in core.rest(effect, warp, lanes).warps {
            self.warps[released.index()].paths.release();
            self.make_ready(released);
        }
    }

    /// Entries of the deepest stack.
    fn deepest(&self) -> usize {
        let depths = self.warps.iter().map(|warp| warp.paths.stack().len());
        depths.max().unwrap_or(0)
    }

    fn make_ready(&mut self, warp: WarpId) {
        if self.warps[warp.index()].paths.can_issue() {
            self.ready.insert(warp);
        }
    }
}

impl<const W: usize> Scheduler for Implicit<W> {
    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask) {
        for warp in warps {
            let first = warp.first(W);
            let place = Place {
                depth: core.threads.depths.of(first),
                pc: core.threads.pc[first.index()],
            };
            let lanes = core.threads.warps[warp.index()].live;
            self.warps[warp.index()].paths.start(place, lanes);
        }
        self.ready |= warps;
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        while let Some(warp) = self.in_flight.due(core, now) {
            self.done(core, WarpId::new(warp));
        }
        self.in_flight.serve(core, chip, now)?;
        let issued = match self.choose(core, now) {
            Some(warp) => self.issue(core, chip, warp, now)?,
            None => false,
        };
        if !issued {
            core.idled(self.waits(core, now));
        }
        Ok(())
    }

    fn data(&mut self, _core: &mut ShaderCore, waiter: Waiter, now: Cycle) {
        self.in_flight.data(waiter, now);
    }

    #[inline(always)]
    fn waits(&self, _core: &ShaderCore, _now: Cycle) -> Waits {
        Waits {
            port_is_full: self.in_flight.port().is_full(),
            can_issue: !self.ready.is_empty(),
            for_scheduler: false,
            for_memory: !self.in_flight.port().is_empty(),
            in_pipeline: !self.in_pipeline.is_empty(),
        }
    }

    #[inline(always)]
    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle {
        let issue = match self.in_flight.port().is_full() {
            true => Cycle::NEVER,
            false => core.pipes.next_look(self.ready, now),
        };
        issue.min(self.in_flight.next(now))
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for (warp, state) in (0..).map(WarpId::new).zip(&self.warps) {
            state.settle::<W>(core, warp);
        }
    }

    fn take_room(&mut self) -> Room {
        let held = self.deepest();
        let most = std::mem::replace(&mut self.most, held);
        Room {
            peaks: peaks(most),
            ..Room::default()
        }
    }

    fn holds(&self) -> Peaks {
        peaks(self.deepest())
    }
}

/// Where a stack has so many entries: the path that runs is beside it.
fn peaks(entries: usize) -> Peaks {
    let entries = entries as u64;
    Peaks {
        stack_depth: entries.into(),
        splits: (entries + 1).into(),
        ..Peaks::default()
    }
}
