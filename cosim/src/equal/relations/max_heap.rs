//! `max_heap`: the same groups in places that are filled, and the same moving groups. What is left in a hole, or behind the last
//! group, may differ.

use super::{Golden, Is, Property, Word, any, each};
use heddle_contract::units::max_heap::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    // With two cycles a level, what moves is in a pipeline in the RTL.
    if p.heap_latency() > 1 {
        return Vec::new();
    }
    let heap = Heap { p, golden };
    [heap.counts(), heap.places(), heap.movements()].concat()
}

struct Heap<'a> {
    p: &'a Params,
    golden: &'a Golden<'a>,
}

/// The fields of an entry in the RTL.
struct Entry {
    pc: Word,
    threads: Word,
    head: Word,
    tail: Word,
    /// Number of its entry in the look-up table; none if the top bit is set.
    lut: Word,
}

impl Heap<'_> {
    /// Names of the RTL's moving entries.
    fn movers(&self) -> impl Iterator<Item = (usize, &'static str)> {
        let names = ["first", "second"].into_iter().enumerate();
        names.take(if self.p.pairs() { 2 } else { 1 })
    }

    fn register(&self, name: &str, field: &str, width: u32) -> Word {
        self.golden.inside(&format!("{name}_{field}_q"), width)
    }

    fn active(&self, name: &str) -> Is {
        self.register(name, "active", 1).any()
    }

    fn groups(&self) -> Word {
        self.golden.inside("groups_q", self.p.groups_bits())
    }

    fn hole(&self, name: &str) -> Word {
        let bits = self.p.entries().next_power_of_two().ilog2();
        self.register(name, "hole", bits)
    }

    /// Whether a place holds a group and is not a hole.
    fn is_filled(&self, place: usize) -> Is {
        let holes = self
            .movers()
            .map(|(_, name)| self.active(name) & self.hole(name).eq(place));
        self.groups().gt(place) & !any(holes)
    }

    /// Whether a golden entry is that of the RTL.
    fn is_same(&self, golden: &str, entry: &Entry) -> Is {
        let of = |field: &str| self.golden.word(&format!("{golden}.{field}"));
        let there = of("lut.some").any();
        of("group.pc").eq(entry.pc)
            & of("group.threads").eq(entry.threads)
            & of("group.head").eq(entry.head)
            & of("group.tail").eq(entry.tail)
            & !(there ^ !entry.lut.top())
            & there.implies(of("lut").eq(entry.lut))
    }

    /// The row in a place of the memory: the last field is in the lowest bits.
    fn row(&self, place: usize) -> Entry {
        let p = self.p;
        let (lut, pointer, count) = (p.lut_bits(), p.pointer_bits(), p.count_bits());
        let threads = lut + 2 * pointer;
        let pc = threads + count;
        let row = self.golden.memory("entry_q", p.entries(), pc + p.pc_bits())[place];
        Entry {
            pc: row.part(pc, p.pc_bits()),
            threads: row.part(threads, count),
            head: row.part(lut + pointer, pointer),
            tail: row.part(lut, pointer),
            lut: row.part(0, lut),
        }
    }

    /// The registers of a moving entry.
    fn moving(&self, name: &str) -> Entry {
        let p = self.p;
        Entry {
            pc: self.register(name, "pc", p.pc_bits()),
            threads: self.register(name, "threads", p.count_bits()),
            head: self.register(name, "head", p.pointer_bits()),
            tail: self.register(name, "tail", p.pointer_bits()),
            lut: self.register(name, "lut", p.lut_bits()),
        }
    }

    /// The number of groups, and what is said of all moving groups at once: the holes of two differ, or they would fill the same
    /// place.
    fn counts(&self) -> Vec<Property> {
        let down = self.golden.word("down");
        let actives = || self.movers().map(|(_, name)| self.active(name));
        let mut counts = vec![
            Property::new(
                "groups_are_groups",
                "both hold as many groups, for which there are places",
                self.golden.word("groups").eq(self.groups())
                    & self.groups().le(self.p.entries()),
            ),
            Property::given(
                "down_is_down",
                "what moves goes the same way",
                any(actives()),
                down.eq(self.golden.inside("down_q", 1)),
            ),
        ];
        if self.p.pairs() {
            let differ = self.hole("first").ne(self.hole("second"));
            counts.push(Property::given(
                "second_goes_up",
                "a second group moves up only, and not to the place of the first one",
                self.active("second"),
                down.none() & self.active("first").implies(differ),
            ));
        }
        counts
    }

    /// What the RTL's memory holds is known in places that are no holes.
    fn places(&self) -> Vec<Property> {
        let entries = (0..self.p.entries()).map(|place| {
            let same = self.is_same(&format!("entries[{place}]"), &self.row(place));
            self.is_filled(place).implies(same)
        });
        each("entry_is_entry", "a place has the same group", entries).collect()
    }

    /// The moving groups. A hole is among the groups: behind them it would be lost when it is filled.
    fn movements(&self) -> Vec<Property> {
        let of = |at: usize, name: &str| self.golden.word(&format!("moving[{at}].{name}"));
        let moves = self.movers().map(|(at, name)| {
            let there = of(at, "some").any();
            !(there ^ self.active(name))
        });
        let holes = self.movers().map(|(at, name)| {
            let (hole, same) = (of(at, "hole"), self.hole(name));
            self.active(name).implies(hole.eq(same) & hole.lt(self.groups()))
        });
        let groups = self.movers().map(|(at, name)| {
            let same = self.is_same(&format!("moving[{at}].entry"), &self.moving(name));
            self.active(name).implies(same)
        });
        let moves = each("both_move", "a group moves in both or in none", moves);
        let holes = each("hole_is_hole", "it moves from the same place", holes);
        let groups = each("moving_is_moving", "the same group moves", groups);
        moves.chain(holes).chain(groups).collect()
    }
}
