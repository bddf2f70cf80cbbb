//! Reconvergence at immediate post-dominators with a stack per warp: fung2009, 3.2.
//!
//! A warp executes the top entry of its stack, which the unit `reconvergence_stack` keeps; this module is the rest of
//! the core around the unit. In each cycle the unit receives the update of one instruction that is done and the start
//! of one warp, and the top of the stack of the warp that issues is read. The next instruction of an updated warp may
//! issue in the cycle after the update. An instruction whose result is available `n` cycles after its issue is
//! reported in cycle `n - 1`. Where the unit has a latency, its answer comes that much later, and the warp continues
//! in the cycle after the answer. So the unit is notified that much earlier where the next PCs of the lanes are
//! already known ([`Step::ahead`](heddle_gpu_core::Step)). It is notified of a load or store at its issue, and the warp
//! waits for both the answer and the data.
//!
//! [`Regions`] defines where lanes wait for each other. Here it is [`Points`], as in the paper; the mechanism `stack`
//! has a different one and shares everything else.
//!
//! Decisions where the paper is silent:
//!
//! * **Calls** (RST-7) push an entry with the return address as reconvergence point: lanes that leave the function by
//!   different paths meet there. So a branch with a side that returns needs no reconvergence point of its own (its
//!   lanes meet where the lanes below them wait), a return never splits threads, and lanes that are split by a call
//!   through a pointer meet after the call. A stack holds one more entry for every open call.
//! * **Call depth**: a reconvergence point is only valid in the call that waits at it ([`points`], RST-8).
//! * **Memory**: a warp waits for all of its lines, as under `nrec`.
//! * **Barriers** (RST-11): a warp waits as a whole. Threads on its stack that have not arrived cannot arrive, and the run
//!   ends in a deadlock report that names them.

mod issue;
mod mechanism;
mod points;
mod regions;
mod stack;
mod table;
mod update;
mod warp;

use crate::alu::Alu;
pub(crate) use mechanism::{Kind, stacked};
pub(crate) use points::{Note, Points, is_call};
pub(crate) use regions::{Regions, Sides, part};
pub(crate) use table::{STACK, entries};

use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Border, Config, Values};
use heddle_gpu_core::{
    Chip, Contents, InFlight, MemoryPort, Peaks, Room, Scheduler, ShaderCore, Stop, Waits,
};
use heddle_memory::Waiter;
use heddle_types::{Cycle, WarpId, WarpMask};
pub(crate) use stack::Answers;
pub(crate) use stack::ExternalStacks;
use stack::Stacks;
use std::collections::VecDeque;
use std::sync::Arc;
pub(crate) use warp::{Misplaced, Phase, Warp};

/// See the [module](self).
pub(crate) struct Pdom<const W: usize, R: Regions<W>, S, A> {
    stacks: S,
    alu: A,
    regions: Arc<R>,
    input: In<Values>,
    /// Outputs for the state at the start of the next cycle; between cycles only the outputs that depend on the state
    /// alone are valid.
    output: Out<Values>,
    warps: Vec<Warp<R::Note>>,
    in_flight: InFlight<W>,
    /// Warps whose instruction is done but not yet reported to the unit, in order.
    done: VecDeque<WarpId>,
    /// Warps whose data has not arrived yet, for memory instructions that were reported to the unit while in flight.
    awaits_data: WarpMask,
    /// The same for the answer of the unit.
    awaits_stack: WarpMask,
    answers: Answers,
    /// Warps that have threads but no stack yet.
    starting: WarpMask,
    /// Warps that may issue as soon as their stack is not busy.
    ready: WarpMask,
    /// Warps with an instruction in flight.
    in_pipeline: WarpMask,
    depth: usize,
    last_issued: WarpId,
}

impl<const W: usize, R: Regions<W>, S: Stacks, A: Alu<W>> Pdom<W, R, S, A> {
    /// The warps of a core around stacks and an ALU in their reset state.
    pub fn new(config: &Config, params: &Params, regions: Arc<R>, mut stacks: S, alu: A) -> Self {
        let input = In::zero(params);
        let mut output = Out::zero(params);
        stacks.eval(&input, &mut output);
        let warps = config.core.warps;
        let port = MemoryPort::new(warps, 1, config.memory.port_queue);
        Pdom {
            stacks,
            alu,
            regions,
            input,
            output,
            warps: vec![Warp::new(); warps],
            in_flight: InFlight::new(warps, port, 1),
            done: VecDeque::with_capacity(warps),
            awaits_data: WarpMask::NONE,
            awaits_stack: WarpMask::NONE,
            answers: Answers::new(params),
            starting: WarpMask::NONE,
            ready: WarpMask::NONE,
            in_pipeline: WarpMask::NONE,
            depth: params.depth(),
            last_issued: WarpId::default(),
        }
    }

    fn broken(&self, core: &ShaderCore, warp: WarpId, what: &'static str) -> Stop {
        let core = core.index;
        Stop::Broken { core, warp, what }
    }

    /// Presents a warp that starts to the unit.
    fn present_start(&mut self, core: &ShaderCore, chip: &Chip) -> Result<(), Stop> {
        let Some(warp) = self.starting.first() else {
            return Ok(());
        };
        if self.live().contains(warp) {
            return Err(self.broken(core, warp, "a warp is live that has no threads"));
        }
        self.starting.remove(warp);
        self.ready.insert(warp);
        let first = core.threads.first(warp);
        let (word, depth) = (
            chip.code.word(core.threads.pc[first.index()]),
            core.threads.depths.of(first),
        );
        self.input.start = true;
        self.input.start_warp = warp.into();
        self.input.start_pc = self.regions.start(word, depth);
        self.input.start_lanes = core.threads.warps[warp.index()].live.bits();
        Ok(())
    }

    /// Warps that can issue, according to the outputs for the present state.
    fn can_issue(&self) -> WarpMask {
        (self.ready & self.live()).without(self.busy())
    }

    /// Warps whose stack is still changing.
    fn busy(&self) -> WarpMask {
        WarpMask::new(self.output.busy)
    }

    /// Warps with a stack.
    fn live(&self) -> WarpMask {
        WarpMask::new(self.output.live)
    }

    /// The next warp that can issue after the one that issued last.
    fn choose(&self, core: &ShaderCore, now: Cycle) -> Option<WarpId> {
        let ready = core.pipes.worth_a_look(self.can_issue(), now);
        match self.in_flight.port().is_full() {
            true => None,
            false => ready.next_after(self.last_issued),
        }
    }

    /// Simulates the clock edge, and computes the outputs of the state after it.
    fn tick(&mut self) {
        let input = &mut self.input;
        if S::EVERY_CYCLE || input.start || input.update || self.output.busy != 0 {
            self.stacks.tick(input);
            (input.start, input.update, input.read) = (false, false, false);
            self.stacks.eval_state(input, &mut self.output);
            self.ready &= WarpMask::new(self.output.live);
        }
    }

    fn waits_for_stack(&self) -> bool {
        let tells = self.input.update || !self.done.is_empty();
        tells || !self.starting.is_empty() || self.output.busy != 0
    }
}

impl<const W: usize, R: Regions<W>, S: Stacks, A: Alu<W>> Scheduler for Pdom<W, R, S, A> {
    fn every_cycle(&self) -> bool {
        S::EVERY_CYCLE
    }

    fn start(&mut self, _core: &mut ShaderCore, warps: WarpMask) {
        self.starting |= warps;
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        let mut come = WarpMask::NONE;
        while let Some(warp) = self.in_flight.due(core, now).map(WarpId::new) {
            match self.awaits_data.contains(warp) {
                true => come.insert(warp),
                false => self.done.push_back(warp),
            }
        }
        self.awaits_data = self.awaits_data.without(come);
        let done = come.without(self.awaits_stack);
        self.in_flight.serve(core, chip, now)?;
        self.present_start(core, chip)?;
        let notified = self.present(core, chip);
        let chosen = self.choose(core, now);
        self.input.read = chosen.is_some();
        self.input.read_warp = chosen.map_or(self.input.read_warp, u64::from);
        if notified.is_some() || chosen.is_some() || !self.answers.none_is_due() {
            let (input, output) = (&self.input, &mut self.output);
            self.stacks.eval_top_and_answer(input, output);
        }
        let issued = match chosen {
            Some(warp) => self.issue(core, chip, warp, now)?,
            None => false,
        };
        if !issued {
            core.idled(self.waits(core, now));
        }
        if let Some(warp) = self.answers.next(notified) {
            self.updated(core, warp)?;
        }
        for warp in done {
            self.go_on(core, warp);
        }
        self.tick();
        Ok(())
    }

    fn data(&mut self, _core: &mut ShaderCore, waiter: Waiter, now: Cycle) {
        self.in_flight.data(waiter, now);
    }

    #[inline(always)]
    fn waits(&self, _core: &ShaderCore, _now: Cycle) -> Waits {
        Waits {
            port_is_full: self.in_flight.port().is_full(),
            can_issue: !self.can_issue().is_empty(),
            for_scheduler: self.waits_for_stack(),
            for_memory: !self.in_flight.port().is_empty(),
            in_pipeline: !self.in_pipeline.is_empty(),
        }
    }

    #[inline(always)]
    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle {
        if self.waits_for_stack() {
            return now + 1;
        }
        let issue = match self.in_flight.port().is_full() {
            true => Cycle::NEVER,
            false => core.pipes.next_look(self.can_issue(), now),
        };
        issue.min(self.in_flight.next(now))
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for (warp, state) in (0..).map(WarpId::new).zip(&mut self.warps) {
            state.settle::<W>(core, warp.first(W));
            let threads = &mut core.threads.warps[warp.index()];
            let on_top = match state.phase {
                Phase::Waiting => threads.waiting(),
                _ => state.lanes,
            };
            threads.stacked = threads.live.without(on_top);
        }
    }

    fn show_tables(&mut self, core: &ShaderCore, chip: &Chip, contents: &mut Contents) {
        let live = core.threads.warps.iter().map(|warp| warp.live);
        let stacks = self.stacks.shown();
        table::show::<W, R>(stacks, live, &*self.regions, chip, contents);
    }

    fn take_room(&mut self) -> Room {
        Room {
            peaks: Peaks {
                stack_depth: self.stacks.take_most().into(),
                ..Peaks::default()
            },
            ..Room::default()
        }
    }
}
