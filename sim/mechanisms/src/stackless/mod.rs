//! Stack-less reconvergence: collange2011, 4.1 to 4.3.
//!
//! Every thread has its own PC. The control unit (`stackless_front_end`) keeps the common PC of
//! each warp, increments it after instructions that neither split nor join threads, and lets one
//! arbiter choose it anew after all others; the same arbiter picks cache lines. This module is the
//! rest of the core around that unit: it presents events and operands, and acts on its outputs.
//!
//! In a cycle the unit is evaluated for what its state says, then events, the fetch and the
//! operands of the granted warp are presented, then it is evaluated again where outputs depend on
//! them, and clocked.
//!
//! An instruction whose result is there `n` cycles after its issue is reported in cycle `n - 1`,
//! so that the warp is ready, or its operands are arbitrated, in cycle `n`; the unit cannot do
//! better than one instruction of a warp every two cycles.
//!
//! Where the arbiter has more stages than one, a PC that is known before the instruction is done is asked for that much
//! earlier ([`Step::ahead`](heddle_core::Step)), lines follow each other through it ([`passes`]), and a warp whose
//! threads all wait together asks for nothing if all go on.

mod counts;
mod events;
mod front_end;
mod issue;
mod lines;
mod operands;
mod passes;
mod thread_pcs;
mod warp;

pub use counts::ArbiterCounts;
pub(crate) use thread_pcs::{InTable, InThreads};

use front_end::FrontEnd;
use heddle_contract::config::Nesting;
use heddle_contract::units::stackless_front_end::{In, Out, Params};
use heddle_contract::{Border, Config, Values};
use heddle_core::{Chip, MechanismCounts, Scheduler, ShaderCore, Stop, Waits, Wheel};
use heddle_memory::Waiter;
use heddle_types::{Cycle, WarpId, WarpMask};
use thread_pcs::ThreadPcs;
use warp::Warp;

/// See the [module](self).
pub(crate) struct Stackless<const W: usize, F, T> {
    front_end: F,
    pcs: T,
    input: In<Values>,
    /// Outputs for the state of the coming cycle; with the inputs of the last one, so only those
    /// that depend on state alone mean anything between cycles.
    output: Out<Values>,
    warps: Vec<Warp<W>>,
    /// Event `w`: the instruction of warp `w`. Event `warps + w`: data for waiting threads of `w` can be used.
    wheel: Wheel,
    /// Warps whose threads joined or left since their PCs were last arbitrated.
    joined: WarpMask,
    /// Warps whose request for a PC is not granted yet.
    open: WarpMask,
    /// Warps with a memory instruction in flight.
    in_memory: WarpMask,
    /// Warps all of whose threads are held and wait.
    together: WarpMask,
    /// Passes for lines in the arbiter.
    in_arbiter: u64,
    nesting: Nesting,
    /// Stages of the arbiter.
    stages: u64,
    last_fetched: WarpId,
    counts: ArbiterCounts,
}

impl<const W: usize, F: FrontEnd, T: ThreadPcs> Stackless<W, F, T> {
    /// A core's warps around a control unit in its reset state.
    pub fn new(config: &Config, params: &Params, mut front_end: F, pcs: T) -> Self {
        let input = In::zero(params);
        let mut output = Out::zero(params);
        front_end.eval(&input, &mut output);
        let warps = config.core.warps;
        Stackless {
            front_end,
            pcs,
            input,
            output,
            warps: vec![Warp::new(); warps],
            wheel: Wheel::new(2 * warps),
            joined: WarpMask::NONE,
            open: WarpMask::NONE,
            in_memory: WarpMask::NONE,
            together: WarpMask::NONE,
            in_arbiter: 0,
            nesting: config.stackless.nesting,
            stages: config.stackless.tree_latency.into(),
            last_fetched: WarpId::default(),
            counts: ArbiterCounts::default(),
        }
    }

    fn broken(&self, core: &ShaderCore, warp: WarpId, what: &'static str) -> Stop {
        let core = core.index;
        Stop::Broken { core, warp, what }
    }

    /// The next ready warp after the last one fetched.
    #[inline]
    fn choose(&self, core: &ShaderCore, now: Cycle) -> Option<WarpId> {
        let ready = WarpMask::new(self.output.fetchable & !self.input.arbitrate);
        let ready = ready & WarpMask::all(self.warps.len());
        let ready = core.pipes.worth_a_look(ready, now);
        ready.next_after(self.last_fetched)
    }

    /// Warps whose PCs have to be arbitrated, and can be.
    fn to_arbitrate(&self) -> WarpMask {
        self.joined
            .without(WarpMask::new(self.output.waiting | self.output.busy))
    }

    /// Cycles that the arbiter takes longer than with one stage. PCs that are known are asked for so much earlier.
    fn ahead(&self) -> u64 {
        self.stages.saturating_sub(1)
    }

    /// When to ask for a PC that is known, of an instruction that is done in a cycle.
    fn known(&self, done: Cycle, now: Cycle) -> Cycle {
        done.max(now + 1 + self.ahead()) - self.ahead()
    }

    /// Whether a request is not answered.
    fn asks(&self) -> bool {
        self.output.waiting != 0 || self.in_arbiter != 0
    }

    /// The clock edge, and the outputs of the state after it.
    #[inline]
    fn tick(&mut self) {
        let asks = self.asks();
        let input = &mut self.input;
        let events = input.advance | input.arbitrate | input.access | input.replay;
        self.open |= WarpMask::new(input.arbitrate);
        if F::EVERY_CYCLE || events != 0 || input.fetch || asks {
            let answered = self.output.result && self.output.result_memory;
            self.in_arbiter -= u64::from(answered);
            self.front_end.tick(input);
            input.advance = 0;
            input.arbitrate = 0;
            input.access = 0;
            input.replay = 0;
            input.fetch = false;
            input.lanes = 0;
            self.front_end.eval(input, &mut self.output);
        }
    }
}

impl<const W: usize, F: FrontEnd, T: ThreadPcs> Scheduler for Stackless<W, F, T> {
    fn every_cycle(&self) -> bool {
        F::EVERY_CYCLE || T::EVERY_CYCLE
    }

    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask) {
        for warp in warps {
            self.warps[warp.index()].start(core.threads.pc[warp.first(W).index()]);
        }
        self.joined |= warps;
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        self.due(core, now);
        self.release(core, now);
        self.input.arbitrate |= self.to_arbitrate().bits();
        core.pipes.put_back(WarpMask::new(self.input.arbitrate));
        let chosen = self.choose(core, now);
        self.input.fetch = chosen.is_some();
        self.input.fetch_warp = chosen.map_or(self.input.fetch_warp, u64::from);
        if self.output.grant {
            self.present(core, chip, now)?;
        }
        if self.input.fetch || self.output.grant && self.stages == 0 {
            self.front_end.eval(&self.input, &mut self.output);
        }
        if self.output.result && self.output.result_memory {
            self.serve(core, chip, now)?;
        }
        if self.input.fetch {
            self.input.fetch = self.issue(core, chip, now)?;
        }
        if !self.input.fetch {
            core.idled(self.waits(core, now));
        }
        self.tick();
        self.pcs.tick();
        Ok(())
    }

    fn data(&mut self, core: &mut ShaderCore, waiter: Waiter, now: Cycle) {
        self.arrived(core, WarpId::new(waiter.tag as usize), waiter.lanes, now);
    }

    #[inline(always)]
    fn waits(&self, _core: &ShaderCore, _now: Cycle) -> Waits {
        Waits {
            port_is_full: false,
            can_issue: self.output.fetchable != 0,
            for_scheduler: self.asks(),
            for_memory: !self.in_memory.is_empty(),
            in_pipeline: self.output.busy & !self.together.bits() != 0,
        }
    }

    #[inline(always)]
    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle {
        if !self.to_arbitrate().is_empty() || self.asks() {
            return now + 1;
        }
        let issue = core
            .pipes
            .next_look(WarpMask::new(self.output.fetchable), now);
        issue.min(self.wheel.next(now + 1))
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for (warp, state) in (0..).map(WarpId::new).zip(&mut self.warps) {
            state.settle(core, warp);
        }
    }
    fn counts(&self) -> Option<&dyn MechanismCounts> {
        Some(&self.counts)
    }
}
