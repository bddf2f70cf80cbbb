//! Dynamic warp formation: fung2009, section 4.
//!
//! A warp is formed anew for every instruction, from threads with the same PC. The scheduler ([`formation`]) holds
//! the threads that are ready. This module is the rest of the core: warps in flight through the pipeline and memory,
//! threads at barriers, and the one port through which all of them return to the scheduler.
//!
//! In each cycle, warps whose instruction is done, whose data has arrived or whose barrier has opened enter a queue,
//! one for each of these reasons. One warp is offered to the scheduler and held until it is taken. The pipeline takes
//! a warp every `warp_size / simd_width` cycles. As under `pdom`, the scheduler is notified in cycle `n - 1` of an
//! instruction whose result is available `n` cycles after its issue.
//!
//! Decisions where the paper is silent:
//!
//! * **Order of return**: warps from the pipeline first, then warps from memory, then warps that a barrier releases,
//!   then new blocks. The last two enter at one warp per scheduler cycle, in the order of their arrival and with the
//!   threads with which they arrived.
//! * **Memory**: a warp waits for all of its data (4.3); with `miss = "thread"`, threads that hit continue together
//!   and the others as their data arrives (6.3).
//! * **Barriers** count threads of the block, or of the original warp, wherever the threads are. Some threads of a
//!   warp may be released before others.
//! * **Without home lanes** (figure 9 (c)) a warp occupies the pipeline once for each thread of the home lane that
//!   most of its threads share; with `home_lanes = "pipeline"`, a pass serves as many of these threads as the warp
//!   has lanes of one home lane.

mod barrier;
mod counts;
mod exact;
mod formation;
mod issue;
mod lines;
mod mechanism;
mod memory_side;
mod places;
mod queues;
mod room;
mod spill;
mod tables;
mod unit;
mod warp;

pub use counts::{DwfCounts, DwfStalls, Occupancy};
pub(crate) use mechanism::Kind;

use formation::{Formation, Offer, Turn};
use heddle_contract::Config;
use heddle_contract::config::Miss;
use heddle_gpu_core::{
    Chip, Contents, MechanismCounts, MemoryPort, Peaks, ReadySet, Room, Scheduler, ShaderCore,
    Stop, Waits, Wheel,
};
use heddle_memory::Waiter;
use heddle_types::{Cycle, LaneMask, ThreadId, WarpMask};
use queues::{Arrival, Queues};
use warp::{Formed, Homes, InFlightWarp, Phase, members};

/// See the [module](self).
pub(crate) struct Dwf<const W: usize, F> {
    formation: F,
    homes: Homes,
    miss: Miss,
    /// Whether threads keep to their home lanes.
    lane_aware: bool,
    /// Whether threads that share a home lane are served one after the other.
    serves_in_turn: bool,
    /// Warps outside the scheduler. One for each thread is enough, plus one for the warp that is being offered, some
    /// of whose threads may already be in flight again.
    in_flight: Vec<InFlightWarp<W>>,
    free: ReadySet,
    /// The next event of each in-flight warp.
    wheel: Wheel,
    /// In-flight warps that wait for lines.
    port: MemoryPort,
    queues: Queues,
    /// In-flight warps at barriers, in order of arrival.
    waiting: Vec<usize>,
    /// The warp that is offered until it is taken, and whether it was already offered in the cycle before.
    offered: Option<Arrival>,
    again: bool,
    leaving: Formed<W>,
    /// For each original warp, the threads that were handed to the scheduler and have not left it yet.
    inside: Vec<LaneMask>,
    in_scheduler: usize,
    /// In-flight warps with an instruction in the pipeline.
    in_pipeline: usize,
    issue_free: Cycle,
}

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// The threads of a core around a scheduler in its reset state.
    pub fn new(config: &Config, formation: F) -> Self {
        let threads = config.core.threads();
        let issue_cycles = (config.core.warp_size / config.core.simd_width) as u64;
        let in_flight = threads + 1;
        let mut free = ReadySet::new(in_flight);
        (0..in_flight).for_each(|in_flight_warp| free.insert(in_flight_warp));
        Dwf {
            formation,
            homes: Homes::new(config),
            miss: config.dwf.miss,
            lane_aware: config.dwf.lane_aware && !config.dwf.ideal,
            serves_in_turn: !config.dwf.lane_aware && !config.dwf.ideal,
            in_flight: vec![InFlightWarp::empty(); in_flight],
            free,
            wheel: Wheel::new(in_flight),
            port: MemoryPort::new(threads, 1, config.memory.port_queue),
            queues: Queues::new(threads, issue_cycles),
            waiting: Vec::with_capacity(threads),
            offered: None,
            again: false,
            leaving: Formed::empty(),
            inside: vec![LaneMask::NONE; threads / W],
            in_scheduler: 0,
            in_pipeline: 0,
            issue_free: Cycle::ZERO,
        }
    }

    fn broken(&self, core: &ShaderCore, thread: ThreadId, what: &'static str) -> Stop {
        Stop::Broken {
            core: core.index,
            warp: thread.warp(W),
            what,
        }
    }

    /// Takes an unused in-flight warp.
    fn new_in_flight(&mut self) -> usize {
        self.free
            .take_from(0)
            .expect("every warp in flight has a thread")
    }

    /// Moves lanes of an in-flight warp to a new in-flight warp, unless they are all of its lanes.
    fn part(&mut self, id: usize, lanes: LaneMask) -> usize {
        if self.in_flight[id].lanes == lanes {
            return id;
        }
        let new = self.new_in_flight();
        self.in_flight[new] = self.in_flight[id].clone();
        self.in_flight[new].lanes = lanes;
        let left = self.in_flight[id].lanes.without(lanes);
        self.in_flight[id].lanes = left;
        new
    }

    /// Handles the events that are due.
    fn due(&mut self, core: &mut ShaderCore, now: Cycle) {
        while let Some(id) = self.wheel.pop(now) {
            let phase = std::mem::replace(&mut self.in_flight[id].phase, Phase::None);
            match phase {
                Phase::Address => {
                    self.port.push(id);
                    continue;
                }
                Phase::Data => {
                    self.data_there(core, id);
                    continue;
                }
                Phase::Next => {
                    self.go_on(core, id);
                    self.queues.done.push_back(id);
                }
                Phase::Control => self.queues.done.push_back(id),
                phase => self.rest(core, id, phase),
            }
            self.in_pipeline -= 1;
        }
    }

    /// The threads of an in-flight warp proceed to the next instruction.
    fn go_on(&self, core: &mut ShaderCore, id: usize) {
        let in_flight_warp = &self.in_flight[id];
        let next = in_flight_warp.pc.next();
        if let Some(warp) = in_flight_warp.whole_warp() {
            core.threads.pc_row::<W>(warp.first(W)).fill(next);
            return;
        }
        for (_, thread) in members(in_flight_warp.lanes, &in_flight_warp.threads) {
            core.threads.pc[thread.index()] = next;
        }
    }

    /// Offers the next in-flight warp in the queues.
    fn offer(&mut self, now: Cycle) {
        if self.offered.is_none() {
            self.offered = self.queues.next(now);
            if let Some(arrival) = self.offered {
                self.hand_over(arrival.id);
            }
        }
    }

    /// The cycle in which the scheduler is notified of threads whose next PCs are known `ahead` cycles before their
    /// result: one cycle ahead of the result, and earlier by the cycles that the scheduler adds to their path.
    fn notified_at(&self, id: usize, ahead: u64) -> Cycle {
        // DWF-33: as long before the result as the stages are longer, so the threads are issued no sooner than without stages.
        let sooner = ahead.min(self.formation.extra_latency());
        self.in_flight[id].due.saturating_sub(sooner)
    }

    /// Whether the pipeline takes a warp. A commit that was due but not taken stalls the pipeline.
    fn wants_warp(&mut self, now: Cycle) -> bool {
        let late = |arrival: Arrival| arrival.commit && now > self.in_flight[arrival.id].due;
        // DWF-48: a commit that is not taken stalls the pipeline.
        let stalled = self.again && self.offered.is_some_and(late);
        let free = now >= self.issue_free && !self.port.is_full();
        free && !stalled && !self.leaves_cycle(now)
    }

    /// Whether the pipeline leaves this cycle to returning threads. A scheduler with stages accepts such threads
    /// while a warp is issued; there only commits compete with them.
    fn leaves_cycle(&mut self, now: Cycle) -> bool {
        // DWF-32: with stages, threads enter while a warp is issued, and only commits keep others out.
        let shared = self.formation.extra_latency() == 0 || !self.queues.done.is_empty();
        shared && self.queues.wants_cycle(now)
    }

    /// From now on the scheduler may take these threads, some of them before others.
    fn hand_over(&mut self, id: usize) {
        self.again = false;
        let in_flight_warp = &self.in_flight[id];
        match in_flight_warp.whole_warp() {
            Some(warp) => self.inside[warp.index()] = in_flight_warp.lanes,
            None => {
                for (_, thread) in members(in_flight_warp.lanes, &in_flight_warp.threads) {
                    self.inside[thread.warp(W).index()].insert(thread.lane(W));
                }
            }
        }
        self.in_scheduler += in_flight_warp.lanes.count() as usize;
    }

    /// Whether a thread was handed to the scheduler and has not left it yet.
    fn is_inside(&self, thread: ThreadId) -> bool {
        let warp = self.inside.get(thread.warp(W).index());
        warp.is_some_and(|inside| inside.contains(thread.lane(W)))
    }

    /// Simulates a cycle of the scheduler.
    fn regroup(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Turn {
        let wanted = self.wants_warp(now);
        let offer = self.offered.map(|arrival| Offer {
            lanes: self.in_flight[arrival.id].lanes,
            threads: &self.in_flight[arrival.id].threads,
            pc: &core.threads.pc,
            code: chip.code,
            again: self.again,
        });
        let (warp, cache) = (&mut self.leaving, &mut core.cache);
        let turn = self.formation.cycle(offer, wanted, now, warp, cache);
        self.again = true;
        if turn.taken
            && let Some(Arrival {
                id: in_flight_warp, ..
            }) = self.offered.take()
        {
            self.in_flight[in_flight_warp].lanes = LaneMask::NONE;
            self.free.insert(in_flight_warp);
        }
        turn
    }
}

impl<const W: usize, F: Formation<W>> Scheduler for Dwf<W, F> {
    fn every_cycle(&self) -> bool {
        F::EVERY_CYCLE
    }

    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask) {
        for warp in warps {
            let id = self.new_in_flight();
            let first = core.threads.first(warp);
            let mut made = Formed::empty();
            for lane in core.threads.warps[warp.index()].live {
                let thread = first + lane;
                made.put(self.homes.start(thread), thread);
                self.formation.made(thread);
            }
            let in_flight_warp = &mut self.in_flight[id];
            (in_flight_warp.lanes, in_flight_warp.threads) = (made.lanes, made.threads);
            self.queues.made.push_back(id);
        }
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        self.due(core, now);
        self.serve(core, chip, now)?;
        self.offer(now);
        let turn = self.regroup(core, chip, now);
        if let Some(what) = turn.wrong {
            return Err(self.broken(core, ThreadId::default(), what));
        }
        if turn.leaves {
            self.issue(core, chip, now)?;
        } else {
            core.idled(self.waits(core, now));
        }
        if cfg!(debug_assertions) {
            self.check_places(core);
        }
        Ok(())
    }

    fn data(&mut self, _core: &mut ShaderCore, waiter: Waiter, now: Cycle) {
        match waiter.lanes.is_empty() {
            true => self.formation.answered(waiter.tag as usize, now + 1),
            false => self.arrived(waiter.tag as usize, waiter.lanes, now),
        }
    }

    #[inline(always)]
    fn waits(&self, _core: &ShaderCore, now: Cycle) -> Waits {
        let in_scheduler = self.in_scheduler != 0;
        Waits {
            port_is_full: self.port.is_full(),
            can_issue: in_scheduler && now < self.issue_free,
            for_scheduler: in_scheduler,
            for_memory: !self.port.is_empty(),
            in_pipeline: self.in_pipeline != 0,
        }
    }

    #[inline(always)]
    fn next(&self, _core: &ShaderCore, now: Cycle) -> Cycle {
        let acts = self.offered.is_some() || self.port.acts() || !self.queues.is_empty();
        let pauses = || match self.in_scheduler {
            0 => self.formation.rests(now),
            _ => self.formation.is_still(),
        };
        if acts || !pauses() {
            return now + 1;
        }
        let event = self.wheel.next(now + 1);
        match self.in_scheduler == 0 || self.port.is_full() {
            true => event,
            false => event.min(self.issue_free.max(now + 1)),
        }
    }

    fn finish(&mut self, now: Cycle) {
        self.formation.catch_up(now);
    }

    /// Every thread's PC is up to date, except those of in-flight warps: such threads are at their instruction until
    /// it is done, although their next PC may already have been written for an observer.
    fn settle(&mut self, core: &mut ShaderCore) {
        let port = self.port.ids().map(|id| &self.in_flight[id]);
        let others = self
            .in_flight
            .iter()
            .filter(|in_flight_warp| in_flight_warp.phase.has_pc());
        for in_flight_warp in port.chain(others) {
            for (_, thread) in members(in_flight_warp.lanes, &in_flight_warp.threads) {
                core.threads.pc[thread.index()] = in_flight_warp.pc;
            }
        }
    }

    fn counts(&self) -> Option<&dyn MechanismCounts> {
        Some(self.formation.counts())
    }

    fn show_tables(&mut self, _core: &ShaderCore, chip: &Chip, contents: &mut Contents) {
        self.formation.show_tables(chip, contents);
    }

    fn take_room(&mut self) -> Room {
        self.formation.take_room()
    }

    fn holds(&self) -> Peaks {
        self.formation.holds()
    }
}
