//! RTL of `max_heap`: one memory of entries, and two entries that move through it.
//!
//! Both read ports serve commands, parents and children in turn; the write ports belong to the
//! moving entries. Under `minority` no second entry moves, and no hardware is built for one.

mod entry;
pub(super) mod invariants;
mod one_at_a_time;
mod shown;

use crate::builder::index_bits;
use crate::{Drives, Expr, Hardware, Memory, ModuleBuilder, Reads, Register};
use entry::{Entry, fields, word_bits};
use heddle_contract::Property;
use heddle_contract::terms::Terms;
use heddle_contract::units::MaxHeap;
use heddle_contract::units::max_heap::{In, Order, Out, Params};

const MOVING: &str = "control: an entry that moves through the heap, outside the memory";
const NAMES: [&str; 2] = ["first", "second"];

/// A moving entry; its hole in the memory is empty.
#[derive(Clone, Copy)]
struct Mover<'m> {
    active: Register<'m>,
    hole: Register<'m>,
    entry: Entry<Register<'m>>,
    /// The update with which the entry starts moving.
    update: Update<'m>,
}

/// An update of one group.
#[derive(Clone, Copy)]
struct Update<'m> {
    name: &'static str,
    there: Expr<'m>,
    hit: Expr<'m>,
    reuse: Expr<'m>,
    index: Expr<'m>,
    lut: Expr<'m>,
    pc: Expr<'m>,
    threads: Expr<'m>,
    warp: Expr<'m>,
    create: Expr<'m>,
}

/// The step of a moving entry in a cycle.
#[derive(Clone, Copy)]
struct Step<'m> {
    /// The entry writes its hole in this cycle.
    step_en: Expr<'m>,
    /// The entry is still moving in the next cycle.
    stays_active: Expr<'m>,
    /// The entry swaps with another if it acts; otherwise it settles.
    continue_en: Expr<'m>,
    /// The hole after the swap.
    next: Expr<'m>,
    /// The entry with which it may swap.
    other: Entry<Expr<'m>>,
    /// The entry that is written into the hole.
    placed: Entry<Expr<'m>>,
}

/// The effect of a command on a mover.
struct Start<'m> {
    load_en: Expr<'m>,
    active: Expr<'m>,
    hole: Expr<'m>,
    entry: Entry<Expr<'m>>,
}

/// Values shared by the parts of the description.
struct Heap<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    memory: Memory<'m>,
    groups: Register<'m>,
    /// The first entry moves down.
    down: Register<'m>,
    /// The first mover, and the second one unless entries only move down.
    movers: Vec<Mover<'m>>,
    rest: Expr<'m>,
}

/// The neighbours of the holes, at which the read ports point.
struct Around<'m> {
    /// Per mover: its hole is 0.
    at_root: Vec<Expr<'m>>,
    parents: Vec<Expr<'m>>,
    /// Children of the first hole, with one bit more than an index.
    left: Expr<'m>,
    right: Expr<'m>,
}

impl Hardware for MaxHeap {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        if p.heap_latency() > 1 {
            return one_at_a_time::build(m, p, &input, &output);
        }
        let heap = heap(m, p, &input);
        let around = heap.around();
        let rows = heap.read(&around);
        let steps = heap.steps(&around, rows);
        heap.write(rows, &steps);
        heap.command(rows, &steps);
        heap.show(rows, &steps, &output);
    }

    fn invariants(p: &Params, _: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        match p.heap_latency() {
            1 => invariants::Heap::of(p, "").invariants(),
            _ => one_at_a_time::invariants::invariants(p),
        }
    }
}

/// Width of the number of an entry.
fn bits(p: &Params) -> u32 {
    index_bits(p.entries())
}

fn heap<'a, 'm>(m: &'m ModuleBuilder, p: &'a Params, input: &'a In<Reads<'m>>) -> Heap<'a, 'm> {
    m.section(
        "Entries {pc, threads, head, tail, lut} in the memory, valid at indexes below groups_q; and \
         moving entries in registers, each with a hole in the memory.",
    );
    let control = |name: &str, width| m.register(name, width).overhead(MOVING);
    let memory = m.memory("entry", p.entries(), word_bits(p));
    let groups = control("groups", p.groups_bits()).reset(0);
    let down = control("down", 1);
    let mover = |(name, update): (&str, Update<'m>)| Mover {
        active: control(&format!("{name}_active"), 1).reset(0),
        hole: control(&format!("{name}_hole"), bits(p)),
        entry: fields(p).map(|(field, width)| control(&format!("{name}_{field}"), width)),
        update,
    };
    let movers: Vec<Mover> = NAMES
        .into_iter()
        .zip(updates(m, p, input))
        .map(mover)
        .collect();
    let rest = match movers[..] {
        [first, second] => !(first.active | second.active),
        _ => !movers[0].active,
    };
    Heap {
        m,
        p,
        input,
        memory,
        groups,
        down,
        movers,
        rest: rest.named("rest"),
    }
}

/// The updates that may come in a cycle.
fn updates<'m>(m: &'m ModuleBuilder, p: &Params, i: &In<Reads<'m>>) -> Vec<Update<'m>> {
    let index = |index: Expr<'m>| {
        m.unused(index.bit(bits(p)));
        index.truncate(bits(p))
    };
    let first = Update {
        name: NAMES[0],
        there: i.first,
        hit: i.first_hit,
        reuse: i.first_reuse,
        index: index(i.first_index),
        lut: i.first_entry,
        pc: i.first_pc,
        threads: i.first_threads,
        warp: i.first_warp,
        create: i.first_create,
    };
    if p.order() == Order::Minority {
        no_second(m, i);
        return vec![first];
    }
    let second = Update {
        name: NAMES[1],
        there: i.second,
        hit: i.second_hit,
        reuse: i.second_reuse,
        index: index(i.second_index),
        lut: i.second_entry,
        pc: i.second_pc,
        threads: i.second_threads,
        warp: i.second_warp,
        create: i.second_create,
    };
    vec![first, second]
}

/// Ties off the second ports if only one group moves.
fn no_second<'m>(m: &'m ModuleBuilder, i: &In<Reads<'m>>) {
    let bits = [i.second, i.second_hit, i.second_reuse, i.second_create];
    let values = [
        i.second_index,
        i.second_entry,
        i.second_pc,
        i.second_threads,
        i.second_warp,
    ];
    for input in bits.into_iter().chain(values) {
        m.unused(input);
    }
}

impl<'m> Heap<'_, 'm> {
    fn around(&self) -> Around<'m> {
        let Self { m, movers, .. } = self;
        m.section("Around the holes: the parent of each hole, and the children of the first hole.");
        let of = |mover: &Mover<'m>, name: &str| {
            let at_root = mover.hole.eq(0).named(format!("{name}_at_root"));
            let parent = (mover.hole - 1).shift_right(1);
            (at_root, parent.named(format!("{name}_parent")))
        };
        let (at_root, parents) = movers
            .iter()
            .zip(NAMES)
            .map(|(m, name)| of(m, name))
            .unzip();
        let left = movers[0].hole.cat(m.constant(1, 1)).named("left");
        let right = (left + 1).named("right");
        Around {
            at_root,
            parents,
            left,
            right,
        }
    }

    /// The bits that number an entry; the extra top bit has no meaning here.
    fn low(&self, value: Expr<'m>) -> Expr<'m> {
        let bits = bits(self.p);
        if value.width() > bits {
            self.m.unused(value.bit(bits));
        }
        value.truncate(bits)
    }

    /// The entries that the two ports read: the entries of a command, the parents of two holes, or the children
    /// of one hole.
    fn read(&self, around: &Around<'m>) -> [Entry<Expr<'m>>; 2] {
        let Self { m, p, input, .. } = self;
        m.section(
            "Read ports. At rest: the entries to update, or root and last entry for a pop. In \
             motion: the parents of the holes, or both children of the first hole.",
        );
        let last = self.low((self.groups - 1).named("last"));
        let row = |n: usize, popped: Expr<'m>, child: Expr<'m>| {
            let child = child.truncate(bits(p));
            let (asked, moved) = match self.movers.get(n) {
                Some(mover) => (
                    input.pop.mux(popped, mover.update.index),
                    self.down.mux(child, around.parents[n]),
                ),
                None => (popped, child),
            };
            let address = self
                .rest
                .mux(asked, moved)
                .named(format!("{}_address", NAMES[n]));
            Entry::of(p, &format!("{}_row", NAMES[n]), self.memory.read(address))
        };
        [
            row(0, m.constant(0, bits(p)), around.left),
            row(1, last, around.right),
        ]
    }

    /// The steps of the moving entries in this cycle.
    fn steps(&self, around: &Around<'m>, rows: [Entry<Expr<'m>>; 2]) -> Vec<Step<'m>> {
        let Self { m, p, .. } = self;
        let stall = self.stall(around);
        m.section(
            "The first moving entry: the parent or the better child of its hole, and whether the two \
             entries swap.",
        );
        let order = p.order();
        let bits = bits(p) + 1;
        let groups = self.groups.zero_extend(bits);
        let [has_left, has_right] = [around.left, around.right].map(|child| child.lt(groups));
        let select_right = ((self.rest | *self.down & has_right) & rows[1].before(order, rows[0]))
            .named("select_right");
        let child = select_right.mux(around.right, around.left).named("child");
        let other = rows[1].or(select_right, rows[0]).named(p, "other");
        let moving = self.movers[0].entry();
        let sift_down = (has_left & other.before(order, moving)).named("sift_down");
        let sift_up = (!around.at_root[0] & moving.before(order, other)).named("sift_up");
        let next = self.down.mux(self.low(child), around.parents[0]);
        let first = self.step(
            0,
            other,
            self.down.mux(sift_down, sift_up),
            next,
            stall.first().copied(),
        );
        let Some(second) = self.movers.get(1) else {
            return vec![first];
        };
        m.section(
            "The second moving entry: the parent of its hole, and whether the two entries swap.",
        );
        let sift_up = !around.at_root[1] & second.entry().before(order, rows[1]);
        let second = self.step(
            1,
            rows[1],
            sift_up,
            around.parents[1],
            stall.last().copied(),
        );
        vec![first, second]
    }

    /// Which mover waits if two meet.
    fn stall(&self, around: &Around<'m>) -> Vec<Expr<'m>> {
        let [first, second] = self.movers[..] else {
            return Vec::new();
        };
        self.m.section(
            "If two moving entries meet, one waits: the parent of its hole is the other's hole, \
             or (for the second) the parent of both holes.",
        );
        let parents = &around.parents;
        let first_stall = *second.active & !around.at_root[0] & parents[0].eq(*second.hole);
        let same_parent = !around.at_root[0] & parents[1].eq(parents[0]);
        let taken = parents[1].eq(*first.hole) | same_parent;
        let second_stall = *first.active & !around.at_root[1] & taken;
        vec![
            first_stall.named("first_stall"),
            second_stall.named("second_stall"),
        ]
    }

    fn step(
        &self,
        n: usize,
        other: Entry<Expr<'m>>,
        continue_en: Expr<'m>,
        next: Expr<'m>,
        stall: Option<Expr<'m>>,
    ) -> Step<'m> {
        let (mover, name) = (&self.movers[n], NAMES[n]);
        let continue_en = continue_en.named(format!("{name}_continue_en"));
        let (step_en, keeps) = match stall {
            Some(stall) => (*mover.active & !stall, stall | continue_en),
            None => (*mover.active, continue_en),
        };
        let placed = other.or(continue_en, mover.entry());
        Step {
            step_en: step_en.named(format!("{name}_step_en")),
            stays_active: *mover.active & keeps,
            continue_en,
            next,
            other,
            placed: placed.named(self.p, &format!("{name}_placed")),
        }
    }

    fn write(&self, rows: [Entry<Expr<'m>>; 2], steps: &[Step<'m>]) {
        let Self { m, p, rest, .. } = self;
        m.section(
            "Write ports: the entries that go into the holes; at rest, groups that lose their LUT#.",
        );
        for ((mover, step), row) in self.movers.iter().zip(steps).zip(rows) {
            let (update, name) = (mover.update, mover.update.name);
            let address = rest.mux(update.index, *mover.hole);
            // The entry that a hit reads is moving elsewhere, so its value here does not matter.
            let reuse = update.there & update.create & update.reuse;
            let without = Entry {
                lut: m.ones(p.lut_bits()),
                ..row
            };
            let written = without.or(*rest, step.placed);
            self.memory.write(
                address.named(format!("{name}_write_address")),
                (step.step_en | reuse).named(format!("{name}_we")),
                written.named(p, &format!("{name}_written")).word(m),
            );
        }
    }

    /// Starts moving entries when a command comes.
    fn command(&self, rows: [Entry<Expr<'m>>; 2], steps: &[Step<'m>]) {
        let Self { m, p, input, .. } = self;
        m.section("An update sets its entry in motion; a pop sets the last entry in motion.");
        let (mut groups, width) = (*self.groups, p.groups_bits());
        for (n, (mover, step)) in self.movers.iter().zip(steps).enumerate() {
            let start = self.start(n, groups, rows);
            let move_en = start.load_en | (step.step_en & step.continue_en);
            mover.active.next(start.active | step.stays_active);
            mover
                .hole
                .next_when(move_en, self.rest.mux(start.hole, step.next));
            mover.entry.zip(start.entry, |register, value| {
                register.next_when(start.load_en, value)
            });
            let is_new = mover.update.is_new().zero_extend(width);
            groups = (groups + is_new).named(format!("groups_after_{}", NAMES[n]));
        }
        self.groups.next(groups - input.pop.zero_extend(width));
        self.down.next_when(self.rest, self.move_en_down());
    }

    /// The effect of a command on a mover if the heap has `groups` groups.
    fn start(&self, n: usize, groups: Expr<'m>, rows: [Entry<Expr<'m>>; 2]) -> Start<'m> {
        let (update, pop) = (self.movers[n].update, self.input.pop);
        let entry = update.change_en(rows[n]);
        let change_en = update.there & (update.hit | update.create);
        let change_en = change_en.named(format!("{}_change_en", update.name));
        let hole = update.hit.mux(update.index, groups.truncate(bits(self.p)));
        if n > 0 {
            return Start {
                load_en: change_en,
                active: change_en,
                hole,
                entry,
            };
        }
        // A pop of the last group leaves no entry that could move.
        Start {
            load_en: (change_en | pop).named("first_load_en"),
            active: change_en | (pop & self.groups.ne(1)),
            hole: hole.masked(!pop),
            entry: rows[1].or(pop, entry),
        }
    }

    /// Whether the entry that a command starts moves down.
    fn move_en_down(&self) -> Expr<'m> {
        match self.p.order() {
            Order::Minority => self.input.pop | self.input.first_hit,
            Order::Majority | Order::Pc => self.input.pop,
        }
    }

    fn show(&self, rows: [Entry<Expr<'m>>; 2], steps: &[Step<'m>], o: &Out<Drives<'m>>) {
        let Self { m, p, input, .. } = self;
        o.rest.set(self.rest);
        o.groups.set(self.groups);
        o.root_pc.set(rows[0].pc);
        o.root_threads.set(rows[0].threads);
        o.root_head.set(rows[0].head);
        o.root_tail.set(rows[0].tail);
        let [first, second] = shown::shown(o);
        let (step, none) = (steps[0], m.ones(p.index_bits()));
        let index = self.movers[0].hole.zero_extend(p.index_bits());
        let leaves = input.pop & rows[0].has_lut();
        first
            .move_en
            .set(leaves | (step.step_en & step.placed.has_lut()));
        // At rest without a pop this is the better of the rows, which has no meaning.
        let idle = rows[0].or(input.pop, step.other);
        first.entry.set(self.rest.mux(idle.lut, step.placed.lut));
        first.pc.set(self.rest.mux(idle.pc, step.placed.pc));
        first.index.set(self.rest.mux(none, index));
        first.links(&self.movers[0], rows[0]);
        if let (Some(mover), Some(step)) = (self.movers.get(1), steps.get(1)) {
            second.move_en.set(step.step_en & step.placed.has_lut());
            second.entry.set(step.placed.lut);
            second.pc.set(step.placed.pc);
            second.index.set(mover.hole.zero_extend(p.index_bits()));
            second.links(mover, rows[1]);
        } else {
            second.stays_silent();
        }
    }
}

impl<'m> Mover<'m> {
    fn entry(&self) -> Entry<Expr<'m>> {
        self.entry.map(|field| *field)
    }
}

impl<'m> Update<'m> {
    /// Whether the update makes a group.
    fn is_new(&self) -> Expr<'m> {
        self.there & !self.hit & self.create
    }

    /// The entry after the update: the entry that is hit, changed, or a new entry.
    fn change_en(&self, row: Entry<Expr<'m>>) -> Entry<Expr<'m>> {
        let bits = self.threads.width();
        let wide = |threads: Expr<'m>| threads.zero_extend(bits + 1);
        let sum = wide(row.threads.masked(self.hit)) + wide(self.threads);
        let sum = sum.named(format!("{}_sum", self.name));
        let most = sum.bit(bits).repeat(bits);
        Entry {
            pc: self.hit.mux(row.pc, self.pc),
            threads: sum.truncate(bits) | most,
            head: self.hit.mux(row.head, self.warp),
            tail: self.create.mux(self.warp, row.tail),
            lut: self.hit.mux(row.lut, self.lut.zero_extend(row.lut.width())),
        }
    }
}
