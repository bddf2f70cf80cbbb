//! Round robin over PCs: a divergence mechanism without any hardware for reconvergence.
//!
//! Every thread follows its own PC. When a warp may issue, the next PC at which some of its threads are, in address order and
//! wrapping around, is issued for all threads at that PC. Threads meet only where their turns happen to bring them together.

use heddle_contract::Config;
use heddle_gpu_core::{
    Chip, Code, Effect, InFlight, Issue, MechanismCounts, MemoryPort, Needs, Scheduler,
    SchedulerFactory, ShaderCore, Stop, Waits,
};
use heddle_isa::Program;
use heddle_memory::Waiter;
use heddle_types::{Cycle, LaneMask, Pc, WarpId, WarpMask};
use serde::Serialize;

/// Makes the scheduler of every core of a machine.
pub struct RoundRobinCores<'a>(pub &'a Config);

impl SchedulerFactory for RoundRobinCores<'_> {
    fn prepare(&mut self, _: &Program, _: &Code) -> Needs {
        Needs::of_width(self.0.core.warp_size)
    }

    fn scheduler(&mut self, _core: usize) -> Box<dyn Scheduler + Send> {
        match self.0.core.warp_size {
            2 => Box::new(RoundRobin::<2>::new(self.0)),
            4 => Box::new(RoundRobin::<4>::new(self.0)),
            8 => Box::new(RoundRobin::<8>::new(self.0)),
            16 => Box::new(RoundRobin::<16>::new(self.0)),
            32 => Box::new(RoundRobin::<32>::new(self.0)),
            _ => Box::new(RoundRobin::<64>::new(self.0)),
        }
    }
}

/// The scheduler's own counts: a report shows them under `round_robin`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RoundRobinCounts {
    /// Instructions that were issued while other threads of the warp were at other PCs.
    pub diverged: u64,
}

impl MechanismCounts for RoundRobinCounts {
    fn key(&self) -> Option<&'static str> {
        Some("round_robin")
    }

    fn merge(&mut self, other: &dyn MechanismCounts) {
        // Without `..`: a count that is forgotten here does not compile.
        let RoundRobinCounts { diverged } = other.same();
        self.diverged += diverged;
    }

    fn equals(&self, other: &dyn MechanismCounts) -> bool {
        other.of() == Some(self)
    }

    fn cloned(&self) -> Box<dyn MechanismCounts> {
        Box::new(self.clone())
    }
}

/// The in-flight instruction of a warp.
#[derive(Clone, Copy)]
struct Flying {
    effect: Effect,
    pc: Pc,
    lanes: LaneMask,
}

/// The scheduler of a core with warps of `W` threads.
struct RoundRobin<const W: usize> {
    in_flight: InFlight<W>,
    flying: Vec<Option<Flying>>,
    /// For each warp: the PC that was issued last.
    last_pc: Vec<Pc>,
    last_warp: WarpId,
    counts: RoundRobinCounts,
}

impl<const W: usize> RoundRobin<W> {
    fn new(config: &Config) -> Self {
        let warps = config.core.warps;
        let port = MemoryPort::new(warps, 1, config.memory.port_queue);
        RoundRobin {
            in_flight: InFlight::new(warps, port, 0),
            flying: vec![None; warps],
            last_pc: vec![Pc::default(); warps],
            last_warp: WarpId::default(),
            counts: RoundRobinCounts::default(),
        }
    }

    /// The next warp that can issue, after the last one that did.
    fn choose(&self, core: &ShaderCore) -> Option<WarpId> {
        let warps = WarpMask::all(self.flying.len());
        let ready = warps.filter(|warp| {
            let threads = &core.threads.warps[warp.index()];
            self.flying[warp.index()].is_none() && !threads.runnable().is_empty()
        });
        ready.next_after(self.last_warp)
    }

    /// The next PC of a warp, and the lanes at that PC.
    fn next_pc(&self, core: &mut ShaderCore, warp: WarpId) -> (Pc, LaneMask) {
        let runnable = core.threads.warps[warp.index()].runnable();
        let row = core.threads.pc_row::<W>(warp.first(W));
        let turn = |pc: Pc| pc.bytes_behind(self.last_pc[warp.index()].next());
        let pcs = runnable.iter().map(|lane| row[lane]);
        let pc = pcs.min_by_key(|pc| turn(*pc)).expect("a lane can run");
        (pc, runnable & LaneMask::where_row(row, |own| own == pc))
    }

    fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        warp: WarpId,
        now: Cycle,
    ) -> Result<(), Stop> {
        let (pc, lanes) = self.next_pc(core, warp);
        let first = warp.first(W);
        let step = core.fetch(chip.code, pc, first, lanes)?;
        let issue = Issue {
            step,
            pc,
            first,
            lanes,
        };
        self.counts.diverged += u64::from(lanes != core.threads.warps[warp.index()].runnable());
        let effect = core.issue::<W>(chip, issue, now)?;
        if effect == Effect::Memory {
            self.in_flight.access(core, warp.index(), &issue, now)?;
        }
        let held = core.hold(step, lanes);
        core.issued(lanes.count(), held);
        core.take_pipe(chip, step, now, held);
        let done = now + core.latency(step, held);
        self.in_flight.result(warp.index(), done);
        self.flying[warp.index()] = Some(Flying { effect, pc, lanes });
        (self.last_pc[warp.index()], self.last_warp) = (pc, warp);
        Ok(())
    }

    /// Completes the instruction of a warp.
    fn done(&mut self, core: &mut ShaderCore, warp: WarpId) {
        let flying = self.flying[warp.index()].take();
        let Flying { effect, pc, lanes } = flying.expect("only what flies arrives");
        if !matches!(effect, Effect::Control | Effect::Exit) {
            core.threads.set_pc::<W>(warp.first(W), lanes, pc.next());
        }
        core.rest(effect, warp, lanes);
    }
}

impl<const W: usize> Scheduler for RoundRobin<W> {
    /// Nothing to do: the core knows which threads can run.
    fn start(&mut self, _core: &mut ShaderCore, _warps: WarpMask) {}

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        while let Some(warp) = self.in_flight.due(core, now) {
            self.done(core, WarpId::new(warp));
        }
        self.in_flight.serve(core, chip, now)?;
        let free = now >= core.pipes.first_free() && !self.in_flight.port().is_full();
        match self.choose(core).filter(|_| free) {
            Some(warp) => self.issue(core, chip, warp, now)?,
            None => core.idled(self.waits(core, now)),
        }
        Ok(())
    }

    fn data(&mut self, _core: &mut ShaderCore, waiter: Waiter, now: Cycle) {
        self.in_flight.data(waiter, now);
    }

    fn waits(&self, core: &ShaderCore, _now: Cycle) -> Waits {
        Waits {
            port_is_full: self.in_flight.port().is_full(),
            can_issue: self.choose(core).is_some(),
            for_scheduler: false,
            for_memory: !self.in_flight.port().is_empty(),
            in_pipeline: self.flying.iter().any(Option::is_some),
        }
    }

    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle {
        let issue = match self.choose(core).is_some() && !self.in_flight.port().is_full() {
            true => core.pipes.first_free().max(now + 1),
            false => Cycle::NEVER,
        };
        issue.min(self.in_flight.next(now))
    }

    fn settle(&mut self, _core: &mut ShaderCore) {}

    fn counts(&self) -> Option<&dyn MechanismCounts> {
        Some(&self.counts)
    }
}
