//! The pipelined form: each way has one read port, used in the first stage, and one write port, used in the last stage.
//!
//! Look-ups of one set are two stages apart at least: what the last stage writes is forwarded to the first. A retirement may be
//! in the same set as operations before or after it: ways that the last stage changes are reported to the stages before it.

use super::{lanes, slots};
use crate::blocks::{Walker, lowest_one_hot, one_hot_mux, walker};
use crate::{Array, Drives, Expr, ModuleBuilder, Reads, Registers, Wire};
use heddle_contract::config::Replacement;
use heddle_contract::units::pc_warp_lut::{In, Out, Params};

/// Why registers between stages do not count as storage.
const STAGE: &str = "operations in flight in the pipeline";

/// Why the order of ways does not count as storage.
const REPLACEMENT: &str =
    "replacement: the paper names no policy and table V counts no bits for one";

/// An operation as it goes through the stages.
#[derive(Clone, Copy)]
struct Operation<'m> {
    /// Whether the operation is a look-up, or a retirement.
    lookup: Expr<'m>,
    retire: Expr<'m>,
    pc: Expr<'m>,
    /// Lanes that the look-up requests.
    lanes: Expr<'m>,
    /// The warp that retires.
    warp: Expr<'m>,
}

/// The fields of a look-up in the last stage.
#[derive(Clone, Copy)]
struct Last<'m> {
    lookup: Expr<'m>,
    pc: Expr<'m>,
    /// Lanes that the threads take.
    lanes: Expr<'m>,
}

/// A set as the first stage reads it, in registers.
#[derive(Clone, Copy)]
struct Set<'m> {
    /// Entries with the PC, and entries without lanes.
    hit_ways: Expr<'m>,
    free: Expr<'m>,
    /// Entries that changed while they were read.
    changed: Expr<'m>,
    /// The fields, by way.
    occ: Registers<'m>,
    idx: Registers<'m>,
    order: Order<'m>,
}

/// The order of the ways of a set, which decides the victim.
#[derive(Clone, Copy)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one, while a unit is described"
)]
enum Order<'m> {
    /// A single way.
    One,
    /// The victim is the way with the last rank. Ranks by way (0 is the most recently used), and the ranks that the last stage
    /// writes.
    Ranks(Registers<'m>, Array<'m>),
    /// The victim is the way with this number; the second value is the number that the last stage writes.
    Turn(Expr<'m>, Wire<'m>),
}

/// The entry that an operation uses, in registers.
#[derive(Clone, Copy)]
struct Entry<'m> {
    hit: Expr<'m>,
    /// The way, one-hot.
    way: Expr<'m>,
    occ: Expr<'m>,
    idx: Expr<'m>,
    /// An entry in use is evicted for a new one.
    evict: Expr<'m>,
    /// Threads go to a new warp.
    create: Expr<'m>,
    /// The warp that is hit leaves: its retirement is in a stage before this operation's.
    closed: Expr<'m>,
    /// The entry becomes free.
    clear_we: Expr<'m>,
}

/// Ways that the operation in the last stage changes, for the operations in the first and second stage in the same set.
#[derive(Clone, Copy)]
struct Changed<'m> {
    /// Ways that a look-up writes and that a retirement frees, for the first stage.
    written: Wire<'m>,
    freed: Wire<'m>,
    /// The way that either changes, for the second stage.
    second: Wire<'m>,
}

/// Retirements in the first two stages.
#[derive(Clone, Copy)]
struct Leaving<'m> {
    retire: [Expr<'m>; 2],
    warps: [Expr<'m>; 2],
}

impl<'m> Leaving<'m> {
    /// Whether a warp is among them.
    fn has(self, warp: Expr<'m>) -> Expr<'m> {
        let [first, second] = [0, 1].map(|i| self.retire[i] & self.warps[i].eq(warp));
        first | second
    }
}

/// The writes of the last stage.
#[derive(Clone, Copy)]
struct Write<'m> {
    /// The set of the operation, or of the walk after reset.
    row: Wire<'m>,
    /// Ways whose whole entry is written, and ways whose lanes are written.
    ways: Wire<'m>,
    occ_ways: Wire<'m>,
    pc: Wire<'m>,
    occ: Wire<'m>,
    idx: Wire<'m>,
}

/// Values shared by the parts of the description.
#[derive(Clone, Copy)]
struct Stages<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    walk: Walker<'m>,
    /// All stages advance.
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
            written: m.wire("forward_ways1", p.ways() as u32),
            freed: m.wire("freed_ways1", p.ways() as u32),
            second: m.wire("forward_ways2", p.ways() as u32),
        },
    };
    m.section("Stage 1: the set is read, and its PCs are compared.");
    let first = stages.register(
        "1",
        Operation {
            lookup: input.first,
            retire: input.retire,
            pc: input.retire.mux(input.retire_pc, input.first_pc),
            lanes: input.first_lanes,
            warp: input.retire_warp,
        },
    );
    let set = stages.read(first);
    let second = stages.register("2", first);
    m.section("Stage 2: the entry that holds the PC, or else the entry that a new warp gets.");
    let leaving = stages.leaving(input, first);
    let (entry, taken) = stages.select(second, set, leaving);
    let third = Last {
        lookup: stages.hold_valid("lookup3", second.lookup),
        pc: stages.hold("pc3", second.pc),
        lanes: stages.hold("lanes3", taken),
    };
    m.section("Stage 3: the answer to a look-up, and the writes to the table.");
    stages.finish(third, entry, input.fresh_first, output);
    stages.age(set.order, entry);
    stages.forward(first, second, third, entry);
    m.section("The pipelined form has no second look-up.");
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
            pc: m.wire("write_pc", p.pc_bits()),
            occ: m.wire("write_occ", lanes(p)),
            idx: m.wire("write_idx", p.warp_bits()),
        }
    }
}

impl<'m> Stages<'_, 'm> {
    /// A register between stages.
    fn hold(&self, name: &str, value: Expr<'m>) -> Expr<'m> {
        let register = self.m.register(name, value.width()).overhead(STAGE);
        register.next_when(self.moves, value)
    }

    /// A one-bit register between stages, 0 after reset.
    fn hold_valid(&self, name: &str, value: Expr<'m>) -> Expr<'m> {
        let register = self.m.register(name, 1).reset(0).overhead(STAGE);
        register.next_when(self.moves, value)
    }

    /// The registers of an operation in a stage.
    fn register(&self, stage: &str, operation: Operation<'m>) -> Operation<'m> {
        let named = |what: &str| format!("{what}{stage}");
        Operation {
            lookup: self.hold_valid(&named("lookup"), operation.lookup),
            retire: self.hold_valid(&named("retire"), operation.retire),
            pc: self.hold(&named("pc"), operation.pc),
            lanes: self.hold(&named("lanes"), operation.lanes),
            warp: self.hold(&named("warp"), operation.warp),
        }
    }

    /// The ways, read in the first stage and written in the last. A way that the last stage writes is taken from there.
    fn read(&self, first: Operation<'m>) -> Set<'m> {
        let Self {
            m,
            p,
            write,
            changed,
            ..
        } = *self;
        let set = first.pc.truncate(p.set_bits()).named("set1");
        let written_hits = write.pc.eq(first.pc).named("written_hits");
        let hit_ways = m.wire("hit_ways1", p.ways() as u32);
        let free = m.wire("free1", p.ways() as u32);
        let occ = m.registers("occ2", p.ways(), lanes(p)).overhead(STAGE);
        let idx = m.registers("idx2", p.ways(), p.warp_bits()).overhead(STAGE);
        m.each("way", p.ways(), |w| {
            let pc = m.memory("pc", p.sets(), p.pc_bits());
            let way_occ = m.memory("occ", p.sets(), lanes(p));
            let way_idx = m.memory("idx", p.sets(), p.warp_bits());
            let read_occ = way_occ.read(set).named("read_occ");
            let used = read_occ.any().named("used");
            let forward = changed.written.bit(w);
            let hit = (used & pc.read(set).eq(first.pc)).named("read_hit");
            hit_ways.set_bit(w, forward.mux(written_hits, hit));
            free.set_bit(w, !(used | forward));
            let forwarded = forward.mux(*write.occ, read_occ);
            occ.register(w).next_when(self.moves, forwarded);
            let forwarded = forward.mux(*write.idx, way_idx.read(set));
            idx.register(w).next_when(self.moves, forwarded);
            pc.write(*write.row, write.ways.bit(w), *write.pc);
            way_idx.write(*write.row, write.ways.bit(w), *write.idx);
            way_occ.write(*write.row, write.occ_ways.bit(w), *write.occ);
        });
        Set {
            hit_ways: self.hold("hit_ways2", *hit_ways),
            free: self.hold("free2", *free),
            changed: self.hold("changed2", *changed.freed),
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
        let forward = self.changed.written.any();
        match p.replacement() {
            _ if p.ways() == 1 => Order::One,
            Replacement::Lru => {
                let ranks = m.registers("rank2", p.ways(), bits).overhead(STAGE);
                let ranks_d = m.array("write_rank", p.ways(), bits);
                m.each("rank", p.ways(), |w| {
                    let rank = m.memory("rank", p.sets(), bits).overhead(REPLACEMENT);
                    let read = forward.mux(ranks_d.at(w), rank.read(set));
                    ranks.register(w).next_when(self.moves, read);
                    let number = m.number(w, bits).named("number");
                    let value = walk.until_done(number, ranks_d.at(w));
                    rank.write(*write.row, !walk.done | write.ways.any(), value);
                });
                Order::Ranks(ranks, ranks_d)
            }
            Replacement::Fifo => {
                let turn = m.memory("turn", p.sets(), bits).overhead(REPLACEMENT);
                let turn_d = m.wire("write_turn", bits);
                let value = walk.until_done(0, *turn_d);
                turn.write(*write.row, !walk.done | write.ways.any(), value);
                let read = forward.mux(*turn_d, turn.read(set));
                Order::Turn(self.hold("turn2", read), turn_d)
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
        let hit_ways = (set.hit_ways & !changed).named("hit_ways");
        let free = (set.free | changed).named("empty_ways");
        let hit = hit_ways.any().named("hit");
        // The entry that was hit when the set was read. If it has changed since, there is no hit, and these values are ignored.
        let occ = one_hot_mux(m, "hit_occ", set.hit_ways, *set.occ);
        let idx = one_hot_mux(m, "hit_idx", set.hit_ways, *set.idx);
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
        // Every look-up has a lane, so it makes a warp if it has none to join.
        let create = !hit | (occ & taken).any();
        let entry = Entry {
            hit: self.hold("hit3", hit),
            way: self.hold("way3", hit.mux(hit_ways, place)),
            occ: self.hold("occ3", occ),
            idx: self.hold("idx3", idx),
            evict: self.hold("evict3", !(hit_ways | free).any()),
            create: self.hold("create3", create),
            closed: self.hold("closed3", hit & leaving.has(idx)),
            clear_we: self.hold("clear_we3", second.retire & hit & idx.eq(second.warp)),
        };
        (entry, taken)
    }

    /// The answer to a look-up, and the entry that the operation writes.
    fn finish(&self, third: Last<'m>, entry: Entry<'m>, fresh: Expr<'m>, output: &Out<Drives<'m>>) {
        let Self {
            m, p, walk, write, ..
        } = *self;
        let conflict_lanes = (entry.occ & third.lanes).named("conflict_lanes");
        let join_en = (entry.hit & !entry.closed).named("join_en");
        let new_lanes = join_en.mux(conflict_lanes, third.lanes).named("new_lanes");
        let create = (entry.create | entry.closed).named("create");
        output.init_done.set(walk.done);
        output.first_hit.set(third.lookup & join_en);
        output.first_old.set(entry.idx);
        output.first_old_lanes.set(third.lanes & !entry.occ);
        output.first_create.set(third.lookup & create);
        output.first_new.set(fresh);
        output.first_new_lanes.set(new_lanes);
        output.first_evict.set(entry.evict);
        // While an answer stays it is written in every cycle; operations that enter behind it see that the way changed.
        let occ_we = (third.lookup | entry.clear_we).named("occ_we");
        let set = third.pc.truncate(p.set_bits()).named("set3");
        let occ = create.mux(new_lanes, entry.occ | third.lanes);
        write.row.set(walk.until_done(walk.row, set));
        write.ways.set(entry.way.masked(third.lookup));
        let all = m.ones(p.ways() as u32);
        write
            .occ_ways
            .set(walk.until_done(all, entry.way.masked(occ_we)));
        write.pc.set(third.pc);
        write.occ.set(occ.masked(walk.done & third.lookup));
        write.idx.set(create.mux(fresh, entry.idx));
    }

    /// Retirements that close warps for the operation that is in the second stage now: the retirements that will be in the
    /// first two stages when it is in the third.
    fn leaving(&self, input: &In<Reads<'m>>, first: Operation<'m>) -> Leaving<'m> {
        Leaving {
            retire: [input.retire, first.retire],
            warps: [input.retire_warp, first.warp],
        }
    }

    /// Reports the last stage's way as changed to the operations of the same set in the stages before.
    fn forward(
        &self,
        first: Operation<'m>,
        second: Operation<'m>,
        third: Last<'m>,
        entry: Entry<'m>,
    ) {
        let Self { p, changed, .. } = *self;
        self.m.section(
            "A way that a retirement frees in stage 3 counts as free for operations of its set in \
             earlier stages. A way that a look-up writes is forwarded to stage 1, and no longer hits \
             for a retirement in stage 2.",
        );
        let [first, second, third_set] =
            [first.pc, second.pc, third.pc].map(|pc| pc.truncate(p.set_bits()));
        let same = first.eq(third_set).named("first_forward");
        changed.written.set(entry.way.masked(same & third.lookup));
        changed.freed.set(entry.way.masked(same & entry.clear_we));
        let same = self.hold("forward2", first.eq(second));
        let changes = third.lookup | entry.clear_we;
        changed.second.set(entry.way.masked(same & changes));
    }

    /// The order of the ways after the operation in the last stage.
    fn age(&self, order: Order<'m>, entry: Entry<'m>) {
        let Self { m, p, .. } = *self;
        match order {
            Order::One => {}
            Order::Ranks(ranks, ranks_d) => {
                let bits = p.ways().ilog2();
                let old = m.registers("rank3", p.ways(), bits).overhead(STAGE);
                let used = one_hot_mux(m, "used_rank", entry.way, *old);
                m.each("age", p.ways(), |w| {
                    let rank = old.register(w).next_when(self.moves, ranks.at(w));
                    let moved = rank + rank.lt(used).zero_extend(bits);
                    ranks_d.set(w, entry.way.bit(w).mux(0, moved));
                });
            }
            Order::Turn(turn, turn_d) => {
                let turn = self.hold("turn3", turn);
                turn_d.set(turn + entry.evict.zero_extend(turn.width()));
            }
        }
    }
}
