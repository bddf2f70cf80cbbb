//! Dynamic warp resizing: lashgar2012, section IV.
//!
//! Sub-warps, `dwr.sub_warp` lanes wide, run independently, each with its own reconvergence stack. Before a LAT,
//! partners (the sub-warps of one large warp) meet at a barrier and execute the LAT together. The unit
//! `dwr_synchronizer` decides which sub-warps wait, which need not, and which issue together. A large warp is an
//! original warp of the core.
//!
//! Decisions where the paper is silent:
//!
//! * **The barrier** (RSZ-7) stalls the sub-warp for `dwr.barrier_cycles`. It takes an issue slot, as the instruction
//!   `bar.synch_partner` does, or none (`dwr.barrier_slot`). With `lats = "dynamic"` it is the same barrier, inserted
//!   after decode.
//! * **Large warps are shown ahead** (RSZ-20) of their issue if combining has a latency.
//! * **A LAT on the ignore list** (RSZ-8) needs no barrier and costs nothing, unless `dwr.ignored_stalls` says that the list is
//!   consulted only when the barrier has executed.
//! * **Stacks** (RSZ-16) are in banks, one for each position in a large warp, so that all members of a large warp that has
//!   executed a LAT are updated in one cycle.
//! * **Stacks with a latency** (RSZ-15) are notified as under [`pdom`](crate::pdom): for a load or store already at its issue.
//! * **A partner that never comes** (RSZ-3) is waited for during `dwr.wait_cycles` at most.
//! * **Excused** sub-warps, which need not arrive, are those that wait at a barrier of their block or of their
//!   original warp.
//! * **Atomics** are no LATs: the paper names loads and stores (RSZ-13).

mod arrive;
mod banks;
mod counts;
mod issue;
mod lats;
mod mechanism;
mod partners;
mod parts;
mod shows;
mod sub_warp;
mod synchronise;
mod synchroniser;
mod tables;
mod update;

pub use counts::DwrCounts;
pub(crate) use mechanism::Kind;

use crate::pdom::{Points, Regions};
use banks::Banks;
use heddle_contract::Config;
use heddle_contract::config::Compress;
use heddle_contract::units::{dwr_synchronizer, reconvergence_stack};
use heddle_gpu_core::compaction::Shape;
use heddle_gpu_core::{
    Chip, Contents, InFlight, MechanismCounts, MemoryPort, ReadySet, Room, Scheduler, ShaderCore,
    Stop, Waits,
};
use heddle_memory::Waiter;
use heddle_types::{Cycle, LaneMask, ThreadId, WarpId, WarpMask};
use lats::{LatTable, Lats};
use partners::Partners;
use parts::Parts;
use std::sync::Arc;
use sub_warp::{Awaits, SubWarp};
use synchronise::Synchronisation;

/// The parameters and tables for cores with dynamic warp resizing.
pub(crate) struct Resizing {
    pub synchronizer: dwr_synchronizer::Params,
    /// The stacks at one position of all large warps.
    pub stack: reconvergence_stack::Params,
    pub points: Arc<Points>,
    pub lats: Arc<LatTable>,
}

/// Lanes of the widest warp that can exist.
const WIDEST: usize = 64;

/// See the [module](self). Sub-warps have `S` lanes. They are numbered over all large warps of the core, so that lane
/// `l` of sub-warp `s` is thread `s * S + l`.
pub(crate) struct Dwr<const S: usize, P> {
    parts: P,
    sync: Synchronisation,
    banks: Banks,
    points: Arc<Points>,
    lats: Lats,
    subs: Vec<SubWarp>,
    /// In-flight memory instructions, identified by the first of the sub-warps that execute them.
    in_flight: InFlight<WIDEST>,
    /// Sub-warps whose data arrived in this cycle and whose stacks answered before.
    done: Vec<usize>,
    partners: Partners,
    /// Sub-warps that may issue as soon as their stack is not busy.
    ready: ReadySet,
    /// Number of sub-warps with something in flight.
    in_pipeline: usize,
    /// Large warps that have threads but no stacks yet.
    starting: WarpMask,
    last_issued: usize,
    shape: Shape,
    mode: Compress,
    counts: DwrCounts,
}

impl<const S: usize, P: Parts> Dwr<S, P> {
    /// The sub-warps of a core around units in their reset state.
    pub fn new(config: &Config, resizing: &Resizing, mut parts: P) -> Self {
        let params = &resizing.synchronizer;
        let partners = Partners::new(params.partners());
        let count = params.warps() * partners.count();
        let width = config.core.simd_width.min(S);
        let port = MemoryPort::new(count, 1, config.memory.port_queue);
        Dwr {
            sync: Synchronisation::new(params, &mut parts),
            parts,
            banks: Banks::new(&resizing.stack, partners),
            points: resizing.points.clone(),
            lats: Lats::new(&config.dwr, resizing.lats.clone()),
            subs: vec![SubWarp::new(); count],
            in_flight: InFlight::new(count, port, 1),
            done: Vec::with_capacity(count),
            partners,
            ready: ReadySet::new(count),
            in_pipeline: 0,
            starting: WarpMask::NONE,
            last_issued: 0,
            shape: Shape::new(S as u32, width as u32, config.compaction.skip_empty),
            mode: config.compaction.mode,
            counts: DwrCounts::new(partners.count()),
        }
    }

    /// The large warp of a sub-warp, and the position of the sub-warp in it.
    fn place(&self, sub: usize) -> (WarpId, usize) {
        (self.partners.warp(sub), self.partners.position(sub))
    }

    /// The lanes of a sub-warp, renumbered as lanes of its large warp.
    fn in_warp(&self, sub: usize, lanes: LaneMask) -> LaneMask {
        lanes << (self.partners.position(sub) * S)
    }

    /// Handles the events that are due: barriers, results.
    fn due(&mut self, core: &mut ShaderCore, now: Cycle) {
        while let Some(sub) = self.in_flight.due(core, now) {
            match self.subs[sub].awaits {
                Awaits::Barrier => self.sync.arrives(sub),
                Awaits::Data => self.data_there(sub),
                Awaits::Nothing | Awaits::Answer | Awaits::Partners | Awaits::Result => {
                    self.banks.done(sub)
                }
            }
        }
    }

    /// The data has arrived for a memory instruction that one or more sub-warps execute together.
    fn data_there(&mut self, leader: usize) {
        for sub in members(&self.subs, leader, self.partners) {
            let state = &mut self.subs[sub];
            match (state.awaits_data, state.awaits_stack) {
                (false, _) => self.banks.done(sub),
                (true, true) => {}
                (true, false) => self.done.push(sub),
            }
            state.awaits_data = false;
        }
    }

    /// Starts the sub-warps of a large warp.
    fn start_warp(&mut self, core: &ShaderCore, chip: &Chip) {
        let Some(warp) = self.starting.first() else {
            return;
        };
        self.starting.remove(warp);
        let live = core.threads.warps[warp.index()].live;
        for (position, sub) in self.partners.of(warp).enumerate() {
            let lanes = live.part(position * S, S);
            self.sync.excuse(sub, lanes.is_empty());
            if lanes.is_empty() {
                continue;
            }
            let first = ThreadId::new(sub * S);
            let word = chip.code.word(core.threads.pc[first.index()]);
            let depth = core.threads.depths.of(first);
            let place = <Points as Regions<S>>::start(&self.points, word, depth);
            self.banks.start(warp, position, place, lanes);
            self.ready.insert(sub);
        }
    }

    fn waits_for_units(&self) -> bool {
        !self.starting.is_empty() || self.banks.are_busy() || self.sync.is_busy()
    }

    fn can_issue(&self) -> bool {
        !self.ready.is_empty() || self.sync.can_issue()
    }
}

/// The sub-warps that execute the memory instruction of `leader`.
fn members(
    subs: &[SubWarp],
    leader: usize,
    partners: Partners,
) -> impl Iterator<Item = usize> + use<> {
    let warp = partners.warp(leader);
    heddle_contract::bits(subs[leader].members).map(move |position| partners.sub(warp, position))
}

impl<const S: usize, P: Parts> Scheduler for Dwr<S, P> {
    fn every_cycle(&self) -> bool {
        P::EVERY_CYCLE
    }

    fn start(&mut self, _core: &mut ShaderCore, warps: WarpMask) {
        self.starting |= warps;
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        self.due(core, now);
        self.in_flight.serve(core, chip, now)?;
        self.start_warp(core, chip);
        self.tell(core, chip);
        if !self.issue_next(core, chip, now)? {
            core.idled(self.waits(core, now));
        }
        self.synchronised(chip, now);
        self.updated(core)?;
        while let Some(sub) = self.done.pop() {
            self.go_on(core, sub);
        }
        self.banks.tick(&mut self.parts);
        self.parts.end();
        self.sync.ticked(&mut self.parts);
        self.banks.ticked(&mut self.parts);
        Ok(())
    }

    fn data(&mut self, _core: &mut ShaderCore, waiter: Waiter, now: Cycle) {
        self.in_flight.data(waiter, now);
    }

    #[inline(always)]
    fn waits(&self, _core: &ShaderCore, _now: Cycle) -> Waits {
        Waits {
            port_is_full: self.in_flight.port().is_full(),
            can_issue: self.can_issue(),
            for_scheduler: self.waits_for_units(),
            for_memory: !self.in_flight.port().is_empty(),
            in_pipeline: self.in_pipeline != 0,
        }
    }

    #[inline(always)]
    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle {
        if self.waits_for_units() {
            return now + 1;
        }
        let issue = match self.can_issue() && !self.in_flight.port().is_full() {
            true => core.pipes.first_free().max(now + 1),
            false => Cycle::NEVER,
        };
        let late = match P::EVERY_CYCLE && self.some_wait() {
            // Such a unit does not say when it releases those who wait.
            true => now + 1,
            false => self.sync.late().max(now + 1),
        };
        issue.min(late).min(self.in_flight.next(now))
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        for sub in 0..self.subs.len() {
            let first = ThreadId::new(sub * S);
            self.subs[sub].warp.settle::<S>(core, first);
        }
        for warp in (0..core.threads.warps.len()).map(WarpId::new) {
            let on_top = self.on_top(core, warp);
            let before_lat = self.before_lat(warp);
            let threads = &mut core.threads.warps[warp.index()];
            threads.stacked = threads.live.without(on_top);
            threads.before_lat = before_lat;
        }
    }

    fn counts(&self) -> Option<&dyn MechanismCounts> {
        Some(&self.counts)
    }

    fn show_tables(&mut self, core: &ShaderCore, chip: &Chip, contents: &mut Contents) {
        self.fill_tables(core, chip, contents);
    }

    fn take_room(&mut self) -> Room {
        self.sync.take_room(&mut self.parts)
    }
}
