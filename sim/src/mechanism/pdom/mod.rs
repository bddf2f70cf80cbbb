//! Reconvergence at immediate post-dominators with a stack per warp: fung2009, 3.2.
//!
//! A warp executes the top entry of its stack, which the unit `reconvergence_stack` keeps; this
//! module is the rest of the core around it. In a cycle the unit is told about one instruction that
//! is done, one warp that starts, and asked for the top of the warp that issues. The instruction
//! that it is told about in a cycle may be followed by the warp's next one in the cycle after; an
//! instruction whose result is there `n` cycles after its issue is told in cycle `n - 1`.
//!
//! [`Regions`] says where lanes wait for each other. Here it is [`Points`], as in the paper; the
//! mechanism `stack` has another one and shares everything else.
//!
//! Decisions where the paper is silent:
//!
//! * **Calls** are pushed, with the return address as reconvergence point: lanes that leave the
//!   function on different ways meet there. So a branch with a side that returns needs no point of
//!   its own (its lanes meet where those below them wait), a return never parts threads, and
//!   lanes that a call through a pointer parts meet behind it. A stack holds an entry more for
//!   every open call.
//! * **Call depth**: reconvergence points count in the call that waits for them ([`points`]).
//! * **Memory**: a warp waits for all its lines, as under `nrec`.
//! * **Barriers**: a warp waits as a whole. Threads on its stack that have not arrived cannot, and
//!   the run ends in a deadlock that names them.

mod alu;
mod issue;
mod points;
mod regions;
mod stack;
mod update;
mod warp;

use alu::Alu;
pub(crate) use alu::{Compressed, Counted};
pub(crate) use points::{Note, Points, is_call};
pub(crate) use regions::{Regions, Sides, part};

use super::Scheduler;
use crate::gpu::{Chip, ShaderCore, Stall, Stop, Wheel};
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Border, Config, Values};
use heddle_memory::Waiter;
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
    /// Outputs for the state of the coming cycle; between cycles only those that depend on state
    /// alone mean anything.
    output: Out<Values>,
    warps: Vec<Warp<W, R::Note>>,
    wheel: Wheel,
    /// Warps that want lines, in order of arrival.
    port: VecDeque<usize>,
    /// The port asked for lines in the last cycle and got none, and will not before data comes.
    refused: bool,
    /// Warps whose instruction is done and the unit is not told yet, in order.
    done: VecDeque<usize>,
    /// Warps that have threads and no stack yet.
    starting: u64,
    /// Warps that may issue as soon as nothing is popping from their stack.
    ready: u64,
    /// Warps with an instruction in flight.
    in_pipeline: u64,
    depth: usize,
    /// Warps that may wait for the port without holding up the pipeline.
    port_queue: usize,
    last_issued: usize,
    simulated: u64,
    gap: Stall,
}

impl<const W: usize, R: Regions<W>, S: Stacks, A: Alu<W>> Pdom<W, R, S, A> {
    /// A core's warps around stacks and an ALU in their reset state.
    pub fn new(config: &Config, params: &Params, regions: Arc<R>, mut stacks: S, alu: A) -> Self {
        let input = In::zero(params);
        let mut output = Out::zero(params);
        stacks.eval(&input, &mut output);
        let warps = config.core.warps;
        Pdom {
            stacks,
            alu,
            regions,
            input,
            output,
            warps: vec![Warp::new(); warps],
            wheel: Wheel::new(warps),
            port: VecDeque::with_capacity(warps),
            refused: false,
            done: VecDeque::with_capacity(warps),
            starting: 0,
            ready: 0,
            in_pipeline: 0,
            depth: params.depth(),
            port_queue: config.memory.port_queue,
            last_issued: 0,
            simulated: 0,
            gap: Stall::Idle,
        }
    }

    fn broken(&self, core: &ShaderCore, warp: usize, what: &'static str) -> Stop {
        let core = core.index;
        Stop::Broken { core, warp, what }
    }

    /// Events that are due: addresses, data, results.
    fn due(&mut self, core: &mut ShaderCore, now: u64) {
        while let Some(warp) = self.wheel.pop(now) {
            match self.warps[warp].phase {
                Phase::Address => {
                    self.port.push_back(warp);
                    continue;
                }
                Phase::Data => core.threads.arrive(warp, self.warps[warp].lanes),
                _ => {}
            }
            self.done.push_back(warp);
        }
    }

    /// Serves the first warp at the port, which it keeps until it has all of its lines.
    fn serve(&mut self, core: &mut ShaderCore, chip: &Chip, now: u64) -> Result<(), Stop> {
        let Some(&warp) = self.port.front() else {
            return Ok(());
        };
        let state = &mut self.warps[warp];
        let served = state.access.serve_cycle(core, chip, warp, now);
        self.refused = !served.map_err(|raised| core.stop(raised))?;
        if state.access.pending == 0 {
            self.port.pop_front();
            state.phase = Phase::Data;
            core.threads.miss(warp, state.lanes);
            self.await_data(warp, now + 1);
        }
        Ok(())
    }

    /// The unit is told of a warp whose data is all there, a cycle ahead, but not before `earliest`.
    fn await_data(&mut self, warp: usize, earliest: u64) {
        let access = &self.warps[warp].access;
        if access.missed == 0 {
            let told = (access.ready - 1).max(earliest);
            self.wheel.schedule(warp, told);
        }
    }

    /// Presents a warp that starts.
    fn present_start(&mut self, core: &ShaderCore, chip: &Chip) -> Result<(), Stop> {
        if self.starting == 0 {
            return Ok(());
        }
        let warp = self.starting.trailing_zeros() as usize;
        if self.output.live >> warp & 1 == 1 {
            return Err(self.broken(core, warp, "a warp is live that has no threads"));
        }
        self.starting &= self.starting - 1;
        self.ready |= 1 << warp;
        let first = core.threads.first(warp);
        let (word, depth) = (
            chip.code.word(core.threads.pc[first]),
            core.threads.depths.of(first),
        );
        self.input.start = true;
        self.input.start_warp = warp as u64;
        self.input.start_pc = self.regions.start(word, depth);
        self.input.start_lanes = core.threads.warps[warp].live;
        Ok(())
    }

    /// Warps that can issue in the state that the outputs show.
    fn can_issue(&self) -> u64 {
        let popping = match self.output.popping {
            true => 1 << self.output.popping_warp,
            false => 0,
        };
        self.ready & self.output.live & !popping
    }

    /// The next warp after the last one issued.
    fn choose(&self, core: &ShaderCore, now: u64) -> Option<usize> {
        let ready = core.pipes.worth_a_look(self.can_issue(), now);
        if ready == 0 || self.port_full() {
            return None;
        }
        let later = ready & (!0 << self.last_issued << 1);
        let from = if later != 0 { later } else { ready };
        Some(from.trailing_zeros() as usize)
    }

    /// The clock edge, and the outputs of the state after it.
    fn tick(&mut self) {
        let input = &mut self.input;
        if S::EVERY_CYCLE || input.start || input.update || self.output.popping {
            self.stacks.tick(input);
            (input.start, input.update, input.read) = (false, false, false);
            self.stacks.eval(input, &mut self.output);
            self.ready &= self.output.live;
        }
    }

    /// Whether so many warps wait for the port that the pipeline is held up.
    fn port_full(&self) -> bool {
        self.port.len() > self.port_queue
    }

    fn waits_for_stack(&self) -> bool {
        !self.done.is_empty() || self.starting != 0 || self.output.popping
    }

    /// Why nothing can be issued in the state that the outputs show.
    fn stall(&self, core: &ShaderCore) -> Stall {
        if self.port_full() {
            Stall::Port
        } else if self.can_issue() != 0 {
            Stall::Issue
        } else if self.waits_for_stack() {
            Stall::Arbiter
        } else if !self.port.is_empty() || core.threads.missing_warps != 0 {
            Stall::Memory
        } else if self.in_pipeline != 0 {
            Stall::Pipeline
        } else if core.blocks.is_empty() {
            Stall::Idle
        } else {
            Stall::Barrier
        }
    }

    /// The next cycle in which something can happen.
    fn next(&self, core: &ShaderCore, now: u64) -> u64 {
        if self.waits_for_stack() || !self.port.is_empty() && !self.refused {
            return now + 1;
        }
        let issue = match self.port_full() {
            true => u64::MAX,
            false => core.pipes.next_look(self.can_issue(), now),
        };
        issue.min(self.wheel.next(now + 1))
    }
}

impl<const W: usize, R: Regions<W>, S: Stacks, A: Alu<W>> Scheduler for Pdom<W, R, S, A> {
    fn every_cycle(&self) -> bool {
        S::EVERY_CYCLE
    }

    fn start(&mut self, _core: &mut ShaderCore, warps: u64) {
        self.starting |= warps;
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: u64) -> Result<u64, Stop> {
        self.catch_up(core, now);
        self.simulated = now + 1;
        self.due(core, now);
        self.serve(core, chip, now)?;
        self.present_start(core, chip)?;
        let told = self.present(core, chip);
        let chosen = self.choose(core, now);
        self.input.read = chosen.is_some();
        self.input.read_warp = chosen.map_or(self.input.read_warp, |warp| warp as u64);
        if told.is_some() || chosen.is_some() {
            self.stacks.eval(&self.input, &mut self.output);
        }
        let issued = match chosen {
            Some(warp) => self.issue(core, chip, warp, now)?,
            None => false,
        };
        if !issued {
            core.stalled(self.stall(core), 1);
        }
        if let Some(warp) = told {
            self.updated(core, warp)?;
        }
        self.tick();
        self.gap = self.stall(core);
        Ok(self.next(core, now))
    }

    fn data(&mut self, _core: &mut ShaderCore, waiter: Waiter, now: u64) {
        let warp = waiter.tag as usize;
        let state = &mut self.warps[warp];
        state.access.arrived(waiter.lanes);
        if state.phase == Phase::Data {
            self.await_data(warp, now);
        }
    }

    fn catch_up(&mut self, core: &mut ShaderCore, now: u64) {
        core.stalled(self.gap, now - self.simulated);
        self.simulated = now;
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for (warp, state) in self.warps.iter_mut().enumerate() {
            state.settle(core, warp);
            let threads = &mut core.threads.warps[warp];
            let on_top = match state.phase {
                Phase::Waiting => threads.at_barrier | threads.at_partial,
                _ => state.lanes,
            };
            threads.stacked = threads.live & !on_top;
        }
    }
}
