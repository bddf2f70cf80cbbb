//! Heap order of the heap with one level a cycle.
//!
//! PRP-13: a moving entry is in registers, and its hole in the memory still holds the old entry: so the memory alone is always
//! in order, except for a new last entry that was not written yet.

use super::{NAMES, bits, entry::fields};
use heddle_contract::Property;
use heddle_contract::terms::{self, Is, Word, inside, memory};
use heddle_contract::units::max_heap::{Order, Params};

/// The registers of a heap.
pub(in crate::units) struct Heap {
    p: Params,
    /// Number of groups in the heap, including moving ones.
    pub groups: Word,
    /// The entries in the memory.
    pub entries: Vec<Entry>,
    pub movers: Vec<Mover>,
    down: Is,
}

/// The fields of an entry that the invariants use.
#[derive(Clone, Copy)]
pub(in crate::units) struct Entry {
    pub pc: Word,
    pub threads: Word,
    /// The first and the last warp of the group.
    pub head: Word,
    pub tail: Word,
    /// Number of its entry in the look-up table; none if the top bit is set.
    pub lut: Word,
}

/// An entry that moves up or down.
pub(in crate::units) struct Mover {
    pub active: Is,
    pub hole: Word,
    pub entry: Entry,
}

impl Heap {
    /// The heap of an instance; `path` ends with a dot, or is empty.
    pub fn of(p: &Params, path: &str) -> Self {
        let names = match p.order() {
            Order::Minority => &NAMES[..1],
            Order::Majority | Order::Pc => &NAMES[..],
        };
        Self {
            p: *p,
            groups: inside(&format!("{path}groups_q"), p.groups_bits()),
            entries: entries(p, path),
            movers: names.iter().map(|name| mover(p, path, name)).collect(),
            down: inside(&format!("{path}down_q"), 1).any(),
        }
    }

    /// A heap with these entries.
    pub fn new(
        p: &Params,
        groups: Word,
        entries: Vec<Entry>,
        movers: Vec<Mover>,
        down: Is,
    ) -> Self {
        let p = *p;
        Self {
            p,
            groups,
            entries,
            movers,
            down,
        }
    }

    pub fn invariants(&self) -> Vec<Property> {
        let rest = !terms::any(self.movers.iter().map(|mover| mover.active));
        let mut all = vec![
            Property::given(
                "heap_order_at_rest",
                "at rest no group stands before its parent",
                rest,
                terms::all(self.edges().map(|edge| self.is_ordered(edge))),
            ),
            // PRP-14: stated together, because the number of groups follows from an assumption and a guarantee.
            Property::new(
                "groups_and_holes_are_places",
                "groups have entries, and holes are places of groups, and not the same",
                self.groups.le(self.p.entries()) & self.holes(),
            ),
            Property::new(
                "memory_in_order",
                "the memory is in order, but for a last entry that is on its way up",
                terms::all(self.edges().map(|edge| {
                    let is_new = !self.down & self.is_last(edge.child);
                    is_new | self.is_ordered(edge)
                })),
            ),
            Property::new(
                "moving_entry_precedes_hole",
                "what moves goes ahead of what was in its hole, upwards or downwards",
                terms::all(self.movers.iter().map(|mover| self.goes_ahead(mover))),
            ),
        ];
        if self.movers.len() > 1 {
            let alone = !self.down | self.is_alone();
            all.push(Property::new(
                "one_moves_down",
                "one entry alone moves down",
                alone,
            ));
        }
        all
    }

    fn edges(&self) -> impl Iterator<Item = Edge> {
        (1..self.p.entries()).map(|child| Edge {
            parent: (child - 1) / 2,
            child,
        })
    }

    /// Whether a group, if it exists, does not come before its parent.
    fn is_ordered(&self, edge: Edge) -> Is {
        let (child, parent) = (self.entries[edge.child], self.entries[edge.parent]);
        self.groups.le(edge.child) | !self.before(child, parent)
    }

    /// Whether a place holds a group and is not a hole.
    pub fn is_filled(&self, place: usize) -> Is {
        self.groups.gt(place) & !self.is_hole(place)
    }

    /// All groups, in the memory or in registers: for each, whether it exists, and its entry.
    pub fn held(&self) -> impl Iterator<Item = (Is, Entry)> {
        let places = self.entries.iter().enumerate();
        let filled = places.map(|(place, entry)| (self.is_filled(place), *entry));
        filled.chain(self.movers.iter().map(|mover| (mover.active, mover.entry)))
    }

    fn is_hole(&self, place: usize) -> Is {
        let movers = self.movers.iter();
        terms::any(movers.map(|mover| mover.active & mover.hole.eq(place)))
    }

    /// Whether a place is a hole without children.
    fn is_last(&self, place: usize) -> Is {
        self.groups.le(2 * place + 1) & self.is_hole(place)
    }

    /// Whether a place may not have been written yet: each of its children is a hole without children.
    fn is_new(&self, place: usize) -> Is {
        let children = 2 * place + 1..=2 * place + 2;
        let children = children.filter(|child| *child < self.p.entries());
        terms::all(children.map(|child| self.groups.le(child) | self.is_last(child)))
    }

    fn goes_ahead(&self, mover: &Mover) -> Is {
        let places = self.entries.iter().enumerate();
        terms::all(places.map(|(place, &was)| {
            let here = mover.active & mover.hole.eq(place);
            let falls = !self.before(mover.entry, was);
            let rises = self.is_new(place) | !self.before(was, mover.entry);
            !here | self.down & falls | !self.down & rises
        }))
    }

    fn is_alone(&self) -> Is {
        terms::all(self.movers[1..].iter().map(|mover| !mover.active))
    }

    fn holes(&self) -> Is {
        let movers = self.movers.iter();
        let exist = terms::all(movers.map(|m| !m.active | m.hole.lt(self.groups)));
        let differ = match &self.movers[..] {
            [first, second] => !(first.active & second.active) | first.hole.ne(second.hole),
            _ => Is::from(true),
        };
        exist & differ
    }

    /// Whether an entry comes before another.
    fn before(&self, one: Entry, other: Entry) -> Is {
        let lower = one.pc.lt(other.pc);
        let same = one.threads.eq(other.threads);
        match self.p.order() {
            Order::Majority => one.threads.gt(other.threads) | same & lower,
            Order::Minority => one.threads.lt(other.threads) | same & lower,
            Order::Pc => lower,
        }
    }
}

/// A place and the place of its parent.
#[derive(Clone, Copy)]
struct Edge {
    parent: usize,
    child: usize,
}

fn entries(p: &Params, path: &str) -> Vec<Entry> {
    let widths = fields(p).map(|(_, width)| width);
    let head = widths.tail + widths.lut;
    let threads = widths.head + head;
    let pc = threads + widths.threads;
    let rows = memory(&format!("{path}entry_q"), p.entries(), pc + widths.pc);
    let entry = |row: Word| Entry {
        pc: row.part(pc, widths.pc),
        threads: row.part(threads, widths.threads),
        head: row.part(head, widths.head),
        tail: row.part(widths.lut, widths.tail),
        lut: row.part(0, widths.lut),
    };
    rows.iter().map(entry).collect()
}

fn mover(p: &Params, path: &str, name: &str) -> Mover {
    let register = |field: &str, width| inside(&format!("{path}{name}_{field}_q"), width);
    Mover {
        active: register("active", 1).any(),
        hole: register("hole", bits(p)),
        entry: Entry {
            pc: register("pc", p.pc_bits()),
            threads: register("threads", p.count_bits()),
            head: register("head", p.pointer_bits()),
            tail: register("tail", p.pointer_bits()),
            lut: register("lut", p.lut_bits()),
        },
    }
}
