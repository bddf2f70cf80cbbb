//! Parts of warps that never join: what `nrec` and `mimd` have in common.
//!
//! A part is some lanes of an original warp with one PC. It executes, waits for all of its lines,
//! and where its lanes disagree it splits. Ready parts issue in turn.

use super::ReadySet;
use super::Scheduler;
use crate::gpu::{Access, Chip, Effect, Issue, ShaderCore, Stall, Stop, Wheel, for_lanes};
use heddle_memory::Waiter;
use std::collections::VecDeque;

/// What the next event of a part means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Ready, or free.
    None,
    /// The lanes go on with the next instruction.
    Next,
    /// The lanes' own PCs have been written.
    Control,
    /// The lanes wait or end.
    Rest(Effect),
    /// Addresses are there.
    Address,
    /// All data is there.
    Data,
    /// The lanes wait at a barrier.
    Waiting,
}

#[derive(Clone, Debug)]
struct Part<const E: usize> {
    phase: Phase,
    /// Lane `l` is thread `first + l`.
    first: usize,
    lanes: u64,
    pc: u32,
    access: Access<E>,
}

/// How parts are formed and how many of them move in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// Parts that issue at once.
    pub width: usize,
    /// Parts that are served in a cycle.
    pub ports: usize,
    /// Parts that may wait for that without holding up the pipeline.
    pub port_queue: usize,
    /// Whether what issues in one cycle counts as one instruction.
    pub counts_cycles: bool,
    /// Whether ready parts issue in turn, or the first ones always.
    pub in_turn: bool,
}

/// Parts of up to `E` lanes.
pub(crate) struct Parts<const E: usize> {
    rates: Rates,
    parts: Vec<Part<E>>,
    free: ReadySet,
    ready: ReadySet,
    wheel: Wheel,
    /// Parts that want lines, in order of arrival.
    port: VecDeque<usize>,
    /// The port asked for lines in the last cycle and got none, and will not before data comes.
    refused: bool,
    /// Parts with an instruction in the pipeline.
    in_pipeline: usize,
    last_issued: usize,
    simulated: u64,
    gap: Stall,
}

impl<const E: usize> Parts<E> {
    pub(super) fn new(threads: usize, rates: Rates) -> Self {
        let part = Part {
            phase: Phase::None,
            first: 0,
            lanes: 0,
            pc: 0,
            access: Access::idle(),
        };
        let mut free = ReadySet::new(threads);
        (0..threads).for_each(|id| free.insert(id));
        Parts {
            rates,
            parts: vec![part; threads],
            free,
            ready: ReadySet::new(threads),
            wheel: Wheel::new(threads),
            port: VecDeque::with_capacity(threads),
            refused: false,
            in_pipeline: 0,
            last_issued: 0,
            simulated: 0,
            gap: Stall::Idle,
        }
    }

    /// A new part, ready. There are as many as threads, and every part has one.
    fn add(&mut self, first: usize, lanes: u64, pc: u32) {
        let id = self.free.take_from(0).expect("every part has a thread");
        let part = &mut self.parts[id];
        (part.first, part.lanes, part.pc) = (first, lanes, pc);
        self.ready.insert(id);
    }

    /// The original warp of a part, and its lanes there.
    fn home(&self, core: &ShaderCore, id: usize) -> (usize, u64) {
        let part = &self.parts[id];
        let warp = part.first / core.threads.warp_size;
        (warp, part.lanes << (part.first - core.threads.first(warp)))
    }

    fn due(&mut self, core: &mut ShaderCore, now: u64) {
        while let Some(id) = self.wheel.pop(now) {
            let phase = std::mem::replace(&mut self.parts[id].phase, Phase::None);
            if phase == Phase::Address {
                self.port.push_back(id);
                continue;
            }
            self.in_pipeline -= 1;
            match phase {
                Phase::Next => self.go_on(id),
                Phase::Control => self.split(core, id),
                Phase::Rest(effect) => self.rest(core, id, effect),
                Phase::Data => {
                    let (warp, lanes) = self.home(core, id);
                    core.threads.arrive(warp, lanes);
                    self.go_on(id);
                }
                _ => unreachable!("only an instruction in flight has events"),
            }
        }
    }

    fn go_on(&mut self, id: usize) {
        self.parts[id].pc = self.parts[id].pc.wrapping_add(4);
        self.ready.insert(id);
    }

    /// One part for each PC among the lanes; the first lane's part goes on.
    fn split(&mut self, core: &ShaderCore, id: usize) {
        let Part { first, lanes, .. } = self.parts[id];
        let pcs = &core.threads.pc[first..];
        let mut rest = lanes;
        while rest != 0 {
            let pc = pcs[rest.trailing_zeros() as usize];
            let mut together = 0;
            for_lanes(rest, |lane| together |= u64::from(pcs[lane] == pc) << lane);
            if rest == lanes {
                (self.parts[id].lanes, self.parts[id].pc) = (together, pc);
                self.ready.insert(id);
            } else {
                self.add(first, together, pc);
            }
            rest &= !together;
        }
    }

    /// Lanes come to a barrier or to their end.
    fn rest(&mut self, core: &mut ShaderCore, id: usize, effect: Effect) {
        let (warp, lanes) = self.home(core, id);
        let part = &mut self.parts[id];
        if effect == Effect::Exit {
            part.lanes = 0;
            self.free.insert(id);
        } else {
            part.phase = Phase::Waiting;
            let next = part.pc.wrapping_add(4);
            for_lanes(part.lanes, |lane| core.threads.pc[part.first + lane] = next);
        }
        let released = core.rest(effect, warp, lanes).warps;
        if released != 0 {
            self.release(core, released);
        }
    }

    /// Parts of these warps whose barrier has opened go on.
    fn release(&mut self, core: &ShaderCore, warps: u64) {
        for id in 0..self.parts.len() {
            let (warp, lanes) = self.home(core, id);
            let waits = self.parts[id].phase == Phase::Waiting && warps >> warp & 1 == 1;
            if waits && lanes & !core.threads.warps[warp].runnable() == 0 {
                self.parts[id].phase = Phase::None;
                self.go_on(id);
            }
        }
    }

    /// Serves the first parts at the port, as many as there are places, each of which keeps its place
    /// until it has all of its lines.
    fn serve(&mut self, core: &mut ShaderCore, chip: &Chip, now: u64) -> Result<(), Stop> {
        let (mut left, mut served) = (0, false);
        for _ in 0..self.rates.ports.min(self.port.len()) {
            let id = self.port[left];
            let access = &mut self.parts[id].access;
            let one = access.serve_cycle(core, chip, id, now);
            served |= one.map_err(|raised| core.stop(raised))?;
            if access.pending == 0 {
                self.port.remove(left);
                self.parts[id].phase = Phase::Data;
                let (warp, lanes) = self.home(core, id);
                core.threads.miss(warp, lanes);
                self.await_data(id, now + 1);
            } else {
                left += 1;
            }
        }
        self.refused = !served;
        Ok(())
    }

    /// The whole part goes on when the last of its data is there, but not before `earliest`.
    fn await_data(&mut self, id: usize, earliest: u64) {
        let access = &self.parts[id].access;
        if access.missed == 0 {
            self.wheel.schedule(id, access.ready.max(earliest));
        }
    }

    /// Issues the next ready parts; whether there was one with a pipe to take it.
    fn issue_parts(&mut self, core: &mut ShaderCore, chip: &Chip, now: u64) -> Result<bool, Stop> {
        let (mut threads, mut issued) = (0, false);
        for _ in 0..self.rates.width {
            let start = match self.rates.in_turn {
                true => self.last_issued + 1,
                false => 0,
            };
            let Some(id) = self.take_ready(core, chip, start, now) else {
                break;
            };
            issued = true;
            self.last_issued = id;
            let held = self.issue(core, chip, id, now)?;
            threads += self.parts[id].lanes.count_ones();
            if !self.rates.counts_cycles {
                core.issued(self.parts[id].lanes.count_ones(), held);
            }
        }
        if self.rates.counts_cycles {
            core.issued(threads, 1);
        }
        Ok(issued)
    }

    /// The next part from `start` on that is ready and has a pipe to take it.
    fn take_ready(
        &mut self,
        core: &ShaderCore,
        chip: &Chip,
        start: usize,
        now: u64,
    ) -> Option<usize> {
        if self.rates.counts_cycles || core.pipes.is_one() {
            return self.ready.take_from(start);
        }
        self.ready.take_from_where(start, |id| {
            let step = chip.code.step(self.parts[id].pc);
            step.is_none_or(|step| core.pipes.free_for(step) <= now)
        })
    }

    /// Executes the instruction of a part; for how many cycles it holds the lanes of the pipeline.
    fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        id: usize,
        now: u64,
    ) -> Result<u64, Stop> {
        let part = &mut self.parts[id];
        let step = core.fetch(chip.code, part.pc, part.first, part.lanes)?;
        let issue = Issue {
            step,
            pc: part.pc,
            first: part.first,
            lanes: part.lanes,
        };
        let outside = chip.outside(now);
        let effect = core.issue::<E>(outside, issue)?;
        part.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => Phase::Control,
            Effect::Memory => {
                let begun = part.access.begin(core, &issue, now);
                begun.map_err(|raised| core.stop(raised))?;
                Phase::Address
            }
            effect => Phase::Rest(effect),
        };
        self.in_pipeline += 1;
        let held = match self.rates.counts_cycles {
            true => 1,
            false => {
                let held = core.hold(step, issue.lanes);
                core.pipes.take(step, now, held);
                held
            }
        };
        let latency = u64::from(step.cycles) + held - 1;
        self.wheel.schedule(id, now + latency);
        Ok(held)
    }

    /// Whether so many parts wait for the port that the pipeline is held up.
    fn port_full(&self) -> bool {
        self.port.len() >= self.rates.ports + self.rates.port_queue
    }

    fn stall(&self, core: &ShaderCore) -> Stall {
        if self.port_full() {
            Stall::Port
        } else if !self.ready.is_empty() {
            Stall::Issue
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

    fn next(&self, core: &ShaderCore, now: u64) -> u64 {
        if !self.port.is_empty() && !self.refused {
            return now + 1;
        }
        let issue = match self.ready.is_empty() || self.port_full() {
            true => u64::MAX,
            false => core.pipes.first_free().max(now + 1),
        };
        issue.min(self.wheel.next(now + 1))
    }
}

impl<const E: usize> Scheduler for Parts<E> {
    fn every_cycle(&self) -> bool {
        false
    }

    fn start(&mut self, core: &mut ShaderCore, warps: u64) {
        let groups = core.threads.warp_size / E;
        for_lanes(warps, |warp| {
            for group in 0..groups {
                let lanes = core.threads.warps[warp].live >> (group * E) & (u64::MAX >> (64 - E));
                let first = core.threads.first(warp) + group * E;
                if lanes != 0 {
                    self.add(first, lanes, core.threads.pc[first]);
                }
            }
        });
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: u64) -> Result<u64, Stop> {
        self.catch_up(core, now);
        self.simulated = now + 1;
        self.due(core, now);
        self.serve(core, chip, now)?;
        let can = now >= core.pipes.first_free() && !self.ready.is_empty() && !self.port_full();
        if !can || !self.issue_parts(core, chip, now)? {
            core.stalled(self.stall(core), 1);
        }
        self.gap = self.stall(core);
        Ok(self.next(core, now))
    }

    fn data(&mut self, _core: &mut ShaderCore, waiter: Waiter, now: u64) {
        let id = waiter.tag as usize;
        let part = &mut self.parts[id];
        part.access.arrived(waiter.lanes);
        if part.phase == Phase::Data {
            self.await_data(id, now + 1);
        }
    }

    fn catch_up(&mut self, core: &mut ShaderCore, now: u64) {
        core.stalled(self.gap, now - self.simulated);
        self.simulated = now;
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for part in self
            .parts
            .iter()
            .filter(|part| part.phase != Phase::Waiting)
        {
            for_lanes(part.lanes, |lane| {
                core.threads.pc[part.first + lane] = part.pc
            });
        }
    }
}
