//! The pipelined form: each way has one read port, in the first stage, and one write port, in the last.
//!
//! Look-ups under way are never of one set, but for one in the last stage. A retirement may be of the set of what is
//! before or behind it: ways that change in the last stage are forwarded as such to the stages before it.

use super::{lanes, slots};
use crate::shapes::{Walker, lowest_one_hot, one_hot_mux, walker};
use crate::{Array, Drives, Expr, ModuleBuilder, Reads, Registers, Wire};
use heddle_contract::config::Replacement;
use heddle_contract::units::pc_warp_lut::{In, Out, Params};

/// Why registers between stages are no storage.
const STAGE: &str = "operations under way in the pipeline";

/// Why the order of ways is no storage.
const REPLACEMENT: &str =
    "replacement: the paper names no policy and table V counts no bits for one";

/// An operation as it goes through the stages.
#[derive(Clone, Copy)]
struct Operation<'m> {
    /// It is a look-up, or a retirement.
    looks_up: Expr<'m>,
    retires: Expr<'m>,
    pc: Expr<'m>,
    /// Lanes that it requests.
    lanes: Expr<'m>,
    /// The warp that retires.
    warp: Expr<'m>,
}

/// What the last stage has of a look-up.
#[derive(Clone, Copy)]
struct Last<'m> {
    looks_up: Expr<'m>,
    pc: Expr<'m>,
    /// Lanes that its threads take.
    lanes: Expr<'m>,
}

/// A set as the first stage reads it, in registers.
#[derive(Clone, Copy)]
struct Set<'m> {
    /// Entries with the PC, and entries without lanes.
    hits: Expr<'m>,
    free: Expr<'m>,
    /// Entries that changed as they were read.
    changed: Expr<'m>,
    /// The fields, by way.
    occ: Registers<'m>,
    idx: Registers<'m>,
    order: Order<'m>,
}

/// Which way of a set is given up.
#[derive(Clone, Copy)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one, while a unit is described"
)]
enum Order<'m> {
    /// The only one.
    One,
    /// That of the last rank. Ranks by way, 0 the one used last, and what the last stage leaves.
    Ranks(Registers<'m>, Array<'m>),
    /// That of a number, and what the last stage leaves.
    Turn(Expr<'m>, Wire<'m>),
}

/// The entry that an operation uses, in registers.
#[derive(Clone, Copy)]
struct Entry<'m> {
    hit: Expr<'m>,
    /// One-hot.
    way: Expr<'m>,
    occ: Expr<'m>,
    idx: Expr<'m>,
    /// An entry in use is given up for a new one.
    evict: Expr<'m>,
    /// Threads go to a new warp.
    create: Expr<'m>,
    /// The warp that is hit leaves behind this operation.
    closed: Expr<'m>,
    /// The entry becomes free.
    frees: Expr<'m>,
}

/// Ways that the operation in the last stage changes, in the sets of those before it.
#[derive(Clone, Copy)]
struct Changed<'m> {
    first: Wire<'m>,
    second: Wire<'m>,
}

/// Warps that leave.
#[derive(Clone, Copy)]
struct Leaving<'m> {
    retires: [Expr<'m>; 2],
    warps: [Expr<'m>; 2],
}

impl<'m> Leaving<'m> {
    /// Whether a warp is one of them.
    fn has(self, warp: Expr<'m>) -> Expr<'m> {
        let [first, second] = [0, 1].map(|i| self.retires[i] & self.warps[i].eq(warp));
        first | second
    }
}

/// What the last stage writes.
#[derive(Clone, Copy)]
struct Write<'m> {
    /// The set of it, or of the walk after reset.
    row: Wire<'m>,
    /// Ways whose entry is written, and ways whose lanes are.
    ways: Wire<'m>,
    occ_ways: Wire<'m>,
    pc: Wire<'m>,
    occ: Wire<'m>,
    idx: Wire<'m>,
}

/// What the parts of the description share.
#[derive(Clone, Copy)]
struct Stages<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    walk: Walker<'m>,
    /// All move on.
    moves: Expr<'m>,
    write: Write<'m>,
    changed: Changed<'m>,
}

/// Describes the table.
pub(super) fn build<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) {
    m.section("After reset every entry is freed.");
    let walk = walker(m, p.sets());
    let write = Write::new(m, p);
    let stages = Stages {
        m,
        p,
        walk,
        moves: input.update,
        write,
        changed: Changed {
            first: m.wire("changes1", p.ways() as u32),
            second: m.wire("changes2", p.ways() as u32),
        },
    };
    m.section("Stage 1: the set is read, and its PCs are compared.");
    let first = stages.register(
        "1",
        Operation {
            looks_up: input.first,
            retires: input.retire,
            pc: input.retire.mux(input.retire_pc, input.first_pc),
            lanes: input.first_lanes,
            warp: input.retire_warp,
        },
    );
    let set = stages.read(first);
    let second = stages.register("2", first);
    m.section("Stage 2: the entry that has the PC, or else the one that a new warp gets.");
    let leaving = stages.leaving(input, first);
    let (entry, taken) = stages.select(second, set, leaving);
    let third = Last {
        looks_up: stages.hold_valid("looks_up3", second.looks_up),
        pc: stages.hold("pc3", second.pc),
        lanes: stages.hold("lanes3", taken),
    };
    m.section("Stage 3: the answer, and what the table is left with.");
    stages.finish(third, entry, input.fresh_first, output);
    stages.age(set.order, entry);
    stages.forward(first, second, third, entry);
    m.section("There is no second look-up.");
    output.second_hit.set(0);
    output.second_old.set(0);
    output.second_old_lanes.set(0);
    output.second_create.set(0);
    output.second_new.set(0);
    output.second_new_lanes.set(0);
    output.second_evict.set(0);
    for unused in [
        input.second,
        input.second_pc,
        input.second_lanes,
        input.fresh_second,
    ] {
        m.unused(unused);
    }
}

impl<'m> Write<'m> {
    fn new(m: &'m ModuleBuilder, p: &Params) -> Self {
        Write {
            row: m.wire("row", p.set_bits()),
            ways: m.wire("written_ways", p.ways() as u32),
            occ_ways: m.wire("written_occ_ways", p.ways() as u32),
            pc: m.wire("left_pc", p.pc_bits()),
            occ: m.wire("left_occ", lanes(p)),
            idx: m.wire("left_idx", p.warp_bits()),
        }
    }
}

impl<'m> Stages<'_, 'm> {
    /// A register between stages.
    fn hold(&self, name: &str, value: Expr<'m>) -> Expr<'m> {
        let register = self.m.register(name, value.width()).overhead(STAGE);
        register.next_when(self.moves, value)
    }

    /// The same, 0 after reset.
    fn hold_valid(&self, name: &str, value: Expr<'m>) -> Expr<'m> {
        let register = self.m.register(name, 1).reset(0).overhead(STAGE);
        register.next_when(self.moves, value)
    }

    /// The registers of an operation in a stage.
    fn register(&self, stage: &str, operation: Operation<'m>) -> Operation<'m> {
        let named = |what: &str| format!("{what}{stage}");
        Operation {
            looks_up: self.hold_valid(&named("looks_up"), operation.looks_up),
            retires: self.hold_valid(&named("retires"), operation.retires),
            pc: self.hold(&named("pc"), operation.pc),
            lanes: self.hold(&named("lanes"), operation.lanes),
            warp: self.hold(&named("warp"), operation.warp),
        }
    }

    /// The ways, read in the first stage and written by the last one.
    fn read(&self, first: Operation<'m>) -> Set<'m> {
        let Self { m, p, write, .. } = *self;
        let set = first.pc.truncate(p.set_bits()).named("set1");
        let hits = m.wire("hits1", p.ways() as u32);
        let free = m.wire("free1", p.ways() as u32);
        let occ = m.registers("occ2", p.ways(), lanes(p)).overhead(STAGE);
        let idx = m.registers("idx2", p.ways(), p.warp_bits()).overhead(STAGE);
        m.each("way", p.ways(), |w| {
            let pc = m.memory("pc", p.sets(), p.pc_bits());
            let occs = m.memory("occ", p.sets(), lanes(p));
            let idxs = m.memory("idx", p.sets(), p.warp_bits());
            let read_occ = occs.read(set).named("read_occ");
            let used = read_occ.any().named("used");
            hits.set_bit(w, used & pc.read(set).eq(first.pc));
            free.set_bit(w, !used);
            occ.register(w).next_when(self.moves, read_occ);
            idx.register(w).next_when(self.moves, idxs.read(set));
            pc.write(*write.row, write.ways.bit(w), *write.pc);
            idxs.write(*write.row, write.ways.bit(w), *write.idx);
            occs.write(*write.row, write.occ_ways.bit(w), *write.occ);
        });
        Set {
            hits: self.hold("hits2", *hits),
            free: self.hold("free2", *free),
            changed: self.hold("changed2", *self.changed.first),
            occ,
            idx,
            order: self.order(set),
        }
    }

    /// The order of a set's ways.
    fn order(&self, set: Expr<'m>) -> Order<'m> {
        let Self {
            m, p, write, walk, ..
        } = *self;
        let bits = p.ways().ilog2();
        match p.replacement() {
            _ if p.ways() == 1 => Order::One,
            Replacement::Lru => {
                let ranks = m.registers("rank2", p.ways(), bits).overhead(STAGE);
                let left = m.array("left_rank", p.ways(), bits);
                m.each("rank", p.ways(), |w| {
                    let rank = m.memory("rank", p.sets(), bits).overhead(REPLACEMENT);
                    ranks.register(w).next_when(self.moves, rank.read(set));
                    let number = m.number(w, bits).named("number");
                    let value = walk.until_done(number, left.at(w));
                    rank.write(*write.row, !walk.done | write.ways.any(), value);
                });
                Order::Ranks(ranks, left)
            }
            Replacement::Fifo => {
                let turn = m.memory("turn", p.sets(), bits).overhead(REPLACEMENT);
                let left = m.wire("left_turn", bits);
                let value = walk.until_done(0, *left);
                turn.write(*write.row, !walk.done | write.ways.any(), value);
                Order::Turn(self.hold("turn2", turn.read(set)), left)
            }
        }
    }

    /// The entry that an operation uses, and the lanes that its threads take.
    fn select(
        &self,
        second: Operation<'m>,
        set: Set<'m>,
        leaving: Leaving<'m>,
    ) -> (Entry<'m>, Expr<'m>) {
        let Self { m, p, changed, .. } = *self;
        let changed = (set.changed | *changed.second).named("changed");
        let hits = (set.hits & !changed).named("hits");
        let free = (set.free | changed).named("empties");
        let hit = hits.any().named("hit");
        // What was hit as the set was read; where that has changed there is no hit, and they mean nothing.
        let occ = one_hot_mux(m, "hit_occ", set.hits, *set.occ);
        let idx = one_hot_mux(m, "hit_idx", set.hits, *set.idx);
        let empty = lowest_one_hot("empty", free);
        let victim = match set.order {
            Order::One => m.ones(1),
            Order::Ranks(ranks, _) => {
                let last = m.wire("last", p.ways() as u32);
                m.each("victim", p.ways(), |w| last.set_bit(w, ranks.at(w).all()));
                *last
            }
            Order::Turn(turn, _) => turn.decode(p.ways() as u32),
        };
        let place = free.any().mux(empty, victim);
        let taken = match p.slots() {
            1 => second.lanes,
            _ => {
                let taken = occ.masked(hit).named("taken_occ");
                slots::place(m, p, "second_stage", second.lanes, taken, None)
            }
        };
        // A look-up has a lane: without a warp to join it makes one.
        let create = !hit | (occ & taken).any();
        let entry = Entry {
            hit: self.hold("hit3", hit),
            way: self.hold("way3", hit.mux(hits, place)),
            occ: self.hold("occ3", occ),
            idx: self.hold("idx3", idx),
            evict: self.hold("evict3", !(hits | free).any()),
            create: self.hold("create3", create),
            closed: self.hold("closed3", hit & leaving.has(idx)),
            frees: self.hold("frees3", second.retires & hit & idx.eq(second.warp)),
        };
        (entry, taken)
    }

    /// The answer to a look-up, and the entry that an operation leaves.
    fn finish(&self, third: Last<'m>, entry: Entry<'m>, fresh: Expr<'m>, output: &Out<Drives<'m>>) {
        let Self {
            m, p, walk, write, ..
        } = *self;
        let conflicts = (entry.occ & third.lanes).named("conflicts");
        let joins = (entry.hit & !entry.closed).named("joins");
        let new_lanes = joins.mux(conflicts, third.lanes).named("new_lanes");
        let create = (entry.create | entry.closed).named("create");
        output.init_done.set(walk.done);
        output.first_hit.set(third.looks_up & joins);
        output.first_old.set(entry.idx);
        output.first_old_lanes.set(third.lanes & !entry.occ);
        output.first_create.set(third.looks_up & create);
        output.first_new.set(fresh);
        output.first_new_lanes.set(new_lanes);
        output.first_evict.set(entry.evict);
        // While an answer stands it is written again and again; what enters behind it is told that its way changed.
        let occ_writes = (third.looks_up | entry.frees).named("occ_writes");
        let set = third.pc.truncate(p.set_bits()).named("set3");
        let left = create.mux(new_lanes, entry.occ | third.lanes);
        write.row.set(walk.until_done(walk.row, set));
        write.ways.set(entry.way.masked(third.looks_up));
        let all = m.ones(p.ways() as u32);
        write
            .occ_ways
            .set(walk.until_done(all, entry.way.masked(occ_writes)));
        write.pc.set(third.pc);
        write.occ.set(left.masked(walk.done & third.looks_up));
        write.idx.set(create.mux(fresh, entry.idx));
    }

    /// Retirements of which the second stage's operation hears in the third one: those that are in the first two stages
    /// then.
    fn leaving(&self, input: &In<Reads<'m>>, first: Operation<'m>) -> Leaving<'m> {
        Leaving {
            retires: [input.retire, first.retires],
            warps: [input.retire_warp, first.warp],
        }
    }

    /// The last stage's way is another's or nobody's for operations of its set before it.
    fn forward(
        &self,
        first: Operation<'m>,
        second: Operation<'m>,
        third: Last<'m>,
        entry: Entry<'m>,
    ) {
        let Self { p, changed, .. } = *self;
        self.m.section(
            "A way that changes in stage 3 is no hit any more for operations of its set in the stages before. Between \
             look-ups there are none, so what is not hit is free.",
        );
        let [first, second, third_set] =
            [first.pc, second.pc, third.pc].map(|pc| pc.truncate(p.set_bits()));
        let way = entry
            .way
            .masked(third.looks_up | entry.frees)
            .named("changed_way");
        let same = first.eq(third_set).named("first_meets");
        changed.first.set(way.masked(same));
        let same = self.hold("meets2", first.eq(second));
        changed.second.set(way.masked(same));
    }

    /// How the last stage leaves the order of the ways.
    fn age(&self, order: Order<'m>, entry: Entry<'m>) {
        let Self { m, p, .. } = *self;
        match order {
            Order::One => {}
            Order::Ranks(ranks, left) => {
                let bits = p.ways().ilog2();
                let old = m.registers("rank3", p.ways(), bits).overhead(STAGE);
                let used = one_hot_mux(m, "used_rank", entry.way, *old);
                m.each("age", p.ways(), |w| {
                    let rank = old.register(w).next_when(self.moves, ranks.at(w));
                    let moved = rank + rank.lt(used).zero_extend(bits);
                    left.set(w, entry.way.bit(w).mux(0, moved));
                });
            }
            Order::Turn(turn, left) => {
                let turn = self.hold("turn3", turn);
                left.set(turn + entry.evict.zero_extend(turn.width()));
            }
        }
    }
}
