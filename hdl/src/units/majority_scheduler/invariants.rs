//! The heap and its look-up table point at each other, and `room` counts the entries that the queue and the heap leave free.

use super::super::max_heap::invariants::{Heap, Mover};
use super::CHECKED;
use crate::blocks::is_filled;
use crate::builder::bits_of;
use heddle_contract::Property;
use heddle_contract::terms::{self, Is, Word, count, inside, memory};
use heddle_contract::units::MajorityScheduler;
use heddle_contract::units::mheap_lut;
use heddle_contract::units::warp_scheduler::Params;

/// A way of a set of the look-up table.
struct Way {
    set: usize,
    /// LUT# of the way's entry.
    number: usize,
    pc: Word,
    /// No group has the entry, or the entry was not cleared yet.
    free: Is,
    /// Index of its group in the heap.
    index: Word,
}

/// The heap, and the table that finds the group of a PC in the heap.
struct Pair {
    heap: Heap,
    ways: Vec<Way>,
    set_bits: u32,
}

/// Invariants of an instance whose heap moves one level a cycle; `path` ends with a dot, or is empty.
pub(in crate::units) fn invariants(p: &Params, path: &str) -> Vec<Property> {
    let lut = MajorityScheduler::lut(p).expect(CHECKED);
    let set_bits = lut.sets().ilog2();
    let walk = inside(&format!("{path}u_mheap_lut.walk_q"), set_bits + 1);
    let pair = Pair {
        heap: heap(p, path),
        ways: ways(&lut, path, walk),
        set_bits,
    };
    let queued = queued(p, path);
    let chosen = inside(&format!("{path}chosen_q"), 1);
    let mut all = pair.heap.invariants();
    all.extend([
        Property::given(
            "no_group_while_clearing",
            "while the table is cleared there is no group",
            walk.lt(lut.sets()),
            pair.heap.groups.none() & queued.count.none() & !chosen.any(),
        ),
        Property::new(
            "cleared_set_by_set",
            "the table is cleared set by set",
            walk.le(lut.sets())
                & (walk.eq(lut.sets()) | terms::all(pair.ways.iter().map(|way| way.free))),
        ),
        Property::new(
            "lut_points_at_group",
            "an entry of the table points at its group in the heap",
            terms::all(pair.ways.iter().map(|way| pair.points_at_group(way))),
        ),
        Property::new(
            "group_points_at_lut",
            "a group of the heap points at its entry of the table",
            terms::all((0..p.heap()).map(|place| pair.points_at_way(place))),
        ),
        Property::new(
            "moving_groups_have_own_entries",
            "groups that move have entries of their own",
            pair.movers_differ(),
        ),
        Property::new(
            "entry_in_set_of_pc",
            "an entry is in the set of its PC",
            pair.are_in_sets(),
        ),
        Property::new(
            "pcs_of_table_differ",
            "no two entries have one PC",
            pair.pcs_differ(),
        ),
        Property::new(
            "heap_lut_ranks_differ",
            "the ways of a set have ranks of their own",
            ranks_differ(
                &format!("{path}u_mheap_lut."),
                [lut.sets(), lut.ways()],
                walk,
            ),
        ),
        Property::new(
            "queue_ends_at_tail",
            "the queue ends where the next update is written",
            queued.last_issue & queued.count.le(p.queue()),
        ),
        room(p, path, &pair.heap, &queued),
    ]);
    all
}

impl Pair {
    /// Whether a moving group has this entry.
    fn is_moved(&self, mover: &Mover, way: &Way) -> Is {
        mover.active & mover.entry.lut.eq(way.number)
    }

    fn moves(&self, way: &Way) -> Is {
        terms::any(
            self.heap
                .movers
                .iter()
                .map(|mover| self.is_moved(mover, way)),
        )
    }

    fn points_at_group(&self, way: &Way) -> Is {
        let places = self.heap.entries.iter().enumerate();
        let group = terms::any(places.map(|(place, entry)| {
            let here = way.index.eq(place) & self.heap.is_filled(place);
            here & entry.lut.eq(way.number) & entry.pc.eq(way.pc)
        }));
        way.free | self.moves(way) | group
    }

    fn points_at_way(&self, place: usize) -> Is {
        let lut = self.heap.entries[place].lut;
        let way = terms::any(self.ways.iter().map(|way| {
            let here = lut.eq(way.number) & !self.moves(way);
            here & !way.free & way.index.eq(place)
        }));
        !self.heap.is_filled(place) | lut.top() | way
    }

    fn movers_differ(&self) -> Is {
        match &self.heap.movers[..] {
            [first, second] => {
                let (one, other) = (first.entry.lut, second.entry.lut);
                !(first.active & second.active & !one.top()) | one.ne(other)
            }
            _ => Is::from(true),
        }
    }

    /// Whether an entry has a PC, and the PC: taken from the moving group if the entry is its.
    fn held(&self, way: &Way) -> (Is, Word) {
        let movers = self.heap.movers.iter();
        let pc = movers.fold(way.pc, |pc, mover| {
            self.is_moved(mover, way).mux(mover.entry.pc, pc)
        });
        (!way.free | self.moves(way), pc)
    }

    fn are_in_sets(&self) -> Is {
        terms::all(self.ways.iter().map(|way| {
            let (has, pc) = self.held(way);
            !has | pc.part(0, self.set_bits).eq(way.set)
        }))
    }

    /// Whether the entries of a set have different PCs.
    fn pcs_differ(&self) -> Is {
        let pairs = self.ways.iter().enumerate().flat_map(|(at, one)| {
            let others = self.ways[at + 1..].iter();
            others
                .filter(|other| other.set == one.set)
                .map(move |other| (one, other))
        });
        terms::all(pairs.map(|(one, other)| {
            let ((has_one, pc), (has_other, other_pc)) = (self.held(one), self.held(other));
            !(has_one & has_other) | pc.ne(other_pc)
        }))
    }
}

fn ways(lut: &mheap_lut::Params, path: &str, walk: Word) -> Vec<Way> {
    let way = |way: usize| {
        let block = format!("{path}u_mheap_lut.g_way[{way}]");
        let pcs = memory(&format!("{block}.pc_q"), lut.sets(), lut.pc_bits());
        let indexes = memory(&format!("{block}.index_q"), lut.sets(), lut.index_bits());
        let sets = pcs.iter().zip(indexes.iter()).enumerate();
        let of_set = |(set, (pc, index)): (usize, (Word, Word))| Way {
            set,
            number: set * lut.ways() + way,
            pc,
            free: index.top() | walk.le(set),
            index,
        };
        sets.map(of_set).collect::<Vec<_>>()
    };
    (0..lut.ways()).flat_map(way).collect()
}

/// Whether the ways of each cleared set have different ranks, in an instance of a table with this many sets and
/// ways.
pub(in crate::units) fn ranks_differ(path: &str, [sets, ways]: [usize; 2], walk: Word) -> Is {
    let of_way = |way: usize| {
        let path = format!("{path}g_rank[{way}].rank_q");
        memory(&path, sets, ways.ilog2())
    };
    let ranks: Vec<_> = (0..ways).map(of_way).collect();
    terms::all(ranks.iter().enumerate().flat_map(|(at, one)| {
        let others = ranks[at + 1..].iter();
        others.flat_map(move |other| {
            let sets = one.iter().zip(other.iter()).enumerate();
            sets.map(move |(set, (a, b))| walk.le(set) | Word::ne(a, b))
        })
    }))
}

/// The update queue.
pub(in crate::units) struct Queued {
    pub count: Word,
    /// The queue ends where the next update is written.
    last_issue: Is,
    /// Number of updates whose warps are new.
    new: Word,
    /// The updates in order; the first one leaves next.
    pub updates: Vec<Update>,
}

/// A place in the queue, which may hold an update.
pub(in crate::units) struct Update {
    pub there: Is,
    pub pc: Word,
    pub warp: Word,
    /// The warp is new.
    pub is_new: Is,
}

pub(in crate::units) fn heap(p: &Params, path: &str) -> Heap {
    let heap = MajorityScheduler::heap(p).expect(CHECKED);
    Heap::of(&heap, &format!("{path}u_max_heap."))
}

pub(in crate::units) fn queued(p: &Params, path: &str) -> Queued {
    let places = p.queue();
    let pointer = |end: &str| inside(&format!("{path}queue_{end}_q"), places.ilog2());
    let [head, tail] = ["head", "tail"].map(pointer);
    let length = inside(&format!("{path}queue_count_q"), bits_of(places as u64));
    let width = p.pc_bits() + p.count_bits() + p.warp_bits() + 1;
    let rows = memory(&format!("{path}queue_entry_q"), places, width);
    let updates = (0..places).map(|at| {
        let row = rows.index((head + at).part(0, places.ilog2()));
        Update {
            there: length.gt(at),
            pc: row.part(width - p.pc_bits(), p.pc_bits()),
            warp: row.part(1, p.warp_bits()),
            is_new: row.bit(0),
        }
    });
    let end = head + length;
    let new = rows
        .iter()
        .enumerate()
        .map(|(place, row)| is_filled(place, places, head, length) & row.bit(0));
    Queued {
        count: length,
        last_issue: end.eq(tail) | end.eq(tail + places),
        new: count(new),
        updates: updates.collect(),
    }
}

fn room(p: &Params, path: &str, heap: &Heap, queued: &Queued) -> Property {
    let room = inside(&format!("{path}room_q"), bits_of(p.heap() as u64));
    Property::new(
        "room_is_what_is_left",
        "room is what groups and queued updates leave of the heap",
        (room + heap.groups + queued.new).eq(p.heap()),
    )
}
