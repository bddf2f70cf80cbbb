//! Stack-less reconvergence: collange2011, 4.1 to 4.3.
//!
//! Every thread has its own PC. The control unit (`stackless_front_end`) keeps the common PC of each warp. It
//! increments this PC after instructions that neither split nor join threads, and after all other instructions has an
//! arbiter choose it anew; the same arbiter picks cache lines. This module is the rest of the core around the unit:
//! it presents events and operands, and acts on the unit's outputs.
//!
//! In each cycle the unit is first evaluated for the outputs that depend on its state. Then events, the fetch and the
//! operands of the granted warp are presented, the unit is evaluated again where outputs depend on these inputs, and
//! it is clocked.
//!
//! GPU-4: an instruction whose result is available `n` cycles after its issue is reported in cycle `n - 1`, so that the warp
//! is ready, or its operands are arbitrated, in cycle `n`. The unit's limit is one instruction of a warp every two
//! cycles.
//!
//! With registers in the table of PCs the operands follow so many cycles after their grant ([`pipeline`]), and the
//! comparators see a join so many cycles after the fetch (SLR-28).
//!
//! Three measures hide the latency of an arbiter with more than one stage. A PC that is known before the instruction
//! is done is requested that much earlier ([`Step::ahead`](heddle_gpu_core::Step)); lines follow each other through the
//! arbiter ([`passes`]); and a warp whose threads all wait together requests nothing if all of them continue.

mod counts;
mod events;
mod front_end;
mod issue;
mod lines;
mod mechanism;
mod operands;
mod passes;
mod pipeline;
mod subsystem;
mod thread_pcs;
mod warp;

pub use counts::ArbiterCounts;
pub(crate) use mechanism::Kind;

use crate::alu::Alu;
use front_end::FrontEnd;
use heddle_contract::config::Nesting;
use heddle_contract::units::stackless_front_end::{In, Out, Params};
use heddle_contract::{Border, Config, Values};
use heddle_gpu_core::{
    Chip, MechanismCounts, Peaks, Room, Scheduler, ShaderCore, Stop, Waits, Wheel,
};
use heddle_memory::Waiter;
use heddle_types::{Cycle, Pc, WarpId, WarpMask};
use pipeline::{Granted, Look, Looks};
use thread_pcs::ThreadPcs;
use warp::Warp;

/// See the [module](self).
pub(crate) struct Stackless<const W: usize, F, T, A> {
    front_end: F,
    pcs: T,
    alu: A,
    input: In<Values>,
    /// Outputs for the state at the start of the next cycle, but with the inputs of the last cycle: between cycles
    /// only the outputs that depend on the state alone are valid.
    output: Out<Values>,
    /// Number of warps of the core.
    count: usize,
    /// The warps up to the highest one that has had threads: a launch of a few threads does not pay for all warps.
    warps: Vec<Warp<W>>,
    /// Event `w`: the next event of the instruction of warp `w`. Event `warps + w`: data for waiting threads of warp
    /// `w` can be used.
    wheel: Wheel,
    /// Warps whose threads joined or left since their PCs were last arbitrated.
    joined: WarpMask,
    /// Warps whose request for a PC has not been granted yet.
    open: WarpMask,
    /// Warps with a memory instruction in flight.
    in_memory: WarpMask,
    /// Warps whose threads are all held and wait.
    together: WarpMask,
    /// Number of passes for lines in the arbiter.
    in_arbiter: u64,
    nesting: Nesting,
    /// Cycles from a request's earliest choice to its answer: the stages of grant, operands and arbiter.
    stages: u64,
    /// Those of them from the grant on.
    stages_of_answer: u64,
    /// Cycles from a fetch until its joins are known, at least one.
    joins_known: u64,
    granted: Granted,
    looks: Looks,
    /// Warps whose threads are new, and the PC of these.
    starting: WarpMask,
    start_pc: Pc,
    last_fetched: WarpId,
    counts: ArbiterCounts,
    /// The most different PCs among which the arbiter chose.
    most_pcs: u64,
}

impl<const W: usize, F: FrontEnd, T: ThreadPcs, A: Alu<W>> Stackless<W, F, T, A> {
    /// The warps of a core around a control unit in its reset state.
    pub fn new(config: &Config, params: &Params, mut front_end: F, pcs: T, alu: A) -> Self {
        let input = In::zero(params);
        let mut output = Out::zero(params);
        front_end.eval(&input, &mut output);
        let warps = config.core.warps;
        let table = params.operand_latency();
        let stages_of_answer = u64::from(params.answer_latency());
        Stackless {
            granted: Granted::new(table, &input),
            looks: Looks::new(table),
            starting: WarpMask::NONE,
            start_pc: Pc::default(),
            stages: u64::from(params.grant_latency()) + stages_of_answer,
            stages_of_answer,
            joins_known: table.max(1).into(),
            front_end,
            pcs,
            alu,
            input,
            output,
            count: warps,
            warps: Vec::with_capacity(warps),
            wheel: Wheel::new(2 * warps),
            joined: WarpMask::NONE,
            open: WarpMask::NONE,
            in_memory: WarpMask::NONE,
            together: WarpMask::NONE,
            in_arbiter: 0,
            nesting: config.stackless.nesting,
            last_fetched: WarpId::default(),
            counts: ArbiterCounts::default(),
            most_pcs: 0,
        }
    }

    fn broken(&self, core: &ShaderCore, warp: WarpId, what: &'static str) -> Stop {
        let core = core.index;
        Stop::Broken { core, warp, what }
    }

    /// The next ready warp after the last one fetched.
    #[inline]
    fn choose(&self, core: &ShaderCore, now: Cycle) -> Option<WarpId> {
        if self.warps.is_empty() {
            return None;
        }
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

    /// Cycles that the arbiter takes beyond those of a one-stage arbiter. Known PCs are requested that much earlier.
    fn ahead(&self) -> u64 {
        self.stages.saturating_sub(1)
    }

    /// The cycle in which to request a known PC, for an instruction that is done in cycle `done`.
    fn known(&self, done: Cycle, now: Cycle) -> Cycle {
        // SLR-13: as much earlier as the arbiter has more stages than one.
        done.max(now + self.joins_known + self.ahead()) - self.ahead()
    }

    /// The comparators have compared the PC behind a fetched one: other lanes that stand there join.
    fn look(&mut self, look: Look) {
        let matching = self.pcs.matching().or_else(|| self.front_end.matching());
        if let Some(lanes) = matching {
            let joins = !(lanes & look.others).is_empty();
            self.warps[look.warp.index()].joins_at = joins.then_some(look.next);
        }
    }

    /// Tells a unit with the PCs of the threads which warps are new.
    fn begin(&mut self, chip: &Chip) {
        if F::COMPARES && !self.starting.is_empty() {
            let warps = std::mem::take(&mut self.starting);
            self.front_end.start(chip, warps, self.start_pc);
        }
    }

    /// Whether a request has not been answered yet.
    fn asks(&self) -> bool {
        self.output.waiting != 0 || self.in_arbiter != 0
    }

    /// Whether a line is answered in this cycle.
    fn answers_line(&self) -> bool {
        self.output.result && self.output.result_memory
    }

    /// Simulates the clock edge, and computes the outputs of the state after it.
    #[inline]
    fn tick(&mut self) {
        let asks = self.asks();
        let input = &self.input;
        let events = input.advance | input.arbitrate | input.access | input.replay;
        self.open |= WarpMask::new(input.arbitrate);
        if F::EVERY_CYCLE || events != 0 || input.fetch || asks {
            self.in_arbiter -= u64::from(self.answers_line());
            let input = &mut self.input;
            self.front_end.tick(input);
            input.advance = 0;
            input.arbitrate = 0;
            input.access = 0;
            input.replay = 0;
            input.fetch = false;
            input.lanes = 0;
            self.front_end.eval_state(input, &mut self.output);
        }
    }
}

impl<const W: usize, F: FrontEnd, T: ThreadPcs, A: Alu<W>> Scheduler for Stackless<W, F, T, A> {
    fn every_cycle(&self) -> bool {
        F::EVERY_CYCLE || T::EVERY_CYCLE
    }

    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask) {
        for warp in warps {
            let least = self.warps.len().max(warp.index() + 1);
            self.warps.resize(least, Warp::new());
            self.start_pc = core.threads.pc[warp.first(W).index()];
            self.warps[warp.index()].start(self.start_pc);
        }
        self.starting |= warps;
        self.joined |= warps;
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        self.begin(chip);
        if let Some(look) = self.looks.due() {
            self.look(look);
        }
        self.looks.advance();
        self.due(core, now);
        self.release(core, now);
        self.input.arbitrate |= self.to_arbitrate().bits();
        core.pipes.put_back(WarpMask::new(self.input.arbitrate));
        let chosen = self.choose(core, now);
        self.input.fetch = chosen.is_some();
        self.input.fetch_warp = chosen.map_or(self.input.fetch_warp, u64::from);
        if self.output.grant {
            self.grant(core, chip, now)?;
        }
        self.present();
        if self.answers_line() {
            self.front_end.eval(&self.input, &mut self.output);
        } else if self.input.fetch {
            let (input, output) = (&self.input, &mut self.output);
            self.front_end.eval_fetched(input, output);
        }
        if self.answers_line() {
            self.serve(core, chip, now)?;
        }
        if self.input.fetch {
            self.input.fetch = self.issue(core, chip, now)?;
        }
        if !self.input.fetch {
            core.idled(self.waits(core, now));
        }
        self.tick();
        self.granted.tick();
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

    fn take_room(&mut self) -> Room {
        Room {
            peaks: Peaks {
                splits: std::mem::take(&mut self.most_pcs).into(),
                ..Peaks::default()
            },
            ..Room::default()
        }
    }
}
