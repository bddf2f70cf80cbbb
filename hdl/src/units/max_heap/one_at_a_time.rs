//! The heap in which one group changes at a time: a level is read in one cycle and compared in the next, and the hole
//! is written in the cycle after that, while the next level is read.
//!
//! Siblings are read together, so entries of odd index (left children) stand in one memory and those of even index in
//! another, each with one read and one write port. A group may lose its LUT# while it stands, so that has memories of
//! its own. The root stands in registers too: a pop shows it at once.

use super::entry::{Entry, fields, word_bits};
use super::shown::shown;
use super::{MOVING, bits, no_second};
use crate::{Drives, Expr, Memory, ModuleBuilder, Reads, Register, build};
use heddle_contract::units::max_heap::{In, Order, Out, Params};

const ROOT: &str = "control: the root, beside the memories";

/// What the parts of the description share.
struct Heap<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    phase: Phase<'m>,
    command: Command<'m>,
    groups: Register<'m>,
    /// The index of the last one of them.
    last: Register<'m>,
    moving: Entry<Register<'m>>,
    hole: Register<'m>,
    /// The index of its parent.
    parent: Register<'m>,
    /// The index behind the hole, where entries move down.
    next: Register<'m>,
    /// Where the row of the command stands, then where the hole is written.
    place: Register<'m>,
    root: Entry<Register<'m>>,
}

/// Cycles 1, 2 and 3 of the contract; at rest in none of them.
#[derive(Clone, Copy)]
struct Phase<'m> {
    begins: Register<'m>,
    decides: Register<'m>,
    writes: Register<'m>,
    rest: Register<'m>,
}

/// What is to be known of a command after its cycle.
#[derive(Clone, Copy)]
struct Command<'m> {
    popped: Register<'m>,
    /// The moving entry goes down.
    down: Register<'m>,
    /// It is that of the row, not a new one.
    from_row: Register<'m>,
    create: Register<'m>,
}

/// In the cycle of a command.
#[derive(Clone, Copy)]
struct Asked<'m> {
    /// There is a command that changes something.
    begins: Expr<'m>,
    /// The LUT# of the group at the index becomes none.
    replaces: Expr<'m>,
    /// Index of the group, or of the one that is replaced, or of the last one for a pop.
    index: Expr<'m>,
}

/// The entries of odd or of even index.
struct Bank<'m> {
    name: &'static str,
    entries: Memory<'m>,
    luts: Memory<'m>,
    /// What was read.
    row: Entry<Expr<'m>>,
}

/// What the comparison said, in the cycle after it.
#[derive(Clone, Copy)]
struct Decision<'m> {
    /// The moving entry changes places with another one.
    goes_on: Register<'m>,
    /// With that of even index.
    even: Register<'m>,
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
    let own = heap.begin(&banks);
    let decision = heap.decide(asked, &banks);
    let placed = heap.write(asked, &banks, decision);
    heap.show(own, placed, output);
}

/// Width of an index inside; two bits at least, so that half of it is an address.
fn index_bits(p: &Params) -> u32 {
    bits(p).max(2)
}

fn heap<'a, 'm>(m: &'m ModuleBuilder, p: &'a Params, input: &'a In<Reads<'m>>) -> Heap<'a, 'm> {
    m.section(
        "An entry {~pc, threads, head, tail, lut} on its way. Cycle 1, begins_q: the row of the command has been \
         read. Cycle 2, decides_q: the entry is compared. Cycle 3, writes_q: the hole at place_q is written.",
    );
    let control = |name: &str, width| m.register(name, width).overhead(MOVING);
    let phase = |name: &str| control(name, 1).reset(0);
    let (begins, decides, writes) = (phase("begins"), phase("decides"), phase("writes"));
    let rest = control("rest", 1).reset(1);
    let popped = control("popped", 1);
    let down = match p.order() {
        Order::Minority => control("down", 1),
        Order::Majority | Order::Pc => popped,
    };
    let command = Command {
        popped,
        down,
        from_row: control("from_row", 1),
        create: control("create", 1),
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
        phase: Phase {
            begins,
            decides,
            writes,
            rest,
        },
        command,
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
        m.section("A command.");
        m.unused(i.first_index.bit(bits(p)));
        // `first` is there sooner than `pop`, which waits for it.
        let index = self.index(i.first_index.truncate(bits(p)));
        let index = i.first.mux(index, *self.last).named("index");
        let new = (i.first & !i.first_hit & i.first_create).named("is_new");
        for count in [self.groups, self.last] {
            let one = |bit: Expr<'m>| bit.zero_extend(count.width());
            count.next(count + one(new) - one(i.pop));
        }
        let changes = i.first & (i.first_hit | i.first_create);
        let begins = (changes | i.pop).named("command");
        self.phase.begins.next(begins);
        let rest = self.phase.rest;
        let command = self.command;
        command.popped.next_when(rest, i.pop);
        if self.p.order() == Order::Minority {
            command.down.next_when(rest, i.pop | i.first_hit);
        }
        command.from_row.next_when(rest, i.pop | i.first_hit);
        command.create.next_when(rest, i.first_create & !i.pop);
        Asked {
            begins,
            replaces: (new & i.first_replaces).named("replaces"),
            index,
        }
    }

    /// A number as an index: a bit above means nothing, bits that are missing are zero.
    fn index(&self, number: Expr<'m>) -> Expr<'m> {
        let bits = index_bits(self.p);
        if number.width() <= bits {
            return number.zero_extend(bits);
        }
        self.m.unused(number.bit(bits));
        number.truncate(bits)
    }

    /// Entries of a memory.
    fn words(&self) -> usize {
        self.p.entries().div_ceil(2).max(2)
    }

    /// The row of a command, then those around the hole.
    fn read(&self, asked: Asked<'m>) -> [Bank<'m>; 2] {
        let Self { m, hole, next, .. } = self;
        m.section(
            "Entries, a memory for odd indexes and one for even ones. Read are the row of the command at rest, then \
             the children of the hole, or its parent.",
        );
        [("odd", hole), ("even", next)].map(|(name, above)| {
            let child = above.truncate(index_bits(self.p) - 1);
            let pair = |index: Expr<'m>| index.part(1, child.width());
            let around = self.command.down.mux(child, pair(*self.parent));
            let address = self.phase.rest.mux(pair(asked.index), around);
            self.bank(name, address)
        })
    }

    fn bank(&self, name: &'static str, address: Expr<'m>) -> Bank<'m> {
        let Self { m, p, .. } = self;
        let words = self.words();
        let address = address.truncate(build::index_bits(words));
        let address = address.named(format!("{name}_address"));
        let body = word_bits(p) - p.lut_bits();
        let entries = m.memory(format!("{name}_entry"), words, body);
        let luts = m.memory(format!("{name}_lut"), words, p.lut_bits());
        let row = m.register(format!("{name}_row"), word_bits(p));
        row.overhead(MOVING);
        row.next(entries.read(address).cat(luts.read(address)));
        Bank {
            name,
            entries,
            luts,
            row: Entry::of(p, &format!("{name}_row"), *row),
        }
    }

    /// The entry that a command sets in motion. Of a pop the root, for a cycle, so that it is shown.
    fn begin(&self, banks: &[Bank<'m>; 2]) -> Entry<Expr<'m>> {
        let Self { m, p, input: i, .. } = self;
        m.section("The moving entry: a new one; with the row of its group, or with the last one for a pop.");
        let own = banks[0].row.or(self.place.bit(0), banks[1].row);
        let own = own.named(p, "own");
        let pointer = self.moving.head.width();
        if pointer < i.first_warp.width() {
            m.unused(i.first_warp.bit(pointer));
        }
        let warp = i.first_warp.truncate(pointer);
        let new = Entry {
            pc: !i.first_pc,
            threads: i.first_threads.masked(!i.pop),
            head: warp,
            tail: warp,
            lut: i
                .pop
                .mux(*self.root.lut, i.first_entry.zero_extend(p.lut_bits())),
        };
        let threads = p.count_bits();
        let sum =
            own.threads.zero_extend(threads + 1) + self.moving.threads.zero_extend(threads + 1);
        let sum = sum.named("sum");
        let grown = Entry {
            threads: sum.truncate(threads) | sum.bit(threads).repeat(threads),
            tail: self.command.create.mux(*self.moving.tail, own.tail),
            ..own
        };
        let rest = self.phase.rest;
        let loads = (rest | (self.phase.begins & self.command.from_row)).named("loads");
        let loaded = new.or(*rest, grown);
        self.moving.zip(loaded, |register, value| {
            register.next_when(loads, value);
        });
        own
    }

    /// Cycle 2: whether the moving entry changes places, and with which row.
    fn decide(&self, asked: Asked<'m>, banks: &[Bank<'m>; 2]) -> Decision<'m> {
        let Self {
            m, p, phase, hole, ..
        } = self;
        let (down, parent) = (*self.command.down, *self.parent);
        m.section("Around the hole: which of the rows is a child of it, or its parent.");
        let bits = index_bits(p) + 2;
        let left = hole.cat(m.constant(1, 1)).named("left");
        let right = self.next.cat(m.constant(0, 1)).named("right");
        let below_root = hole.ne(0).named("below_root");
        let counts = |name: &str, child: Expr<'m>, is_parent: Expr<'m>| {
            let is_held = child.zero_extend(bits).lt(self.groups.zero_extend(bits));
            let register = m.register(name, 1).overhead(MOVING);
            register.next(down.mux(is_held, below_root & is_parent))
        };
        let odd_counts = counts("odd_counts", left, parent.bit(0));
        let even_counts = counts("even_counts", right, !parent.bit(0));
        m.section(
            "The comparison: the larger key stands before the other. Down, the moving entry goes on if a row stands \
             before it; up, if the row does not, nor is equal.",
        );
        let [odd, even] = banks.each_ref().map(|bank| {
            let key = bank.row.key(p.order());
            key.named(format!("{}_key", bank.name))
        });
        let moving = self.moving.map(|field| *field).key(p.order());
        let moving = moving.cat(m.constant(0, 1)).named("moving_key");
        let up = (!down).named("up");
        let wins = |counts: Expr<'m>, key: Expr<'m>, name: &str| {
            let wins = counts & (key.cat(up).gt(moving) ^ up);
            wins.named(name)
        };
        let goes_on_d = wins(odd_counts, odd, "odd_wins") | wins(even_counts, even, "even_wins");
        let control = |name: &str| m.register(name, 1).overhead(MOVING);
        let (goes_on, even_q) = (control("goes_on"), control("takes_even"));
        goes_on.next(*phase.decides & goes_on_d);
        let takes_even = even_counts & (!odd_counts | even.gt(odd));
        let takes_even = takes_even.named("takes_even_d");
        even_q.next(takes_even);
        m.section("The next hole; place_q is the one behind it.");
        let moves = (phase.rest | *phase.decides).named("moves");
        let input = self.input;
        let start = input.first_hit.mux(asked.index, self.index(*self.groups));
        let upper = phase.rest.mux(start, parent).named("upper");
        self.parent.next_when(moves, (upper - 1).shift_right(1));
        let sinks = (input.pop | (*phase.decides & down)).named("sinks");
        let half = |index: &Register<'m>| index.truncate(index_bits(p) - 1);
        let lower = takes_even.mux(half(&self.next), half(hole));
        let lower = lower.cat(!takes_even).named("lower");
        hole.next_when(moves, sinks.mux(lower.masked(*phase.decides), upper));
        let behind = match p.order() {
            Order::Minority => input.pop.mux(1, asked.index.zero_extend(bits - 1) + 1),
            Order::Majority | Order::Pc => m.constant(1, bits - 1),
        };
        let behind_lower = self.next.truncate(bits - 2).cat(takes_even);
        self.next
            .next_when(moves, phase.rest.mux(behind, behind_lower));
        self.place
            .next_when(moves, phase.rest.mux(asked.index, *self.hole));
        let decides = (*phase.begins & self.groups.any()) | (*phase.writes & goes_on);
        let decides = decides.named("decides_d");
        phase.decides.next(decides);
        phase.writes.next(*phase.decides);
        phase.rest.next(!(asked.begins | decides | *phase.decides));
        Decision {
            goes_on,
            even: even_q,
        }
    }

    /// Cycle 3: what goes into the hole. At rest a group may lose its LUT#.
    fn write(
        &self,
        asked: Asked<'m>,
        banks: &[Bank<'m>; 2],
        decision: Decision<'m>,
    ) -> Entry<Expr<'m>> {
        let Self { m, p, phase, .. } = self;
        m.section("What goes into the hole: the row that the moving entry changes places with, or this entry.");
        let [odd, even] = banks;
        let other = even.row.or(*decision.even, odd.row);
        let placed = other.or(*decision.goes_on, self.moving.map(|field| *field));
        let placed = placed.named(p, "placed");
        m.section("Write ports. At rest a group may lose its LUT#.");
        let place = phase.rest.mux(asked.index, *self.place);
        let place = place.named("write_place");
        let lut = phase.rest.mux(m.ones(p.lut_bits()), placed.lut);
        let lut = lut.named("written_lut");
        let writes_lut = (*phase.writes | asked.replaces).named("writes_lut");
        let body = m.cat([placed.pc, placed.threads, placed.head, placed.tail]);
        let address = place.part(1, build::index_bits(self.words()));
        let address = address.named("write_address");
        for (bank, is_own) in banks.iter().zip([place.bit(0), !place.bit(0)]) {
            bank.entries.write(address, *phase.writes & is_own, body);
            bank.luts.write(address, writes_lut & is_own, lut);
        }
        let is_root = place.eq(0).named("root_is_written");
        let writes_root = (*phase.writes & is_root).named("writes_root");
        let Entry {
            pc,
            threads,
            head,
            tail,
            lut: root_lut,
        } = self.root;
        pc.next_when(writes_root, placed.pc);
        threads.next_when(writes_root, placed.threads);
        head.next_when(writes_root, placed.head);
        tail.next_when(writes_root, placed.tail);
        root_lut.next_when(writes_lut & is_root, lut);
        placed
    }

    fn show(&self, own: Entry<Expr<'m>>, placed: Entry<Expr<'m>>, o: &Out<Drives<'m>>) {
        let Self {
            p, phase, command, ..
        } = self;
        let pointer = |warp: Expr<'m>| warp.zero_extend(p.pointer_bits());
        o.rest.set(phase.rest);
        o.groups.set(self.groups);
        o.root_pc.set(!*self.root.pc);
        o.root_threads.set(self.root.threads);
        o.root_head.set(pointer(*self.root.head));
        o.root_tail.set(pointer(*self.root.tail));
        let [first, second] = shown(o);
        first.moving.set(!phase.rest);
        let leaves = *phase.begins & command.popped;
        first.moves.set((*phase.writes | leaves) & placed.has_lut());
        first.entry.set(placed.lut);
        first.pc.set(0);
        let index = self.place.truncate(bits(p)).zero_extend(p.index_bits());
        first
            .index
            .set(phase.begins.mux(self.m.ones(p.index_bits()), index));
        first
            .link
            .set(*phase.begins & command.from_row & command.create);
        first.warp.set(pointer(own.tail));
        first.next.set(pointer(*self.moving.tail));
        second.stays_silent();
    }
}
