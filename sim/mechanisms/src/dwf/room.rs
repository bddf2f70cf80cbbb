//! The most that a scheduler holds, and how often it finds no room.

use super::counts::DwfCounts;
use heddle_contract::Values;
use heddle_contract::units::dwf_scheduler::Out;
use heddle_gpu_core::{Peaks, Room, Shortages};
use heddle_units::{DwfScheduler, MajorityScheduler};

/// What only the golden unit shows: the state of structures that no port does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inside {
    /// Entries in use of the PC-warp LUT.
    lut: u64,
    heap: Option<BesideHeap>,
}

/// The structures around a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BesideHeap {
    /// Updates in the queue.
    queue: u64,
    /// Whether the queue lacks the room for two more.
    is_short: bool,
    /// Entries in use of the heap's look-up table.
    lut: u64,
    /// Groups that have lost their entry since reset.
    given_up: u64,
}

impl Inside {
    #[inline(always)]
    pub fn of(unit: &DwfScheduler) -> Self {
        let beside = |majority: &MajorityScheduler| BesideHeap {
            queue: majority.waiting(),
            is_short: !majority.has_room_in_queue(),
            lut: majority.lut().count(),
            given_up: majority.given_up(),
        };
        Inside {
            lut: unit.lut().used(),
            heap: unit.groups().with_heap().map(beside),
        }
    }
}

/// What a scheduler holds according to its outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    pub warps: u64,
    pub groups: u64,
    pub spilled: u64,
}

/// See the [module](self). Counts since they were last taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RoomCounts {
    most: Held,
    /// The state behind the last cycle; `None` with an external unit.
    inside: Option<Inside>,
    most_lut: u64,
    most_queue: u64,
    most_heap_lut: u64,
    /// Cycles in which threads waited for the queue.
    short: u64,
    /// Halves that had been spilled, warps that had lost their entry of the LUT, and groups that had lost theirs of the heap's table
    /// when counts were last taken.
    spills: u64,
    evictions: u64,
    given_up: u64,
}

impl Held {
    /// What a scheduler with `pool` pool entries holds according to its outputs; nothing while its memories are being cleared.
    #[inline(always)]
    pub fn of(pool: u64, output: &Out<Values>) -> Self {
        match output.init_done {
            true => Held {
                warps: pool.saturating_sub(output.pool_free),
                groups: output.groups,
                spilled: output.spilled,
            },
            false => Held::default(),
        }
    }
}

impl RoomCounts {
    /// A scheduler holds this in a cycle.
    #[inline(always)]
    pub fn hold(&mut self, held: Held) {
        let most = &mut self.most;
        most.warps = most.warps.max(held.warps);
        most.groups = most.groups.max(held.groups);
        most.spilled = most.spilled.max(held.spilled);
    }

    /// A cycle ends in this state. `holds`: threads waited for the group scheduler in it.
    #[inline(always)]
    pub fn end_cycle(&mut self, holds: bool, inside: Option<Inside>) {
        let Some(now) = inside else {
            return;
        };
        self.most_lut = self.most_lut.max(now.lut);
        if let Some(heap) = now.heap {
            // The queue of the cycle is that of the state behind the cycle before.
            let before = self.inside.and_then(|inside| inside.heap);
            self.short += u64::from(holds && before.is_some_and(|before| before.is_short));
            self.most_queue = self.most_queue.max(heap.queue);
            self.most_heap_lut = self.most_heap_lut.max(heap.lut);
        }
        self.inside = inside;
    }

    /// The counts of a scheduler of the unit `dwf_scheduler`, which has counted this since its reset.
    pub fn take(&mut self, all: &DwfCounts) -> Room {
        let heap = self.inside.and_then(|inside| inside.heap);
        let with_heap = |count: u64| heap.map(|_| count).into();
        let given_up = heap.map(|heap| heap.given_up - self.given_up);
        let room = Room {
            peaks: Peaks {
                spilled: self.most.spilled.into(),
                queue: with_heap(self.most_queue),
                lut: self.inside.map(|_| self.most_lut).into(),
                heap_lut: with_heap(self.most_heap_lut),
                ..self.formed()
            },
            shortages: Shortages {
                pool: (all.spills - self.spills).into(),
                queue: with_heap(self.short),
                lut: (all.evictions - self.evictions).into(),
                heap_lut: given_up.into(),
                ..Shortages::default()
            },
        };
        let inside = self.inside;
        *self = RoomCounts {
            inside,
            most_lut: inside.map_or(0, |inside| inside.lut),
            most_queue: heap.map_or(0, |heap| heap.queue),
            most_heap_lut: heap.map_or(0, |heap| heap.lut),
            spills: all.spills,
            evictions: all.evictions,
            given_up: heap.map_or(0, |heap| heap.given_up),
            ..RoomCounts::default()
        };
        room
    }

    /// The peaks, for a scheduler without limits: only warps and groups.
    pub fn take_formed(&mut self) -> Room {
        let peaks = self.formed();
        self.most = Held::default();
        Room {
            peaks,
            ..Room::default()
        }
    }

    fn formed(&self) -> Peaks {
        Peaks {
            warps: self.most.warps.into(),
            groups: self.most.groups.into(),
            ..Peaks::default()
        }
    }
}
