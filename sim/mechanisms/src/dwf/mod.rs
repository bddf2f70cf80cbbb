//! Dynamic warp formation: fung2009, section 4.
//!
//! A warp is formed anew for every instruction, out of threads that stand at one PC. Inside the
//! scheduler ([`formation`]) are threads that are ready; this module is the rest of the core: warps
//! on their way through the pipeline and memory, threads at barriers, and the one port through
//! which all of them come back.
//!
//! In a cycle, warps whose instruction is done, whose data is there or whose barrier has opened
//! enter a queue each; one warp is offered to the scheduler, and held until it is taken. The
//! pipeline takes a warp every `warp_size / simd_width` cycles. As under `pdom`, an instruction
//! whose result is there `n` cycles after its issue is told in cycle `n - 1`.
//!
//! Decisions where the paper is silent:
//!
//! * **Who comes back first**: what is done in the pipeline, what returns from memory, what a
//!   barrier releases, new blocks. The last two enter one warp per scheduler cycle, in the order
//!   and with the threads with which they arrived.
//! * **Memory**: a warp waits for all of its data
//!   (4.3); with `miss = "thread"`, threads that hit go on together and the others as their data
//!   comes (6.3).
//! * **Barriers** count threads, wherever they are: of the block, or of the original warp. Some
//!   threads of a warp may be released before others.
//! * **Without home lanes** (figure 9 (c)) a warp occupies the pipeline once for each thread of the
//!   home lane that most of its threads share; with `home_lanes = "pipeline"`, for as many of them as it has lanes of
//!   a home lane.

mod barrier;
mod counts;
mod exact;
mod formation;
mod issue;
mod lines;
mod places;
mod queues;
mod spill;
mod unit;
mod warp;

pub use counts::{DwfCounts, DwfStalls, Occupancy};
pub(crate) use exact::{Exact, PostDominators};
pub(crate) use unit::Scheduled;

use formation::{Formation, Offer, Turn};
use heddle_contract::Config;
use heddle_contract::config::Miss;
use heddle_core::{
    Chip, MechanismCounts, MemoryPort, ReadySet, Scheduler, ShaderCore, Stop, Waits, Wheel,
};
use heddle_memory::Waiter;
use heddle_types::{Cycle, LaneMask, ThreadId, WarpMask};
use queues::{Comer, Queues};
use warp::{Flight, Formed, Homes, Phase, members};

/// See the [module](self).
pub(crate) struct Dwf<const W: usize, F> {
    formation: F,
    homes: Homes,
    miss: Miss,
    /// Whether threads keep to their home lanes.
    lane_aware: bool,
    /// Whether threads of one home lane are served one after the other.
    serves_in_turn: bool,
    /// Warps outside the scheduler; one for each thread is enough, besides the one that is offered,
    /// some of whose threads may be back already.
    flights: Vec<Flight<W>>,
    free: ReadySet,
    /// Event of a flight.
    wheel: Wheel,
    /// Flights that want lines.
    port: MemoryPort,
    queues: Queues,
    /// Flights at barriers, in order of arrival.
    waiting: Vec<usize>,
    /// Who is offered until it is taken, and whether it was before.
    offered: Option<Comer>,
    again: bool,
    leaving: Formed<W>,
    /// For each thread, whether it was handed to the scheduler and has not left it.
    inside: Vec<bool>,
    in_scheduler: usize,
    /// Flights with an instruction in the pipeline.
    in_pipeline: usize,
    issue_free: Cycle,
}

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// A core's threads around a scheduler in its reset state.
    pub fn new(config: &Config, formation: F) -> Self {
        let threads = config.core.threads();
        let issue_cycles = (config.core.warp_size / config.core.simd_width) as u64;
        let flights = threads + 1;
        let mut free = ReadySet::new(flights);
        (0..flights).for_each(|flight| free.insert(flight));
        Dwf {
            formation,
            homes: Homes::new(config),
            miss: config.dwf.miss,
            lane_aware: config.dwf.lane_aware && !config.dwf.ideal,
            serves_in_turn: !config.dwf.lane_aware && !config.dwf.ideal,
            flights: vec![Flight::empty(); flights],
            free,
            wheel: Wheel::new(flights),
            port: MemoryPort::new(threads, 1, config.memory.port_queue),
            queues: Queues::new(threads, issue_cycles),
            waiting: Vec::with_capacity(threads),
            offered: None,
            again: false,
            leaving: Formed::empty(),
            inside: vec![false; threads],
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

    /// A flight that nobody uses.
    fn new_flight(&mut self) -> usize {
        self.free.take_from(0).expect("every flight has a thread")
    }

    /// Moves lanes of a flight to a flight of their own, unless they are all of it.
    fn part(&mut self, id: usize, lanes: LaneMask) -> usize {
        if self.flights[id].lanes == lanes {
            return id;
        }
        let new = self.new_flight();
        self.flights[new] = self.flights[id].clone();
        self.flights[new].lanes = lanes;
        let left = self.flights[id].lanes.without(lanes);
        self.flights[id].lanes = left;
        new
    }

    /// Events that are due.
    fn due(&mut self, core: &mut ShaderCore, now: Cycle) {
        while let Some(id) = self.wheel.pop(now) {
            let phase = std::mem::replace(&mut self.flights[id].phase, Phase::None);
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

    /// The threads of a flight stand at the next instruction.
    fn go_on(&self, core: &mut ShaderCore, id: usize) {
        let flight = &self.flights[id];
        let next = flight.pc.next();
        for (_, thread) in members(flight.lanes, &flight.threads) {
            core.threads.pc[thread.index()] = next;
        }
    }

    /// Offers the next flight in the queues.
    fn offer(&mut self, now: Cycle) {
        if self.offered.is_none() {
            self.offered = self.queues.next(now);
            if let Some(comer) = self.offered {
                self.hand_over(comer.flight);
            }
        }
    }

    /// When the scheduler is told of threads whose next PCs are known so many cycles ahead of their result: a cycle ahead of
    /// it, and as much sooner as their way through the scheduler is longer.
    fn told(&self, id: usize, ahead: u64) -> Cycle {
        let sooner = ahead.min(self.formation.extra_latency());
        self.flights[id].due.saturating_sub(sooner)
    }

    /// Whether the pipeline takes a warp: a commit that was due and not taken stalls it.
    fn wants_warp(&mut self, now: Cycle) -> bool {
        let late = |comer: Comer| comer.commit && now > self.flights[comer.flight].due;
        let stalled = self.again && self.offered.is_some_and(late);
        let free = now >= self.issue_free && !self.port.is_full();
        free && !stalled && !self.leaves_cycle(now)
    }

    /// Whether this cycle is left to threads that come back. A scheduler with stages takes them as a warp is issued: there
    /// only commits are in their way.
    fn leaves_cycle(&mut self, now: Cycle) -> bool {
        let shared = self.formation.extra_latency() == 0 || !self.queues.done.is_empty();
        shared && self.queues.wants_cycle(now)
    }

    /// The scheduler may take these threads from now on, some before others.
    fn hand_over(&mut self, id: usize) {
        self.again = false;
        let flight = &self.flights[id];
        for (_, thread) in members(flight.lanes, &flight.threads) {
            self.inside[thread.index()] = true;
        }
        self.in_scheduler += flight.lanes.count() as usize;
    }

    /// A cycle of the scheduler.
    fn regroup(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Turn {
        let wanted = self.wants_warp(now);
        let offer = self.offered.map(|comer| Offer {
            lanes: self.flights[comer.flight].lanes,
            threads: &self.flights[comer.flight].threads,
            pc: &core.threads.pc,
            code: chip.code,
            again: self.again,
        });
        let (warp, cache) = (&mut self.leaving, &mut core.cache);
        let turn = self.formation.cycle(offer, wanted, now, warp, cache);
        self.again = true;
        if turn.taken
            && let Some(Comer { flight, .. }) = self.offered.take()
        {
            self.flights[flight].lanes = LaneMask::NONE;
            self.free.insert(flight);
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
            let id = self.new_flight();
            let first = core.threads.first(warp);
            let mut made = Formed::empty();
            for lane in core.threads.warps[warp.index()].live {
                let thread = first + lane;
                made.put(self.homes.start(thread), thread);
                self.formation.made(thread);
            }
            let flight = &mut self.flights[id];
            (flight.lanes, flight.threads) = (made.lanes, made.threads);
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
        let event = self.wheel.next(now + 1);
        match self.in_scheduler {
            _ if acts => now + 1,
            0 if self.formation.rests(now) => event,
            1.. if self.formation.is_still() && self.port.is_full() => event,
            1.. if self.formation.is_still() => event.min(self.issue_free.max(now + 1)),
            _ => now + 1,
        }
    }

    fn finish(&mut self, now: Cycle) {
        self.formation.catch_up(now);
    }

    /// Threads know their PCs, but for those on their way: they stand at their instruction until it is done, and
    /// who watches has written the next one already.
    fn settle(&mut self, core: &mut ShaderCore) {
        let port = self.port.ids().map(|id| &self.flights[id]);
        let others = self.flights.iter().filter(|flight| flight.phase.has_pc());
        for flight in port.chain(others) {
            for (_, thread) in members(flight.lanes, &flight.threads) {
                core.threads.pc[thread.index()] = flight.pc;
            }
        }
    }

    fn counts(&self) -> Option<&dyn MechanismCounts> {
        Some(self.formation.counts())
    }
}
