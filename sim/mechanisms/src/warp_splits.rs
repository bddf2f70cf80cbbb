//! Warp splits that never reconverge: the common part of `nrec` and `mimd`.
//!
//! A warp split is a set of lanes of an original warp with one PC. It executes, waits for all of its lines, and
//! splits where its lanes diverge. Ready warp splits issue in turn.

use crate::census::Census;
use crate::definition::{Cores, Plan, Prepared};
use heddle_contract::Config;
use heddle_gpu_core::{
    Chip, Effect, InFlight, Issue, MemoryPort, Needs, Peaks, ReadySet, Room, Scheduler, ShaderCore,
    Stop, Waits,
};
use heddle_memory::Waiter;
use heddle_types::{Cycle, LaneMask, Pc, ThreadId, WarpId, WarpMask};

/// What the end of a warp split's instruction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The lanes continue with the next instruction.
    Next,
    /// The PCs of the lanes have been written.
    Control,
    /// The lanes wait at a barrier or end.
    Rest(Effect),
    /// The lanes wait at a barrier.
    Waiting,
}

#[derive(Clone, Debug)]
struct WarpSplit {
    phase: Phase,
    /// Lane `l` is thread `first + l`.
    first: ThreadId,
    lanes: LaneMask,
    pc: Pc,
}

/// How warp splits are formed, and how many of them issue and access memory in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// Number of warp splits that issue at once.
    pub width: usize,
    /// Number of warp splits that the memory port serves in a cycle.
    pub ports: usize,
    /// Number of further warp splits that may wait for the port without stalling the pipeline.
    pub port_queue: usize,
    /// Whether everything that issues in one cycle counts as one instruction.
    pub counts_cycles: bool,
    /// Whether ready warp splits issue in turn; otherwise the first ones always go first.
    pub in_turn: bool,
}

/// Cores with warp splits of up to `E` lanes, which issue at most `width` lanes as one instruction.
pub(super) fn splitting<const E: usize>(config: &Config, width: usize, rates: Rates) -> Plan<'_> {
    let (threads, warp_size) = (config.core.threads(), config.core.warp_size);
    Box::new(move |_, _| Prepared {
        needs: Needs::of_width(width),
        cores: Box::new(SplittingCores::<E> {
            threads,
            warp_size,
            rates,
        }),
    })
}

struct SplittingCores<const E: usize> {
    threads: usize,
    warp_size: usize,
    rates: Rates,
}

impl<const E: usize> Cores for SplittingCores<E> {
    fn golden(&self, _core: usize) -> Box<dyn Scheduler + Send> {
        Box::new(WarpSplits::<E>::new(
            self.threads,
            self.warp_size,
            self.rates,
        ))
    }
}

/// Warp splits of up to `E` lanes.
struct WarpSplits<const E: usize> {
    rates: Rates,
    /// Threads of an original warp.
    warp_size: usize,
    splits: Vec<WarpSplit>,
    free: ReadySet,
    ready: ReadySet,
    in_flight: InFlight<E>,
    /// Number of warp splits with an instruction in the pipeline.
    in_pipeline: usize,
    last_issued: usize,
    census: Census,
}

impl<const E: usize> WarpSplits<E> {
    fn new(threads: usize, warp_size: usize, rates: Rates) -> Self {
        let split = WarpSplit {
            phase: Phase::Next,
            first: ThreadId::default(),
            lanes: LaneMask::NONE,
            pc: Pc::default(),
        };
        let mut free = ReadySet::new(threads);
        (0..threads).for_each(|id| free.insert(id));
        let port = MemoryPort::new(threads, rates.ports, rates.port_queue);
        WarpSplits {
            rates,
            warp_size,
            splits: vec![split; threads],
            free,
            ready: ReadySet::new(threads),
            in_flight: InFlight::new(threads, port, 0),
            in_pipeline: 0,
            last_issued: 0,
            census: Census::default(),
        }
    }

    /// Adds a new warp split, which is ready. There are as many entries as threads, and every warp split has a
    /// thread.
    fn add(&mut self, first: ThreadId, lanes: LaneMask, pc: Pc) {
        self.census.add(first.warp(self.warp_size));
        let id = self.free.take_from(0).expect("every split has a thread");
        let split = &mut self.splits[id];
        (split.first, split.lanes, split.pc) = (first, lanes, pc);
        self.ready.insert(id);
    }

    /// The original warp of a warp split, and its lanes in this warp.
    fn home(&self, core: &ShaderCore, id: usize) -> (WarpId, LaneMask) {
        let split = &self.splits[id];
        let warp = split.first.warp(core.threads.warp_size);
        (
            warp,
            split.lanes << split.first.lane(core.threads.warp_size),
        )
    }

    fn due(&mut self, core: &mut ShaderCore, now: Cycle) {
        while let Some(id) = self.in_flight.due(core, now) {
            self.in_pipeline -= 1;
            match self.splits[id].phase {
                Phase::Next => self.go_on(id),
                Phase::Control => self.split(core, id),
                Phase::Rest(effect) => self.rest(core, id, effect),
                Phase::Waiting => unreachable!("only an instruction in flight has events"),
            }
        }
    }

    fn go_on(&mut self, id: usize) {
        self.splits[id].pc = self.splits[id].pc.next();
        self.ready.insert(id);
    }

    /// Makes a warp split for each PC among the lanes; the existing one keeps the PC of the first lane.
    fn split(&mut self, core: &ShaderCore, id: usize) {
        let WarpSplit { first, lanes, .. } = self.splits[id];
        let pcs = &core.threads.pc[first.index()..];
        let mut rest = lanes;
        while let Some(lane) = rest.first() {
            let pc = pcs[lane];
            let together = rest.filter(|lane| pcs[lane] == pc);
            if rest == lanes {
                (self.splits[id].lanes, self.splits[id].pc) = (together, pc);
                self.ready.insert(id);
            } else {
                self.add(first, together, pc);
            }
            rest = rest.without(together);
        }
    }

    /// Lanes arrive at a barrier or at their end.
    fn rest(&mut self, core: &mut ShaderCore, id: usize, effect: Effect) {
        let (warp, lanes) = self.home(core, id);
        let split = &mut self.splits[id];
        if effect == Effect::Exit {
            split.lanes = LaneMask::NONE;
            self.free.insert(id);
            self.census.remove(warp);
        } else {
            split.phase = Phase::Waiting;
            let next = split.pc.next();
            for lane in split.lanes {
                core.threads.pc[(split.first + lane).index()] = next;
            }
        }
        let released = core.rest(effect, warp, lanes).warps;
        if !released.is_empty() {
            self.release(core, released);
        }
    }

    /// Warp splits of these original warps whose barrier has opened continue.
    fn release(&mut self, core: &ShaderCore, warps: WarpMask) {
        for id in 0..self.splits.len() {
            let (warp, lanes) = self.home(core, id);
            let waits = self.splits[id].phase == Phase::Waiting && warps.contains(warp);
            if waits && lanes.is_within(core.threads.warps[warp.index()].runnable()) {
                self.splits[id].phase = Phase::Next;
                self.go_on(id);
            }
        }
    }

    /// Issues the next ready warp splits; returns whether any was ready and had a free pipe.
    fn issue_splits(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<bool, Stop> {
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
            threads += self.splits[id].lanes.count();
            if !self.rates.counts_cycles {
                core.issued(self.splits[id].lanes.count(), held);
            }
        }
        if self.rates.counts_cycles {
            core.issued(threads, 1);
        }
        Ok(issued)
    }

    /// Takes the next warp split from `start` on that is ready and has a free pipe.
    fn take_ready(
        &mut self,
        core: &ShaderCore,
        chip: &Chip,
        start: usize,
        now: Cycle,
    ) -> Option<usize> {
        if self.rates.counts_cycles || core.pipes.is_one() {
            return self.ready.take_from(start);
        }
        self.ready.take_from_where(start, |id| {
            let step = chip.code.step(self.splits[id].pc);
            step.is_none_or(|step| core.pipes.free_for(step) <= now)
        })
    }

    /// Executes the instruction of a warp split; returns how many cycles it holds the lanes of the pipeline.
    fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        id: usize,
        now: Cycle,
    ) -> Result<u64, Stop> {
        let split = &mut self.splits[id];
        let step = core.fetch(chip.code, split.pc, split.first, split.lanes)?;
        let issue = Issue {
            step,
            pc: split.pc,
            first: split.first,
            lanes: split.lanes,
        };
        let effect = core.issue::<E>(chip, issue, now)?;
        split.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => Phase::Control,
            Effect::Memory => {
                self.in_flight.access(core, id, &issue, now)?;
                Phase::Next
            }
            effect => Phase::Rest(effect),
        };
        self.in_pipeline += 1;
        let (held, latency) = match self.rates.counts_cycles {
            true => (1, step.cycles.into()),
            false => {
                let held = core.hold(step, issue.lanes);
                core.take_pipe(chip, step, now, held);
                (held, core.latency(step, held))
            }
        };
        self.in_flight.result(id, now + latency);
        Ok(held)
    }
}

impl<const E: usize> Scheduler for WarpSplits<E> {
    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask) {
        let groups = core.threads.warp_size / E;
        for warp in warps {
            for group in 0..groups {
                let lanes = core.threads.warps[warp.index()].live.part(group * E, E);
                let first = core.threads.first(warp) + group * E;
                if !lanes.is_empty() {
                    self.add(first, lanes, core.threads.pc[first.index()]);
                }
            }
        }
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        self.due(core, now);
        self.in_flight.serve(core, chip, now)?;
        let full = self.in_flight.port().is_full();
        let can = now >= core.pipes.first_free() && !self.ready.is_empty() && !full;
        if !can || !self.issue_splits(core, chip, now)? {
            core.idled(self.waits(core, now));
        }
        self.census.end_cycle();
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
            in_pipeline: self.in_pipeline != 0,
        }
    }

    #[inline(always)]
    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle {
        let issue = match self.ready.is_empty() || self.in_flight.port().is_full() {
            true => Cycle::NEVER,
            false => core.pipes.first_free().max(now + 1),
        };
        issue.min(self.in_flight.next(now))
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for split in self
            .splits
            .iter()
            .filter(|split| split.phase != Phase::Waiting)
        {
            for lane in split.lanes {
                core.threads.pc[(split.first + lane).index()] = split.pc;
            }
        }
    }

    fn take_room(&mut self) -> Room {
        let [splits, warps] = self.census.take().map(Into::into);
        Room {
            peaks: Peaks {
                splits,
                warps,
                ..Peaks::default()
            },
            ..Room::default()
        }
    }

    fn holds(&self) -> Peaks {
        let mut of_warp = vec![0_u64; self.splits.len() / self.warp_size];
        for split in self.splits.iter().filter(|split| !split.lanes.is_empty()) {
            of_warp[split.first.index() / self.warp_size] += 1;
        }
        Peaks {
            splits: of_warp.iter().copied().max().into(),
            warps: of_warp.iter().sum::<u64>().into(),
            ..Peaks::default()
        }
    }
}
