//! The heap in which one group changes at a time: a level is compared in one cycle; in the next cycle entries are swapped
//! and the next level is read.
//!
//! DWF-35: siblings are read together, so entries of odd index (left children) are in one memory and entries of even index in
//! another, each with one write port and two read ports: for the row of a command, and for the neighbours of the hole. The
//! moving entry is written into the hole while it is compared, so a command that moves no entry is then done. A group may
//! lose its LUT# without moving, so LUT# has its own memories. The root is also held in registers: a pop shows it at once.

pub(super) mod invariants;

use super::entry::{Entry, fields, word_bits};
use super::shown::shown;
use super::{MOVING, bits, no_second};
use crate::{Drives, Expr, Memory, ModuleBuilder, Reads, Register, builder};
use heddle_contract::units::max_heap::{In, Order, Out, Params};

const ROOT: &str = "control: a copy of the root, outside the memories";

/// Values shared by the parts of the description.
struct Heap<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    phase: Phase<'m>,
    /// The moving entry moves down.
    down: Register<'m>,
    groups: Register<'m>,
    /// The index of the last group.
    last: Register<'m>,
    moving: Entry<Register<'m>>,
    hole: Register<'m>,
    /// The index of the hole's parent.
    parent: Register<'m>,
    /// DWF-37: the index of the hole plus one, if entries move down: the address of the hole's right child in its memory.
    next: Register<'m>,
    /// The place of the old hole, while entries are swapped.
    place: Register<'m>,
    root: Entry<Register<'m>>,
}

/// Cycles 1 and 2 of the contract; at rest in neither.
#[derive(Clone, Copy)]
struct Phase<'m> {
    compares: Register<'m>,
    swap: Register<'m>,
    rest: Register<'m>,
}

/// Values in the cycle of a command.
#[derive(Clone, Copy)]
struct Asked<'m> {
    /// A command starts moving an entry.
    start_en: Expr<'m>,
    /// The LUT# of the group at the index becomes none.
    reuse: Expr<'m>,
    /// Index of the group, or of the group whose LUT# is reused, or of the last group for a pop.
    index: Expr<'m>,
    /// The hole, its index plus one if entries move down, and its parent if they move up.
    hole: Expr<'m>,
    behind: Expr<'m>,
    parent: Expr<'m>,
    /// For this hole, or for the hole that the entry has reached: whether the moving entry moves down, and the hole's parent.
    down_next: Expr<'m>,
    above: Expr<'m>,
}

/// The memories of entries with odd index, or with even index.
struct Bank<'m> {
    name: &'static str,
    entries: Memory<'m>,
    luts: Memory<'m>,
    /// The row that a command reads, in the cycle of the command: reading it in a cycle of its own would cost
    /// every update that cycle (DWF-40).
    own: Entry<Expr<'m>>,
    /// The row that was read around the hole.
    row: Entry<Expr<'m>>,
    /// The row read is a neighbour of the hole.
    counts: Register<'m>,
}

/// The result of the comparison.
#[derive(Clone, Copy)]
struct Decision<'m> {
    /// The moving entry swaps with another one.
    continue_en: Expr<'m>,
    /// It swaps with the entry of even index.
    even: Expr<'m>,
}

pub(super) fn build<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    no_second(m, input);
    let heap = heap(m, p, input);
    let asked = heap.command();
    let banks = heap.read(asked);
    heap.begin(asked, &banks, output);
    heap.count(asked, &banks);
    let decision = heap.decide(&banks);
    heap.move_hole(asked, decision);
    let (placed, at) = heap.write(asked, &banks, decision);
    heap.show(placed, at, output);
}

/// Width of an index inside the heap; at least two bits, so that an index without its lowest bit is an address.
fn index_bits(p: &Params) -> u32 {
    bits(p).max(2)
}

fn heap<'a, 'm>(m: &'m ModuleBuilder, p: &'a Params, input: &'a In<Reads<'m>>) -> Heap<'a, 'm> {
    m.section(
        "The moving entry {~pc, threads, head, tail, lut}. Cycle 1, compares_q: it is written into \
         the hole and compared. Cycle 2, swap_q: the entry with which it swaps is written over it, \
         at place_q.",
    );
    let control = |name: &str, width| m.register(name, width).overhead(MOVING);
    let phase = Phase {
        compares: control("compares", 1).reset(0),
        swap: control("swap", 1).reset(0),
        rest: control("rest", 1).reset(1),
    };
    let groups = control("groups", p.groups_bits()).reset(0);
    let none = (1 << index_bits(p)) - 1;
    let last = control("last", index_bits(p)).reset(none);
    let moving = fields(p).map(|(field, width)| control(&format!("moving_{field}"), width));
    let root = fields(p).map(|(field, width)| m.register(format!("root_{field}"), width));
    Heap {
        m,
        p,
        input,
        phase,
        down: control("down", 1),
        groups,
        last,
        moving,
        hole: control("hole", index_bits(p)),
        parent: control("parent", index_bits(p)),
        next: control("hole_next", index_bits(p) + 1),
        place: control("place", index_bits(p)),
        root: root.map(|field| field.overhead(ROOT)),
    }
}

impl<'m> Heap<'_, 'm> {
    fn command(&self) -> Asked<'m> {
        let Self { m, p, input: i, .. } = self;
        m.section("A command: an update or a pop.");
        m.unused(i.first_index.bit(bits(p)));
        // `first` is valid earlier in the cycle than `pop`, which depends on it.
        let index = self.index(i.first_index.truncate(bits(p)));
        let index = i.first.mux(index, *self.last).named("index");
        let new = (i.first & !i.first_hit & i.first_create).named("is_new");
        for count in [self.groups, self.last] {
            let one = |bit: Expr<'m>| bit.zero_extend(count.width());
            count.next(count + one(new) - one(i.pop));
        }
        let change_en = i.first & (i.first_hit | i.first_create);
        let some_stay = i.pop & self.groups.ne(1);
        let start = i.first_hit.mux(index, self.index(*self.groups));
        let start = start.named("start");
        let down = match p.order() {
            Order::Minority => i.pop | i.first_hit,
            Order::Majority | Order::Pc => i.pop,
        };
        let rest = *self.phase.rest;
        let down_next = rest.mux(down, *self.down).named("down_next");
        self.down.next(down_next);
        let parent = (start - 1).shift_right(1).named("first_parent");
        Asked {
            start_en: (change_en | some_stay).named("start_en"),
            reuse: (new & i.first_reuse).named("reuse"),
            index,
            hole: start.masked(!i.pop).named("first_hole"),
            behind: self.behind(index).named("first_behind"),
            parent,
            down_next,
            above: rest.mux(parent, *self.parent).named("above"),
        }
    }

    /// A number as an index: an extra top bit is dropped, missing bits are zero.
    fn index(&self, number: Expr<'m>) -> Expr<'m> {
        let bits = index_bits(self.p);
        if number.width() <= bits {
            return number.zero_extend(bits);
        }
        self.m.unused(number.bit(bits));
        number.truncate(bits)
    }

    /// Number of entries in a memory.
    fn words(&self) -> usize {
        self.p.entries().div_ceil(2).max(2)
    }

    /// Reads the row of a command, and the rows around the hole.
    fn read(&self, asked: Asked<'m>) -> [Bank<'m>; 2] {
        let Self { m, hole, next, .. } = self;
        m.section(
            "Entries: a memory for odd indexes and one for even indexes. Each is read twice: the row \
             of a command, and a child or the parent of the hole.",
        );
        let half = index_bits(self.p) - 1;
        let sides = [("odd", asked.hole, **hole), ("even", asked.behind, **next)];
        sides.map(|(name, first_child, child)| {
            let [first_child, child] = [first_child, child].map(|child| child.truncate(half));
            let below = self.phase.rest.mux(first_child, child);
            let around = asked.down_next.mux(below, asked.above.part(1, half));
            self.bank(name, asked, around)
        })
    }

    /// The index, plus one, of the hole in which a command begins.
    fn behind(&self, index: Expr<'m>) -> Expr<'m> {
        let bits = index_bits(self.p) + 1;
        match self.p.order() {
            Order::Minority => self.input.pop.mux(1, index.zero_extend(bits) + 1),
            Order::Majority | Order::Pc => self.m.constant(1, bits),
        }
    }

    fn bank(&self, name: &'static str, asked: Asked<'m>, around: Expr<'m>) -> Bank<'m> {
        let Self { m, p, .. } = self;
        let words = self.words();
        let address = builder::index_bits(words);
        let around = around.truncate(address).named(format!("{name}_around"));
        let own = asked.index.part(1, address);
        let body = word_bits(p) - p.lut_bits();
        let entries = m.memory(format!("{name}_entry"), words, body);
        let luts = m.memory(format!("{name}_lut"), words, p.lut_bits());
        let row = m.register(format!("{name}_row"), word_bits(p));
        row.overhead(MOVING);
        row.next(entries.read(around).cat(luts.read(around)));
        let own = entries.read(own).cat(luts.read(own));
        Bank {
            name,
            entries,
            luts,
            own: Entry::of(p, &format!("{name}_own"), own),
            row: Entry::of(p, &format!("{name}_row"), *row),
            counts: m.register(format!("{name}_counts"), 1).overhead(MOVING),
        }
    }

    /// The entry that a command starts moving, and the list that grows with the command.
    fn begin(&self, asked: Asked<'m>, banks: &[Bank<'m>; 2], o: &Out<Drives<'m>>) {
        let Self { m, p, input: i, .. } = self;
        m.section(
            "The moving entry: a new entry, the row of a group plus the threads that join it, or the \
             last entry for a pop.",
        );
        let own = banks[0].own.or(asked.index.bit(0), banks[1].own);
        let own = own.named(p, "own");
        let pointer = self.moving.head.width();
        if pointer < i.first_warp.width() {
            m.unused(i.first_warp.bit(pointer));
        }
        let warp = i.first_warp.truncate(pointer);
        let new = Entry {
            pc: !i.first_pc,
            threads: i.first_threads,
            head: warp,
            tail: warp,
            lut: i.first_entry.zero_extend(p.lut_bits()),
        };
        let threads = p.count_bits();
        let more = i.first_threads.masked(!i.pop);
        let sum = own.threads.zero_extend(threads + 1) + more.zero_extend(threads + 1);
        let sum = sum.named("sum");
        let create_en = (i.first & i.first_create).named("create_en");
        let grown = Entry {
            threads: sum.truncate(threads) | sum.bit(threads).repeat(threads),
            tail: create_en.mux(warp, own.tail),
            ..own
        };
        let from_row = (i.pop | i.first_hit).named("from_row");
        self.moving.zip(grown.or(from_row, new), |register, value| {
            register.next_when(self.phase.rest, value);
        });
        m.section("The list that grows: its last warp so far is followed by the new warp.");
        let grow = m.register("grow", 1).reset(0).overhead(MOVING);
        grow.next(create_en & i.first_hit);
        let end = m.register("end", pointer).overhead(MOVING);
        end.next(own.tail);
        let [first, _] = shown(o);
        first.link.set(grow);
        first.warp.set(end.zero_extend(p.pointer_bits()));
        first
            .next
            .set(self.moving.tail.zero_extend(p.pointer_bits()));
    }

    /// Which of the rows around the hole are its children or its parent.
    fn count(&self, asked: Asked<'m>, [odd, even]: &[Bank<'m>; 2]) {
        let Self {
            m, p, phase, hole, ..
        } = self;
        m.section("Around the hole: whether each row is a valid child of the hole, or its parent.");
        let bits = index_bits(p) + 2;
        let held = self.groups.zero_extend(bits);
        let below_root = phase.rest.mux(asked.hole, **hole).any();
        let below_root = below_root.named("below_root");
        let is_odd = asked.above.bit(0);
        let children = |child: Expr<'m>| child.zero_extend(bits).lt(held);
        // After a pop the heap holds one group fewer.
        let more_than = |groups: u64| match p.entries() as u64 > groups {
            true => self.groups.gt(groups),
            false => m.constant(0, 1),
        };
        let (odd_first, even_first) = match p.order() {
            Order::Majority | Order::Pc => (more_than(2), more_than(3)),
            Order::Minority => {
                let left = asked.hole.cat(m.constant(1, 1));
                let right = asked.behind.cat(m.constant(0, 1));
                let pop = self.input.pop;
                (
                    pop.mux(more_than(2), children(left)),
                    pop.mux(more_than(3), children(right)),
                )
            }
        };
        let left = children(hole.cat(m.constant(1, 1)));
        let right = children(self.next.cat(m.constant(0, 1)));
        let counts = |bank: &Bank<'m>, first: Expr<'m>, child: Expr<'m>, is_parent: Expr<'m>| {
            let is_child = phase.rest.mux(first, child);
            bank.counts
                .next(asked.down_next.mux(is_child, below_root & is_parent));
        };
        counts(odd, odd_first, left, is_odd);
        counts(even, even_first, right, !is_odd);
    }

    /// Cycle 1: whether the moving entry swaps, and with which row.
    fn decide(&self, [odd, even]: &[Bank<'m>; 2]) -> Decision<'m> {
        let Self { m, p, phase, .. } = self;
        m.section(
            "The comparison: the entry with the larger key comes first. Moving down, the entry goes \
             on if a row comes before it; moving up, if it comes before the row.",
        );
        let [odd_key, even_key] = [odd, even].map(|bank| {
            let key = bank.row.key(p.order());
            key.named(format!("{}_key", bank.name))
        });
        let moving = self.moving.map(|field| *field).key(p.order());
        // DWF-38: one comparison for both directions; the bit at the right decides between equals.
        let moving = moving.cat(m.constant(0, 1)).named("moving_key");
        let up = (!*self.down).named("up");
        let wins = |bank: &Bank<'m>, key: Expr<'m>| {
            let wins = bank.counts & (key.cat(up).gt(moving) ^ up);
            wins.named(format!("{}_wins", bank.name))
        };
        let continue_en = *phase.compares & (wins(odd, odd_key) | wins(even, even_key));
        let select_even = even.counts & (!*odd.counts | even_key.gt(odd_key));
        Decision {
            continue_en: continue_en.named("continue_en"),
            even: select_even.named("select_even_d"),
        }
    }

    /// Moves the hole, and computes its neighbours.
    fn move_hole(&self, asked: Asked<'m>, decision: Decision<'m>) {
        let Self { m, p, phase, .. } = self;
        m.section("The next hole; place_q is the previous hole.");
        let (rest, hole, parent) = (phase.rest, self.hole, *self.parent);
        let move_en = (rest | *phase.compares).named("move_en");
        let above = (parent - 1).shift_right(1);
        self.parent
            .next_when(move_en, rest.mux(asked.parent, above));
        let half = |index: &Register<'m>| index.truncate(index_bits(p) - 1);
        let lower = decision.even.mux(half(&self.next), half(&hole));
        let lower = lower.cat(!decision.even).named("lower");
        hole.next_when(move_en, rest.mux(asked.hole, self.down.mux(lower, parent)));
        let behind = self.next.truncate(index_bits(p)).cat(decision.even);
        self.next.next_when(move_en, rest.mux(asked.behind, behind));
        self.place.next(*hole);
        phase.compares.next(asked.start_en | *phase.swap);
        phase.swap.next(decision.continue_en);
        let busy = asked.start_en | decision.continue_en | *phase.swap;
        rest.next(!busy);
    }

    /// The entry that is written, and its index. At rest a group may lose its LUT#.
    fn write(
        &self,
        asked: Asked<'m>,
        banks: &[Bank<'m>; 2],
        decision: Decision<'m>,
    ) -> (Entry<Expr<'m>>, Expr<'m>) {
        let Self { m, p, phase, .. } = self;
        m.section(
            "The entry that goes into the hole: the moving entry, then the row with which it swaps.",
        );
        let select_even = m.register("select_even", 1).overhead(MOVING);
        select_even.next(decision.even);
        let [odd, even] = banks;
        let other = even.row.or(*select_even, odd.row);
        // DWF-36: written while it is compared, so an entry that stays costs no further cycle.
        let placed = other.or(*phase.swap, self.moving.map(|field| *field));
        let placed = placed.named(p, "placed");
        m.section("Write ports. At rest a group may lose its LUT#.");
        let at = phase.swap.mux(*self.place, *self.hole);
        let at = at.named("written_hole");
        let place = phase.rest.mux(asked.index, at);
        let place = place.named("write_place");
        let lut = phase.rest.mux(m.ones(p.lut_bits()), placed.lut);
        let lut = lut.named("written_lut");
        let we = (!phase.rest).named("we");
        let lut_we = (we | asked.reuse).named("lut_we");
        let body = m.cat([placed.pc, placed.threads, placed.head, placed.tail]);
        let address = place.part(1, builder::index_bits(self.words()));
        let address = address.named("write_address");
        for (bank, is_own) in banks.iter().zip([place.bit(0), !place.bit(0)]) {
            bank.entries.write(address, we & is_own, body);
            bank.luts.write(address, lut_we & is_own, lut);
        }
        let is_root = place.eq(0).named("root_is_written");
        let root_we = (we & is_root).named("root_we");
        let Entry {
            pc,
            threads,
            head,
            tail,
            lut: root_lut,
        } = self.root;
        pc.next_when(root_we, placed.pc);
        threads.next_when(root_we, placed.threads);
        head.next_when(root_we, placed.head);
        tail.next_when(root_we, placed.tail);
        root_lut.next_when(lut_we & is_root, lut);
        (placed, at)
    }

    fn show(&self, placed: Entry<Expr<'m>>, at: Expr<'m>, o: &Out<Drives<'m>>) {
        let Self { m, p, phase, .. } = self;
        m.section(
            "Writes for the look-up table: the entry that is written to the heap, or at rest the \
             root that is popped.",
        );
        let pointer = |warp: Expr<'m>| warp.zero_extend(p.pointer_bits());
        o.rest.set(phase.rest);
        o.groups.set(self.groups);
        let may_stay = (phase.compares & self.hole.eq(0)).named("may_be_root");
        o.root_pc.set(!may_stay.mux(*self.moving.pc, *self.root.pc));
        o.root_threads.set(self.root.threads);
        o.root_head.set(pointer(*self.root.head));
        o.root_tail.set(pointer(*self.root.tail));
        let [first, second] = shown(o);
        first.moving.set(!phase.rest);
        let lut = phase
            .rest
            .mux(*self.root.lut, placed.lut)
            .named("shown_lut");
        let has_lut = !lut.bit(lut.width() - 1);
        first.move_en.set((!phase.rest | self.input.pop) & has_lut);
        first.entry.set(lut);
        first.pc.set(0);
        let index = at.truncate(bits(p)).zero_extend(p.index_bits());
        let none = m.ones(p.index_bits());
        first.index.set(phase.rest.mux(none, index));
        second.stays_silent();
    }
}
