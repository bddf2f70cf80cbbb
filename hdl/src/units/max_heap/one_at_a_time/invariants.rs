//! Heap order of the heap in which one group changes at a time.
//!
//! In cycle 2 the old hole still holds the moving entry, and gets the row that is swapped with it. With that row
//! in its place the memories are in order like those of the heap with one level a cycle.

use super::super::invariants::{Entry, Heap, Mover};
use super::super::{entry::fields, entry::word_bits};
use super::index_bits;
use heddle_contract::Property;
use heddle_contract::terms::{self, Is, Row, Word, inside, memory};
use heddle_contract::units::max_heap::Params;

/// The registers besides the memories.
struct Moving {
    compares: Is,
    swap: Is,
    down: Is,
    hole: Word,
    parent: Word,
    next: Word,
    place: Word,
    /// For odd and for even indexes: the row that was read, and whether it is a neighbour of the hole.
    sides: [(Word, Is); 2],
    select_even: Is,
}

pub(in super::super) fn invariants(p: &Params) -> Vec<Property> {
    let moving = Moving::of(p);
    let groups = inside("groups_q", p.groups_bits());
    let rows = rows(p);
    let heap = Heap::new(
        p,
        groups,
        moving.entries(p, &rows),
        vec![moving.mover(p)],
        moving.down,
    );
    let mut all = heap.invariants();
    all.extend([
        Property::new(
            "last_index_of_groups",
            "the last index is that of the last group",
            {
                let bits = index_bits(p).min(p.groups_bits());
                let behind = inside("last_q", index_bits(p)) + 1;
                behind.part(0, bits).eq(groups.part(0, bits))
            },
        ),
        Property::new(
            "one_phase",
            "an entry rests, is compared, or changes places",
            moving.is_one_phase(),
        ),
        Property::given(
            "compared_rows_are_around",
            "the rows that are compared are those around the hole",
            moving.compares,
            moving.are_around(&rows, groups),
        ),
        Property::given(
            "swapped_with_next_hole",
            "an entry changes places with the row at the next hole",
            moving.swap,
            moving.is_exchanged(&rows),
        ),
        Property::given(
            "neighbours_of_hole",
            "parent and next index are those of the hole",
            moving.compares | moving.swap,
            moving.is_placed(p),
        ),
    ]);
    all
}

/// The bodies of all entries: the entries without LUT#.
fn rows(p: &Params) -> Vec<Word> {
    let body = word_bits(p) - p.lut_bits();
    let words = p.entries().div_ceil(2).max(2);
    let side = |name: &str| memory(&format!("{name}_entry_q"), words, body);
    let (odd, even): (Row, Row) = (side("odd"), side("even"));
    (0..p.entries())
        .map(|at| [even[at / 2], odd[at / 2]][at % 2])
        .collect()
}

/// The entry of a body; the PC is stored inverted.
fn entry(p: &Params, body: Word) -> Entry {
    let widths = fields(p).map(|(_, width)| width);
    let threads = widths.head + widths.tail;
    let pc = threads + widths.threads;
    Entry {
        pc: !body.part(pc, widths.pc),
        threads: body.part(threads, widths.threads),
        head: body.part(widths.tail, widths.head),
        tail: body.part(0, widths.tail),
        lut: Word::from(0),
    }
}

impl Moving {
    fn of(p: &Params) -> Self {
        let index = index_bits(p);
        let bit = |name: &str| inside(&format!("{name}_q"), 1).any();
        let side = |name: &str| {
            let row = inside(&format!("{name}_row_q"), word_bits(p));
            let body = row.part(p.lut_bits(), word_bits(p) - p.lut_bits());
            (body, bit(&format!("{name}_counts")))
        };
        Self {
            compares: bit("compares"),
            swap: bit("swap"),
            down: bit("down"),
            hole: inside("hole_q", index),
            parent: inside("parent_q", index),
            next: inside("hole_next_q", index + 1),
            place: inside("place_q", index),
            sides: [side("odd"), side("even")],
            select_even: bit("select_even"),
        }
    }

    fn mover(&self, p: &Params) -> Mover {
        let widths = fields(p).map(|(_, width)| width);
        Mover {
            active: self.compares | self.swap,
            hole: self.hole,
            entry: Entry {
                pc: !inside("moving_not_pc_q", p.pc_bits()),
                threads: inside("moving_threads_q", p.count_bits()),
                head: inside("moving_head_q", widths.head),
                tail: inside("moving_tail_q", widths.tail),
                lut: Word::from(0),
            },
        }
    }

    /// The row that is swapped with the moving entry.
    fn other(&self) -> Word {
        let [(odd, _), (even, _)] = self.sides;
        self.select_even.mux(even, odd)
    }

    /// The entries with that row in its place.
    fn entries(&self, p: &Params, rows: &[Word]) -> Vec<Entry> {
        let rows = rows.iter().enumerate();
        rows.map(|(at, row)| {
            let here = self.swap & self.place.eq(at);
            entry(p, here.mux(self.other(), *row))
        })
        .collect()
    }

    fn is_one_phase(&self) -> Is {
        let rest = inside("rest_q", 1).any();
        let move_en = self.compares | self.swap;
        !(self.compares & self.swap) & !(rest ^ !move_en)
    }

    fn are_around(&self, rows: &[Word], groups: Word) -> Is {
        let places = 0..rows.len();
        terms::all(places.map(|hole| {
            let up = match hole {
                0 => self.has([None, None], rows),
                _ => {
                    let parent = (hole - 1) / 2;
                    let [even, odd] =
                        [0, 1].map(|side| (parent % 2 == side).then_some((parent, Is::from(true))));
                    self.has([odd, even], rows)
                }
            };
            let child = |child: usize| (child < rows.len()).then(|| (child, groups.gt(child)));
            let down = self.has([child(2 * hole + 1), child(2 * hole + 2)], rows);
            !self.hole.eq(hole) | (self.down & down) | (!self.down & up)
        }))
    }

    /// Whether the rows that count are these rows.
    fn has(&self, sides: [Option<(usize, Is)>; 2], rows: &[Word]) -> Is {
        terms::all(
            self.sides
                .iter()
                .zip(sides)
                .map(|((row, counts), side)| match side {
                    None => !*counts,
                    Some((at, there)) => !(*counts ^ there) & (!there | Word::eq(*row, rows[at])),
                }),
        )
    }

    fn is_exchanged(&self, rows: &[Word]) -> Is {
        let places = rows.iter().enumerate();
        let is_hole = places.map(|(at, row)| self.hole.eq(at) & Word::eq(self.other(), *row));
        terms::any(is_hole)
    }

    fn is_placed(&self, p: &Params) -> Is {
        let holes = (0..p.entries()).map(|hole| {
            let parent = hole.saturating_sub(1) / 2;
            let up = self.down | (hole == 0) | self.parent.eq(parent);
            let down = !self.down | self.next.eq(hole + 1);
            self.hole.eq(hole) & up & down
        });
        let lower = self.place.lt(p.entries());
        terms::any(holes) & (!self.swap | lower & self.place.ne(self.hole))
    }
}
