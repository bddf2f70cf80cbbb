//! Golden `pc_warp_lut`: fung2009, section 4.2, figure 10 (b), footnote 10.

mod pipeline;
mod slots;

use super::walk::Walk;
use heddle_contract::config::Replacement;
use heddle_contract::units::pc_warp_lut::{In, Out, Params};
use heddle_contract::{Golden, Values, units};
use pipeline::{Operation, Pipeline};
use slots::Slots;
use std::ops::Range;

/// Threads that look for a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Their PC, in words.
    pub pc: u64,
    /// Their lanes (REQ); one or more.
    pub lanes: u64,
}

/// Warps that the threads of a request go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The table has their PC.
    pub hit: bool,
    /// The warp that some of them join; means something if `hit`.
    pub old: u64,
    /// Lanes that join it.
    pub old_lanes: u64,
    /// The others need a new warp.
    pub create: bool,
    /// The new warp; means something if `create`.
    pub new: u64,
    /// Lanes that go to it.
    pub new_lanes: u64,
    /// An entry in use is given up for it.
    pub evict: bool,
}

impl Target {
    /// Lanes that the threads take.
    pub fn lanes(&self) -> u64 {
        self.old_lanes | self.new_lanes
    }
}

/// An entry; free if no lane is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry {
    pc: u64,
    /// Lanes of the warp that are taken (OCC).
    taken: u64,
    /// The warp's entry in the pool (IDX).
    warp: u64,
    /// When it was used last; for LRU.
    used: u64,
}

/// What a look-up writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Write {
    at: usize,
    entry: Entry,
    evict: bool,
}

/// What the first of two look-ups does, as the second sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Before<'a> {
    write: Option<&'a Write>,
    /// Lanes that it takes.
    lanes: u64,
}

/// What the look-ups of a cycle come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookUps {
    /// First's warps.
    pub first: Target,
    /// Second's warps.
    pub second: Target,
    /// What first and second write; nothing of a request that is not there or waits.
    writes: [Option<Write>; 2],
}

/// Warps that threads do not join any more, because they leave the pool.
pub type Closed = [Option<u64>; 2];

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct PcWarpLut {
    ways: usize,
    sets: usize,
    slots: Slots,
    replacement: Replacement,
    /// Way `w` of set `s` at `s * ways + w`.
    entries: Vec<Entry>,
    /// For FIFO, the way of each set that is given up next.
    pointers: Vec<usize>,
    /// Grows with every update.
    now: u64,
    walk: Walk,
    /// What is under way, if operations go through stages and this is not a part of a scheduler, which knows
    /// that itself.
    pipeline: Option<Pipeline>,
}

impl PcWarpLut {
    /// Whether the table is cleared after reset.
    pub fn init_done(&self) -> bool {
        self.walk.is_done()
    }

    /// Where first and second go if `fresh` are the next two entries of the pool that are free;
    /// nothing changes.
    pub fn look_up(
        &self,
        first: Option<Request>,
        second: Option<Request>,
        fresh: [u64; 2],
    ) -> LookUps {
        let nobody = (Target::default(), None);
        let (first, write) = first.map_or(nobody, |request| {
            self.find(request, self.now, fresh[0], Before::default())
        });
        let before = Before {
            write: write.as_ref(),
            lanes: first.lanes(),
        };
        let fresh = fresh[usize::from(first.create)];
        let (second, second_write) = second.map_or(nobody, |request| {
            self.find(request, self.now + 1, fresh, before)
        });
        LookUps {
            first,
            second,
            writes: [write, second_write],
        }
    }

    /// Where threads go that do not join closed warps: those that would go to a new one, in the lanes that they would have
    /// taken, and it gets the entry.
    pub fn look_up_open(&self, request: Request, fresh: u64, closed: Closed) -> LookUps {
        let mut look_ups = self.look_up(Some(request), None, [fresh; 2]);
        let LookUps { first, writes, .. } = &mut look_ups;
        if first.hit
            && closed.contains(&Some(first.old))
            && let Some(write) = &mut writes[0]
        {
            let lanes = first.lanes();
            write.entry = entry(request.pc, lanes, fresh, write.entry.used);
            *first = Target {
                create: true,
                new: fresh,
                new_lanes: lanes,
                ..Target::default()
            };
        }
        look_ups
    }

    /// The clock edge: look-ups of this cycle take effect.
    pub fn update(&mut self, look_ups: &LookUps) {
        for write in look_ups.writes.iter().flatten() {
            self.entries[write.at] = write.entry;
            let pointer = &mut self.pointers[write.at / self.ways];
            *pointer = (*pointer + usize::from(write.evict)) % self.ways;
        }
        self.now += 2;
    }

    /// The clock edge: a warp of a PC leaves the pool.
    pub fn retire(&mut self, pc: u64, warp: u64) {
        let is_its = |entry: &&mut Entry| entry.pc == pc && entry.warp == warp;
        let set = self.set(pc);
        self.entries[set]
            .iter_mut()
            .filter(is_its)
            .for_each(|entry| entry.taken = 0);
    }

    /// A cycle of the walk after reset is over.
    pub fn walk(&mut self) {
        self.walk.step();
    }

    /// Places of the entries of a PC's set.
    fn set(&self, pc: u64) -> Range<usize> {
        // The number of sets is a power of two.
        let start = (pc as usize & (self.sets - 1)) * self.ways;
        start..start + self.ways
    }

    /// The entry at a place, if it is in use after `before`.
    fn held(&self, at: usize, before: Option<&Write>) -> Option<Entry> {
        match before {
            Some(write) if write.at == at => Some(write.entry),
            _ => Some(self.entries[at]).filter(|entry| entry.taken != 0),
        }
    }

    /// Looks a request up in the table as `before` leaves it.
    fn find(
        &self,
        request: Request,
        now: u64,
        fresh: u64,
        before: Before,
    ) -> (Target, Option<Write>) {
        let mut set = self.set(request.pc);
        let hit = set.find_map(|at| {
            let entry = self.held(at, before.write)?;
            (entry.pc == request.pc).then_some((at, entry))
        });
        let taken = hit.map_or(0, |(_, entry)| entry.taken);
        let Some(lanes) = self.slots.place(request.lanes, taken, before.lanes) else {
            let old = hit.map_or(0, |(_, entry)| entry.warp);
            return (waiting(old, fresh), None);
        };
        let (target, write) = match hit {
            Some((at, entry)) => join(lanes, now, fresh, at, entry),
            None => self.miss(Request { lanes, ..request }, now, fresh, before.write),
        };
        (target, Some(write))
    }

    fn miss(
        &self,
        request: Request,
        now: u64,
        fresh: u64,
        before: Option<&Write>,
    ) -> (Target, Write) {
        let free = self
            .set(request.pc)
            .find(|at| self.held(*at, before).is_none());
        let evict = free.is_none();
        let target = Target {
            create: true,
            new: fresh,
            new_lanes: request.lanes,
            evict,
            ..Target::default()
        };
        let write = Write {
            at: free.unwrap_or_else(|| self.victim(request.pc, before)),
            entry: entry(request.pc, request.lanes, fresh, now),
            evict,
        };
        (target, write)
    }

    /// The place that is given up in a set that is full.
    fn victim(&self, pc: u64, before: Option<&Write>) -> usize {
        let mut set = self.set(pc);
        if self.replacement == Replacement::Lru {
            let used = |at: &usize| self.held(*at, before).map(|entry| entry.used);
            return set.min_by_key(used).expect("a set has a way");
        }
        let moved = before.is_some_and(|write| write.evict && set.contains(&write.at));
        let pointer = self.pointers[set.start / self.ways] + usize::from(moved);
        set.nth(pointer % self.ways)
            .expect("a pointer is below the ways")
    }
}

fn entry(pc: u64, taken: u64, warp: u64, used: u64) -> Entry {
    Entry {
        pc,
        taken,
        warp,
        used,
    }
}

/// A request that hits, but waits for lanes which another one takes.
fn waiting(old: u64, fresh: u64) -> Target {
    Target {
        hit: true,
        old,
        new: fresh,
        ..Target::default()
    }
}

/// A request that takes lanes and hits: those that are free join the warp, the others conflict.
fn join(lanes: u64, now: u64, fresh: u64, at: usize, old: Entry) -> (Target, Write) {
    let conflict = lanes & old.taken;
    let target = Target {
        hit: true,
        old: old.warp,
        old_lanes: lanes & !old.taken,
        create: conflict != 0,
        new: fresh,
        new_lanes: conflict,
        evict: false,
    };
    let entry = match conflict {
        0 => entry(old.pc, old.taken | lanes, old.warp, now),
        _ => entry(old.pc, conflict, fresh, now),
    };
    let evict = false;
    (target, Write { at, entry, evict })
}

/// The requests of a cycle, whether they are there or not.
fn requests(input: &In<Values>) -> [Request; 2] {
    let request = |pc, lanes| Request { pc, lanes };
    // The port of first serves retirement.
    let pc = [input.first_pc, input.retire_pc][usize::from(input.retire)];
    [
        request(pc, input.first_lanes),
        request(input.second_pc, input.second_lanes),
    ]
}

impl Golden<units::PcWarpLut> for PcWarpLut {
    fn new(params: &Params) -> Self {
        Self {
            ways: params.ways(),
            sets: params.sets(),
            slots: Slots::new(params.lanes(), params.slots()),
            replacement: params.replacement(),
            entries: vec![Entry::default(); params.sets() * params.ways()],
            pointers: vec![0; params.sets()],
            now: 0,
            walk: Walk::new(params.sets()),
            pipeline: params.pipelined().then(Pipeline::default),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        if let Some(pipeline) = &self.pipeline {
            return self.answer(pipeline, input.fresh_first, output);
        }
        let [first, second] = requests(input);
        let fresh = [input.fresh_first, input.fresh_second];
        // Answers are shown whether or not the request is there; second sees only a first that is.
        let alone = self.look_up(Some(first), None, fresh).first;
        let second = self
            .look_up(input.first.then_some(first), Some(second), fresh)
            .second;
        output.init_done = self.init_done();
        output.first_hit = alone.hit;
        output.first_old = alone.old;
        output.first_old_lanes = alone.old_lanes;
        output.first_create = alone.create;
        output.first_new = alone.new;
        output.first_new_lanes = alone.new_lanes;
        output.first_evict = alone.evict;
        output.second_hit = second.hit;
        output.second_old = second.old;
        output.second_old_lanes = second.old_lanes;
        output.second_create = second.create;
        output.second_new = second.new;
        output.second_new_lanes = second.new_lanes;
        output.second_evict = second.evict;
    }

    fn clock(&mut self, input: &In<Values>) {
        self.walk();
        if let Some(pipeline) = &mut self.pipeline {
            if input.update {
                let closed = pipeline.closed();
                let last = pipeline.enter(Operation::of(input));
                self.take_effect(last, closed, input.fresh_first);
            }
            return;
        }
        if input.update {
            let [first, second] = requests(input);
            let fresh = [input.fresh_first, input.fresh_second];
            let (first, second) = (input.first.then_some(first), input.second.then_some(second));
            self.update(&self.look_up(first, second, fresh));
        }
        if input.retire {
            self.retire(input.retire_pc, input.retire_warp);
        }
    }
}
