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

use super::Scheduler;
use super::front_end::FrontEnd;
use super::stackless_warp::{Phase, Warp};
use crate::gpu::{Chip, Effect, Hook, Issue, Outside, ShaderCore, Stall, Stop, Wheel, for_lanes};
use heddle_contract::config::Nesting;
use heddle_contract::units::stackless_front_end::{In, Out, Params};
use heddle_contract::{Border, Config, Values};

/// See the [module](self).
pub(crate) struct Stackless<const W: usize, F, H> {
    front_end: F,
    hook: H,
    input: In<Values>,
    /// Outputs for the state of the coming cycle; with the inputs of the last one, so only those
    /// that depend on state alone mean anything between cycles.
    output: Out<Values>,
    warps: Vec<Warp<W>>,
    /// Event `w`: the instruction of warp `w`. Event `warps + w`: data for waiting threads of `w`.
    wheel: Wheel,
    /// Warps whose threads joined or left since their PCs were last arbitrated.
    joined: u64,
    /// Warps whose request for a PC is not granted yet.
    open: u64,
    /// Warps with a memory instruction in flight.
    in_memory: u64,
    nesting: Nesting,
    combinational: bool,
    issue_cycles: u64,
    issue_free: u64,
    last_fetched: u64,
    /// The cycles before this one have been simulated; those after it that need not be stall for
    /// this reason.
    simulated: u64,
    gap: Stall,
}

impl<const W: usize, F: FrontEnd, H: Hook> Stackless<W, F, H> {
    /// A core's warps around a control unit in its reset state.
    pub fn new(config: &Config, params: &Params, mut front_end: F, hook: H) -> Self {
        let input = In::zero(params);
        let mut output = Out::zero(params);
        front_end.eval(&input, &mut output);
        let warps = config.core.warps;
        Stackless {
            front_end,
            hook,
            input,
            output,
            warps: vec![Warp::new(); warps],
            wheel: Wheel::new(2 * warps),
            joined: 0,
            open: 0,
            in_memory: 0,
            nesting: config.stackless.nesting,
            combinational: config.stackless.tree_latency == 0,
            issue_cycles: (config.core.warp_size / config.core.simd_width) as u64,
            issue_free: 0,
            last_fetched: 0,
            simulated: 0,
            gap: Stall::Idle,
        }
    }

    fn broken(&self, core: &ShaderCore, warp: usize, what: &'static str) -> Stop {
        let core = core.index;
        Stop::Broken { core, warp, what }
    }

    /// Events that are due: instructions that are done, data that is there.
    fn due(&mut self, core: &mut ShaderCore, now: u64) {
        while let Some(id) = self.wheel.pop(now) {
            match id.checked_sub(self.warps.len()) {
                None => self.step_done(core, id),
                Some(warp) => self.data_there(core, warp, now),
            }
        }
    }

    fn data_there(&mut self, core: &mut ShaderCore, warp: usize, now: u64) {
        let (joined, next) = core.threads.wake(warp, now);
        self.joined |= u64::from(joined) << warp;
        if let Some(next) = next {
            self.wheel.schedule(self.warps.len() + warp, next);
        }
    }

    /// The instruction of a warp comes to its next event.
    #[inline]
    fn step_done(&mut self, core: &mut ShaderCore, warp: usize) {
        let bit = 1 << warp;
        let state = &mut self.warps[warp];
        match std::mem::replace(&mut state.phase, Phase::None) {
            Phase::Next => {
                state.pc = state.pc.wrapping_add(4);
                self.in_memory &= !bit;
                // Others joined while it ran, or its key changed: it does not just go on.
                let arbitrate = self.joined & bit != 0 || state.moves_key;
                let events = match arbitrate {
                    false => &mut self.input.advance,
                    true => &mut self.input.arbitrate,
                };
                *events |= bit;
            }
            Phase::Split => {
                self.in_memory &= !bit;
                self.input.arbitrate |= bit;
            }
            Phase::Rest(effect) => {
                let lanes = state.held;
                if effect != Effect::Exit {
                    state.pc = state.pc.wrapping_add(4);
                }
                state.settle(core, warp);
                self.joined |= core.rest(effect, warp, lanes).warps;
                self.input.arbitrate |= bit;
            }
            Phase::Address => {
                state.phase = Phase::Line;
                self.input.access |= bit;
            }
            Phase::Replay => {
                state.phase = Phase::Line;
                self.input.replay |= bit;
            }
            Phase::None | Phase::Line => unreachable!("only an instruction in flight has events"),
        }
    }

    /// The next ready warp after the last one fetched.
    #[inline]
    fn choose(&self, now: u64) -> Option<u64> {
        let ready = self.output.ready & !self.input.arbitrate & self.all_warps();
        if ready == 0 || now < self.issue_free {
            return None;
        }
        let later = ready & (!0 << self.last_fetched << 1);
        let from = if later != 0 { later } else { ready };
        Some(from.trailing_zeros().into())
    }

    fn all_warps(&self) -> u64 {
        u64::MAX >> (64 - self.warps.len())
    }

    /// Presents the operands of the granted warp.
    #[inline]
    fn present(&mut self, core: &mut ShaderCore, chip: &Chip) -> Result<(), Stop> {
        let warp = self.output.grant_warp as usize;
        if warp >= self.warps.len() {
            return Err(self.broken(core, warp, "a warp is granted that does not exist"));
        }
        if self.output.grant_memory {
            core.counts.arbiter.line_grants += 1;
            core.counts.arbiter.structural_stalls += u64::from(self.open.count_ones());
            self.present_lines(warp);
        } else {
            core.counts.arbiter.pc_grants += 1;
            self.open &= !(1 << warp);
            self.joined &= !(1 << warp);
            self.present_pcs(core, chip, warp);
        }
        Ok(())
    }

    fn present_lines(&mut self, warp: usize) {
        let access = &self.warps[warp].access;
        self.input.lane_valid = access.pending;
        for (lane, address) in self.input.address.iter_mut().enumerate() {
            *address = access.operand(lane).into();
        }
    }

    fn present_pcs(&mut self, core: &mut ShaderCore, chip: &Chip, warp: usize) {
        self.warps[warp].settle(core, warp);
        let first = warp * W;
        let threads = &mut core.threads;
        self.input.lane_valid = threads.warps[warp].runnable();
        let row = threads.pc_row::<W>(first);
        for (address, pc) in self.input.address.iter_mut().zip(row) {
            *address = chip.code.word(*pc).into();
        }
        let keys = self.input.key.iter_mut().enumerate();
        match self.nesting {
            Nesting::None => {}
            Nesting::Sp => {
                let sp = threads.registers.x_row::<W>(2, first);
                keys.for_each(|(lane, key)| *key = sp[lane].into());
            }
            Nesting::CallDepth => {
                keys.for_each(|(lane, key)| *key = threads.depths.key(first + lane).into());
            }
        }
    }

    /// A line has been picked for a warp: its lanes are served.
    fn serve(&mut self, core: &mut ShaderCore, chip: &mut Chip, now: u64) -> Result<(), Stop> {
        let (warp, line) = (self.output.result_warp as usize, self.output.result_target);
        let lanes = self.output.result_lanes;
        let asked = self.warps.get(warp).is_some_and(|w| w.phase == Phase::Line);
        if !asked || !self.output.result_valid || lanes == 0 {
            return Err(self.broken(core, warp, "a line is answered that was not asked for"));
        }
        let access = &mut self.warps[warp].access;
        if !access.on_line(lanes, line, chip.line_shift) {
            return Err(self.broken(core, warp, "lanes match that want another line"));
        }
        access
            .serve(core, chip, line as u32, lanes, now)
            .map_err(|raised| core.stop(raised))?;
        self.served(core, warp, now);
        Ok(())
    }

    /// What follows a line: the next one for the lanes left over, or the end of the instruction.
    fn served(&mut self, core: &mut ShaderCore, warp: usize, now: u64) {
        let state = &mut self.warps[warp];
        if state.access.pending != 0 {
            state.phase = Phase::Replay;
            return self.wheel.schedule(warp, now + 1);
        }
        let (lanes, missed) = (state.held, state.access.missed);
        let hit_done = (state.access.ready - 1).max(now + 1);
        if missed == 0 {
            state.phase = Phase::Next;
            return self.wheel.schedule(warp, hit_done);
        }
        // Lanes that hit run ahead; the others stand at the next instruction too, inactive.
        state.phase = Phase::Split;
        state.pc = state.pc.wrapping_add(4);
        state.settle(core, warp);
        core.threads.miss(warp, missed);
        let done = if missed == lanes { now + 1 } else { hit_done };
        self.wheel.schedule(warp, done);
        self.await_data(core, warp, missed, now);
    }

    /// Sets the wake-up of a warp to the first data that it waits for. That may have come already,
    /// while other lines of the instruction were served.
    fn await_data(&mut self, core: &ShaderCore, warp: usize, missed: u64, now: u64) {
        let id = self.warps.len() + warp;
        let mut first = self.wheel.due(id);
        for_lanes(missed, |lane| {
            first = first.min(core.threads.ready_at[warp * W + lane].max(now + 1));
        });
        self.wheel.schedule(id, first);
    }

    /// Executes the fetched instruction of a warp.
    #[inline(always)]
    fn issue(&mut self, core: &mut ShaderCore, chip: &mut Chip, now: u64) -> Result<(), Stop> {
        let warp = self.input.fetch_warp as usize;
        let (pc, lanes) = (
            chip.code.address(self.output.fetch_pc),
            self.output.fetch_lanes,
        );
        self.warps[warp]
            .fetched(core, warp, pc, lanes)
            .map_err(|what| self.broken(core, warp, what))?;
        let first = warp * W;
        let step = core.fetch(chip.code, pc, first, lanes)?;
        let issue = Issue {
            step,
            pc,
            first,
            lanes,
        };
        let outside = Outside {
            code: chip.code,
            grid: &chip.grid,
            now,
        };
        let effect = core.issue::<W, H>(outside, issue, self.hook)?;
        core.counts.issued(lanes.count_ones());
        let state = &mut self.warps[warp];
        state.moves_key = step.writes_sp && self.nesting == Nesting::Sp;
        state.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => {
                state.held = 0;
                Phase::Split
            }
            Effect::Memory => {
                self.in_memory |= 1 << warp;
                state
                    .access
                    .begin(core, issue, now)
                    .map_err(|raised| core.stop(raised))?;
                Phase::Address
            }
            effect => Phase::Rest(effect),
        };
        let latency = (u64::from(step.cycles) + self.issue_cycles).saturating_sub(2);
        self.wheel.schedule(warp, now + latency.max(1));
        self.issue_free = now + self.issue_cycles;
        self.last_fetched = self.input.fetch_warp;
        Ok(())
    }

    /// The clock edge, and the outputs of the state after it.
    #[inline]
    fn tick(&mut self) {
        let input = &mut self.input;
        let events = input.advance | input.arbitrate | input.access | input.replay;
        self.open |= input.arbitrate;
        if F::EVERY_CYCLE || events != 0 || input.fetch || self.output.waiting != 0 {
            self.front_end.tick(input);
            input.advance = 0;
            input.arbitrate = 0;
            input.access = 0;
            input.replay = 0;
            input.fetch = false;
            input.lane_valid = 0;
            self.front_end.eval(input, &mut self.output);
        }
    }

    /// Why nothing can be issued in the state that the outputs show.
    fn stall(&self, core: &ShaderCore) -> Stall {
        if self.output.ready != 0 {
            Stall::Issue
        } else if self.output.waiting != 0 {
            Stall::Arbiter
        } else if self.in_memory | core.threads.missing_warps != 0 {
            Stall::Memory
        } else if self.output.busy != 0 {
            Stall::Pipeline
        } else if core.blocks.is_empty() {
            Stall::Idle
        } else {
            Stall::Barrier
        }
    }

    /// The next cycle in which something can happen.
    fn next(&self, now: u64) -> u64 {
        let free = self.joined & !(self.output.waiting | self.output.busy);
        if free != 0 || self.output.waiting != 0 {
            return now + 1;
        }
        let issue = match self.output.ready {
            0 => u64::MAX,
            _ => self.issue_free.max(now + 1),
        };
        issue.min(self.wheel.next(now + 1))
    }
}

impl<const W: usize, F: FrontEnd, H: Hook> Scheduler for Stackless<W, F, H> {
    const EVERY_CYCLE: bool = F::EVERY_CYCLE;

    fn start(&mut self, _core: &mut ShaderCore, warps: u64) {
        self.joined |= warps;
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &mut Chip, now: u64) -> Result<u64, Stop> {
        self.catch_up(core, now);
        self.simulated = now + 1;
        self.due(core, now);
        self.input.arbitrate |= self.joined & !(self.output.waiting | self.output.busy);
        let fetched = self.choose(now);
        self.input.fetch = fetched.is_some();
        self.input.fetch_warp = fetched.unwrap_or(self.input.fetch_warp);
        if self.output.grant {
            self.present(core, chip)?;
        }
        if self.input.fetch || self.output.grant && self.combinational {
            self.front_end.eval(&self.input, &mut self.output);
        }
        if self.output.result && self.output.result_memory {
            self.serve(core, chip, now)?;
        }
        if fetched.is_some() {
            self.issue(core, chip, now)?;
        } else {
            core.counts.stalls.add(self.stall(core), 1);
        }
        self.tick();
        self.gap = self.stall(core);
        Ok(self.next(now))
    }

    fn catch_up(&mut self, core: &mut ShaderCore, now: u64) {
        core.counts.stalls.add(self.gap, now - self.simulated);
        self.simulated = now;
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for (warp, state) in self.warps.iter_mut().enumerate() {
            state.settle(core, warp);
        }
    }
}
