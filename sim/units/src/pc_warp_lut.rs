//! Golden `pc_warp_lut`: fung2009, section 4.2, figure 10 (b), footnote 10.

mod pipeline;
mod slots;

use super::walk::Walk;
use heddle_contract::config::Replacement;
use heddle_contract::units::pc_warp_lut::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use pipeline::{Operation, Pipeline};
use slots::Slots;
use std::ops::Range;

/// Threads that look for a warp of their PC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Request {
    /// The PC of the threads, in words.
    pub pc: u64,
    /// The lanes of the threads (REQ); at least one.
    pub lanes: u64,
}

/// The warps that the threads of a request join or create.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Target {
    /// The table has an entry for the PC.
    pub hit: bool,
    /// The warp that some of the threads join; only valid if `hit`.
    pub old: u64,
    /// The lanes in which threads join it.
    pub old_lanes: u64,
    /// The other threads need a new warp.
    pub create: bool,
    /// The new warp; only valid if `create`.
    pub new: u64,
    /// The lanes in which threads go to the new warp.
    pub new_lanes: u64,
    /// An entry in use is replaced for the new warp.
    pub evict: bool,
}

impl Target {
    /// All lanes that the threads take.
    pub fn lanes(&self) -> u64 {
        self.old_lanes | self.new_lanes
    }
}

/// An entry; free if `taken` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
struct Entry {
    pc: u64,
    /// Lanes of the warp that are taken (OCC).
    taken: u64,
    /// The warp's entry in the pool (IDX).
    warp: u64,
    /// When the entry was last used, for LRU.
    used: u64,
}

/// The write of a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
struct Write {
    at: usize,
    entry: Entry,
    evict: bool,
}

/// The effect of the first of two look-ups on the second.
#[derive(Clone, Copy, Debug, Default)]
struct Before<'a> {
    write: Option<&'a Write>,
    /// The lanes that the first look-up takes.
    lanes: u64,
}

/// The results of the look-ups of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct LookUps {
    /// The warps for the first request.
    pub first: Target,
    /// The warps for the second request.
    pub second: Target,
    /// The writes of the two requests; `None` for a request that is absent or waits.
    writes: [Option<Write>; 2],
}

/// Warps that threads no longer join, because the warps leave the pool.
pub type Closed = [Option<u64>; 2];

/// The table.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct PcWarpLut {
    ways: usize,
    sets: usize,
    slots: Slots,
    replacement: Replacement,
    /// Way `w` of set `s` is at index `s * ways + w`.
    entries: Vec<Entry>,
    /// Number of entries in use.
    used: usize,
    /// For FIFO, the way of each set that is replaced next.
    pointers: Vec<usize>,
    /// A counter that grows with every update.
    now: u64,
    walk: Walk,
    /// The operations in the stages, if the table is pipelined and is not part of a scheduler, which tracks them
    /// itself.
    pipeline: Option<Pipeline>,
}

impl PcWarpLut {
    /// Whether the table has been cleared after reset.
    pub fn init_done(&self) -> bool {
        self.walk.is_done()
    }

    /// The warps for the first and the second request if `fresh` holds the next two free entries of the pool. Nothing
    /// is changed.
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
        // DWF-6: the second half sees the table as the first leaves it.
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

    /// The warps for threads that must not join closed warps. Threads that would join one go to a new warp instead,
    /// in the lanes that they would have taken, and the new warp gets the entry.
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

    /// The clock edge: the look-ups of this cycle take effect.
    pub fn update(&mut self, look_ups: &LookUps) {
        for write in look_ups.writes.iter().flatten() {
            self.used += usize::from(self.entries[write.at].taken == 0);
            self.entries[write.at] = write.entry;
            let pointer = &mut self.pointers[write.at / self.ways];
            *pointer = (*pointer + usize::from(write.evict)) % self.ways;
        }
        self.now += 2;
    }

    /// The clock edge: a warp with this PC leaves the pool.
    pub fn retire(&mut self, pc: u64, warp: u64) {
        let is_its = |entry: &&mut Entry| entry.pc == pc && entry.warp == warp;
        let set = self.set(pc);
        let used = &mut self.used;
        self.entries[set]
            .iter_mut()
            .filter(is_its)
            .for_each(|entry| {
                *used -= usize::from(entry.taken != 0);
                entry.taken = 0;
            });
    }

    /// Number of entries in use.
    #[inline]
    pub fn used(&self) -> u64 {
        self.used as u64
    }

    /// The PCs of the entries in use.
    pub fn pcs(&self) -> impl Iterator<Item = u64> {
        let entries = self.entries.iter().filter(|entry| entry.taken != 0);
        entries.map(|entry| entry.pc)
    }

    /// Advances the clearing after reset by a cycle.
    pub fn walk(&mut self) {
        self.walk.step();
    }

    /// The indices of the entries in the set of a PC.
    fn set(&self, pc: u64) -> Range<usize> {
        // The number of sets is a power of two.
        let start = (pc as usize & (self.sets - 1)) * self.ways;
        start..start + self.ways
    }

    /// The entry at an index, if it is in use after the write `before`.
    fn held(&self, at: usize, before: Option<&Write>) -> Option<Entry> {
        match before {
            Some(write) if write.at == at => Some(write.entry),
            _ => Some(self.entries[at]).filter(|entry| entry.taken != 0),
        }
    }

    /// Looks up a request in the table as `before` leaves it.
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

    /// The index of the entry that is replaced in a full set.
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

/// The target of a request that hits but waits for lanes that another request takes.
fn waiting(old: u64, fresh: u64) -> Target {
    Target {
        hit: true,
        old,
        new: fresh,
        ..Target::default()
    }
}

/// The target of a request that takes lanes and hits: threads in free lanes join the warp, the others conflict.
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

/// The requests at the input ports, whether they are valid or not.
fn requests(input: &In<Values>) -> [Request; 2] {
    let request = |pc, lanes| Request { pc, lanes };
    // DWF-7: a warp that leaves is looked up through the port of the first request.
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
            used: 0,
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
        // Results are shown whether or not the request is valid; the second look-up only sees a valid first request.
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
