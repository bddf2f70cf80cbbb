//! Watches the pool and the ports of a scheduler, and says what happened in a cycle.

use super::gathering::{Events, Gathering};
use heddle_contract::Values;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use std::collections::{BTreeMap, BTreeSet};

/// The entries of a pool: for each lane its thread.
pub(super) type Pool = Vec<Vec<Option<usize>>>;

/// Where a thread came from.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    pc: u64,
    lane: usize,
}

/// The places in the pool at which a half arrived: entry and lane.
type Places = Vec<(usize, usize)>;

/// What is known of a scheduler from its ports and its pool.
pub(super) struct Observer {
    params: Params,
    arrivals: BTreeMap<usize, Arrival>,
    pool: Pool,
    table: Gathering,
    /// Warps that have been read for issue although the pool still has them: only with stages.
    left: BTreeSet<usize>,
    /// A warp is shown for issue and not accepted yet.
    shown: bool,
    /// Warps in the spill queue, and those of them that have been fetched.
    spilled: u64,
    fetching: u64,
}

fn is_used(entry: &[Option<usize>]) -> bool {
    entry.iter().any(Option::is_some)
}

impl Observer {
    pub(super) fn new(params: &Params) -> Self {
        Observer {
            params: *params,
            arrivals: BTreeMap::new(),
            pool: vec![vec![None; params.lanes()]; params.pool().warps()],
            table: Gathering::new(params.lut()),
            left: BTreeSet::new(),
            shown: false,
            spilled: 0,
            fetching: 0,
        }
    }

    /// The events of a cycle in which the group scheduler has chosen an entry; `pool` is the pool after it.
    ///
    /// # Errors
    /// A level that an output does not show, in words.
    pub(super) fn cycle(
        &mut self,
        input: &In<Values>,
        output: &Out<Values>,
        chosen: Option<usize>,
        pool: Pool,
    ) -> Result<Events, String> {
        self.check_levels(output)?;
        self.arrive(input, output);
        self.show(input, output);
        let halves = self.halves(&pool);
        let mut events = Events {
            inserts: u64::from(!halves.is_empty()),
            ..Events::default()
        };
        for (pc, places) in halves {
            self.enter(pc, &places, chosen, &mut events);
        }
        self.depart(&pool);
        self.pool = pool;
        self.memory(input, output);
        Ok(events)
    }

    /// Notes the next PC and the lane of every thread that is offered.
    fn arrive(&mut self, input: &In<Values>, output: &Out<Values>) {
        let lanes = 0..self.params.lanes();
        let committed = lanes
            .clone()
            .filter(|lane| input.commit && input.commit_lanes >> lane & 1 == 1);
        for lane in committed {
            let pc = input.commit_pc[lane];
            let thread = input.commit_tid[lane] as usize;
            self.arrivals.insert(thread, Arrival { pc, lane });
        }
        let none = self.params.pool().no_thread();
        let back =
            lanes.filter(|lane| output.back_ready && input.back && input.back_tid[*lane] != none);
        for lane in back {
            let pc = input.back_pc;
            let thread = input.back_tid[lane] as usize;
            self.arrivals.insert(thread, Arrival { pc, lane });
        }
    }

    /// Notes the warp that is shown for issue for the first time.
    fn show(&mut self, input: &In<Values>, output: &Out<Values>) {
        if self.params.pipelined() && output.issue && !self.shown {
            self.left.insert(output.issue_warp as usize);
        }
        self.shown = output.issue && !input.issue_ready;
    }

    /// The halves that enter the pool, by PC; the one that arrived in the lowest lane first.
    fn halves(&self, pool: &Pool) -> Vec<(u64, Places)> {
        let mut halves: BTreeMap<u64, (usize, Places)> = BTreeMap::new();
        for (entry, lanes) in pool.iter().enumerate() {
            let new = |(lane, thread): (usize, &Option<usize>)| {
                thread
                    .filter(|_| self.pool[entry][lane].is_none())
                    .map(|thread| (lane, thread))
            };
            for (lane, thread) in lanes.iter().enumerate().filter_map(new) {
                let arrival = self.arrivals[&thread];
                let half = halves
                    .entry(arrival.pc)
                    .or_insert((arrival.lane, Vec::new()));
                half.0 = half.0.min(arrival.lane);
                half.1.push((entry, lane));
            }
        }
        let mut halves: Vec<_> = halves.into_iter().collect();
        halves.sort_by_key(|(_, (lane, _))| *lane);
        halves
            .into_iter()
            .map(|(pc, (_, places))| (pc, places))
            .collect()
    }

    /// Counts the events of a half.
    fn enter(&mut self, pc: u64, places: &Places, chosen: Option<usize>, events: &mut Events) {
        let old = places
            .iter()
            .map(|(entry, _)| *entry)
            .find(|entry| is_used(&self.pool[*entry]));
        let new = places
            .iter()
            .map(|(entry, _)| *entry)
            .find(|entry| !is_used(&self.pool[*entry]));
        let found = self.table.warp(pc).filter(|warp| !self.left.contains(warp));
        let conflicts = found.is_some_and(|warp| self.conflict(warp, places));
        events.merges += u64::from(old.is_some());
        events.creations += u64::from(new.is_some());
        events.conflicts += u64::from(conflicts);
        events.forwards |= u64::from(old.is_some() && old == chosen);
        let newest = new.or(old).expect("a half has a thread");
        events.evictions += u64::from(self.table.gather(pc, newest));
    }

    /// Whether more threads of a home lane come than the warp has free lanes there.
    fn conflict(&self, warp: usize, places: &Places) -> bool {
        let homes = self.params.home_lanes();
        (0..homes).any(|home| {
            let come = places
                .iter()
                .filter(|(_, lane)| lane % homes == home)
                .count();
            let lanes = self.pool[warp].iter().skip(home).step_by(homes);
            come > lanes.filter(|thread| thread.is_none()).count()
        })
    }

    /// Notes the warps that the pool no longer has.
    fn depart(&mut self, pool: &Pool) {
        for (warp, (before, after)) in self.pool.iter().zip(pool).enumerate() {
            if is_used(before) && !is_used(after) {
                self.table.leave(warp);
                self.left.remove(&warp);
            }
        }
    }

    /// Counts the warps that go to memory and come back.
    fn memory(&mut self, input: &In<Values>, output: &Out<Values>) {
        let back = u64::from(input.back && output.back_ready);
        self.spilled += u64::from(output.write && input.write_ready);
        self.fetching += u64::from(output.fetch && input.fetch_ready);
        self.spilled -= back;
        self.fetching -= back;
    }

    /// Compares what is held with the outputs that show it.
    fn check_levels(&self, output: &Out<Values>) -> Result<(), String> {
        let free = self.pool.iter().filter(|entry| !is_used(entry)).count() as u64;
        let levels = [
            ("pool_free", output.pool_free, free),
            ("spilled", output.spilled, self.spilled),
            ("fetching", output.fetching, self.fetching),
        ];
        let shown = levels.into_iter().filter(|_| output.init_done);
        match shown.into_iter().find(|(_, shown, held)| shown != held) {
            Some((port, shown, held)) => Err(format!("{port} is {shown} and not {held}")),
            None => Ok(()),
        }
    }
}
