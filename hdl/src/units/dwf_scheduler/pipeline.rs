//! Operations that go through three stages: threads of a PC are inserted, or a warp leaves.

use super::insertion::Place;
use super::{Half, Parts};
use crate::shapes::count_ones;
use crate::{Drives, Expr, ModuleBuilder, Register, Registers};
use heddle_contract::units::dwf_scheduler::{Out, Params};

/// Why registers between stages are no storage.
const STAGE: &str = "operations under way between the update registers and the pool";

/// Why the issue register is no storage.
const ISSUE: &str = "the warp that leaves the pool waits for the pipeline";

/// The operation in a stage.
#[derive(Clone, Copy)]
struct Stage<'m> {
    /// Threads are inserted, or a warp leaves.
    inserts: Register<'m>,
    leaves: Register<'m>,
    /// The warp that leaves.
    warp: Register<'m>,
    pc: Register<'m>,
    /// Lanes and threads of an insertion.
    lanes: Register<'m>,
    tid: Registers<'m>,
}

/// The stages, and what the parts of the description share.
struct Pipeline<'a, 'm> {
    parts: &'a Parts<'a, 'm>,
    m: &'m ModuleBuilder,
    p: &'a Params,
    stages: [Stage<'m>; 3],
    /// All move on.
    moves: Expr<'m>,
}

/// What may enter.
#[derive(Clone, Copy)]
struct Entry<'m> {
    /// The chosen warp does, or is the next that may.
    leave: Expr<'m>,
    wanted: Expr<'m>,
    /// The issue register holds a warp.
    issue: Register<'m>,
}

impl<'a, 'm> Parts<'a, 'm> {
    /// The pipelined form.
    pub(super) fn in_stages(&'a self, output: &Out<Drives<'m>>) {
        let pipeline = Pipeline::new(self, output);
        let entry = pipeline.choose();
        pipeline.issue(entry, output);
        let offer = pipeline.offer();
        let insert = pipeline.enter(entry, offer, output);
        pipeline.shift(entry, insert, offer);
        pipeline.look_up(entry, insert, offer);
        let place = pipeline.place();
        pipeline.advance(entry, output);
        pipeline.write(place);
        pipeline.count(place, output);
        self.state(output);
    }
}

fn stage<'m>(m: &'m ModuleBuilder, p: &Params, number: usize) -> Stage<'m> {
    let named = |what: &str| format!("{what}{number}");
    let register = |what: &str, width| m.register(named(what), width).overhead(STAGE);
    let tid = m.registers(named("tid"), p.lanes(), p.tid_bits());
    Stage {
        inserts: register("inserts", 1).reset(0),
        leaves: register("leaves", 1).reset(0),
        warp: register("warp", p.pool().warp_bits()),
        pc: register("pc", p.pc_bits()),
        lanes: register("lanes", p.lanes() as u32),
        tid: tid.overhead(STAGE),
    }
}

impl<'a, 'm> Pipeline<'a, 'm> {
    fn new(parts: &'a Parts<'a, 'm>, output: &Out<Drives<'m>>) -> Self {
        let (m, p) = (parts.m, parts.p);
        m.section(
            "Operations in three stages: insertions, and warps that leave. They move on together unless the group \
             scheduler is not ready for the last one.",
        );
        let stages = [1, 2, 3].map(|number| stage(m, p, number));
        let hold = (stages[2].inserts & !parts.groups.output.ready).named("hold");
        output.hold.set(hold);
        Pipeline {
            parts,
            m,
            p,
            stages,
            moves: (!hold).named("moves"),
        }
    }

    /// The set of the LUT that a PC belongs to.
    fn set(&self, pc: Expr<'m>) -> Expr<'m> {
        pc.truncate(self.p.lut().set_bits())
    }

    /// Whether the chosen warp enters.
    fn choose(&self) -> Entry<'m> {
        let Self { m, parts, .. } = *self;
        let [first, second, third] = self.stages;
        m.section(
            "The chosen warp enters if the issue register is free and nothing is offered to the group scheduler. Insertions \
             under way join it no more: the LUT sees to that.",
        );
        let full = m.register("issue_full", 1).reset(0).overhead(ISSUE);
        let free = (!full | parts.input.issue_ready).named("issue_free");
        let leaves = first.leaves | second.leaves;
        let choice = parts.groups.output.choice;
        let wanted = (choice & free & !leaves).named("wanted");
        let leave = (wanted & !third.inserts).named("leave");
        full.next(leave | !free);
        parts.pool.input.read.set(choice);
        // Not the register of the choice alone: with its address from a register a memory would become a block RAM, which
        // has what it reads late in the cycle.
        let read_warp = parts.groups.output.choice_warp.masked(choice);
        parts.pool.input.read_warp.set(read_warp);
        Entry {
            leave,
            wanted,
            issue: full,
        }
    }

    /// The warp that leaves, read from the pool as it enters.
    fn issue(&self, entry: Entry<'m>, output: &Out<Drives<'m>>) {
        let Self { m, p, parts, .. } = *self;
        let (pool, chosen) = (&parts.pool.output, parts.groups.output.choice_warp);
        m.section("The issue register: a warp is read from the pool as it enters.");
        let register = |what, width| m.register(what, width).overhead(ISSUE);
        let warp = register("issue_warp", p.pool().warp_bits());
        warp.next_when(entry.leave, chosen);
        let pc = register("issue_pc", p.pc_bits());
        pc.next_when(entry.leave, pool.read_pc);
        let tid = m
            .registers("issue_tid", p.lanes(), p.tid_bits())
            .overhead(ISSUE);
        let lanes = m.wire("issue_lanes", p.lanes() as u32);
        m.each("issue", p.lanes(), |i| {
            let tid = tid.register(i).next_when(entry.leave, pool.read_tid.at(i));
            lanes.set_bit(i, !tid.all());
        });
        output.issue.set(entry.issue);
        output.issue_warp.set(warp);
        output.issue_pc.set(pc);
        output.issue_lanes.set(*lanes);
        output.issue_tid.set(*tid);
    }

    /// What is to be inserted.
    fn offer(&self) -> Half<'m> {
        let (commit, back) = (&self.parts.registers.output, &self.parts.spill.output);
        self.m.section(
            "What is to be inserted: a spilled warp that is back, or threads of a commit.",
        );
        let of = |back_value: Expr<'m>, value: Expr<'m>| back.pop.mux(back_value, value);
        Half {
            valid: (back.pop | commit.first).named("offered"),
            pc: of(back.pop_pc, commit.first_pc).named("offered_pc"),
            lanes: of(back.pop_lanes, commit.first_lanes).named("offered_lanes"),
        }
    }

    /// Whether it enters, or is spilled.
    fn enter(&self, entry: Entry<'m>, offer: Half<'m>, output: &Out<Drives<'m>>) -> Expr<'m> {
        let parts = self.parts;
        let (commit, spill) = (&parts.registers.output, &parts.spill.output);
        let fits = self.fits();
        self.m.section(
            "It enters if it fits and no insertion in stages 1 and 2 is of its set; without insertions under way, what \
             does not fit is spilled.",
        );
        let set = self.set(offer.pc).named("offered_set");
        let meets = |stage: Stage<'m>| stage.inserts & self.set(*stage.pc).eq(set);
        let meets = (meets(self.stages[0]) | meets(self.stages[1])).named("meets");
        let enters = (spill.pop | fits.fits) & self.moves & !(entry.wanted | meets);
        let insert = (offer.valid & enters).named("insert");
        fits.entered.next(insert);
        let push = commit.first & !(spill.pop | fits.fits | fits.under_way);
        let push = push.named("push");
        parts.push(
            push,
            Half {
                valid: commit.first,
                pc: commit.first_pc,
                lanes: commit.first_lanes,
            },
        );
        let spilled = push & spill.push_ready;
        parts.commit(output);
        let take = (insert & !spill.pop) | spilled;
        parts.registers.input.take_first.set(take);
        parts.registers.input.take_second.set(0);
        parts.memory(insert & spill.pop, output);
        insert
    }

    /// Whether an insertion fits, and whether some are under way.
    fn fits(&self) -> Fits<'m> {
        let Self { m, parts, .. } = *self;
        let (spill, inserts) = (&parts.spill, self.stages.map(|stage| *stage.inserts));
        let (free, room) = (parts.allocator.output.free, parts.groups.output.room);
        m.section(
            "Entries of the pool and room for groups, of the cycle before: for warps on their way back, for the next \
             one, for insertions under way, and for one more.",
        );
        let both = free.width().max(room.width());
        let bits = both.max(spill.output.fetching.width()).max(3) + 1;
        let wide = |value: Expr<'m>| value.zero_extend(bits);
        let (free, room) = (free.zero_extend(both), room.zero_extend(both));
        let places = wide(free.lt(room).mux(free, room));
        // An insertion less is a place more. What enters in this cycle is counted in the next one, beside these.
        let all = m.cat(inserts).named("insertions");
        let spare = m.register("spare", bits).reset(0).overhead(STAGE);
        let none = wide(count_ones(
            m,
            "without_insertion",
            (!all).named("no_insertions"),
        ));
        spare.next(places + none);
        let entered = m.register("entered", 1).reset(0).overhead(STAGE);
        let inserted = m.register("inserted", 1).reset(0).overhead(STAGE);
        inserted.next(inserts[2] & self.moves);
        let aside = (wide(spill.output.fetching) + wide(*entered) + 3).named("aside");
        spill.input.pull.set(spare.gt(aside));
        let next = wide(spill.output.wants);
        Fits {
            fits: spare.gt(aside + next).named("fits"),
            under_way: all.any() | *inserted,
            entered,
        }
    }

    /// All stages take what is in the one before.
    fn shift(&self, entry: Entry<'m>, insert: Expr<'m>, offer: Half<'m>) {
        let Self {
            m, p, parts, moves, ..
        } = *self;
        let (commit, back) = (&parts.registers.output, &parts.spill.output);
        m.section("Each stage takes what is in the one before.");
        let [first, second, third] = self.stages;
        first.inserts.next_when(moves, insert);
        first.leaves.next_when(moves, entry.leave);
        first.warp.next_when(moves, parts.groups.output.choice_warp);
        let pc = entry.leave.mux(parts.pool.output.read_pc, offer.pc);
        first.pc.next_when(moves, pc);
        first.lanes.next_when(moves, offer.lanes);
        let pairs = [(first, second), (second, third)];
        for (from, to) in pairs {
            to.inserts.next_when(moves, *from.inserts);
            to.leaves.next_when(moves, *from.leaves);
            to.warp.next_when(moves, *from.warp);
            to.pc.next_when(moves, *from.pc);
            to.lanes.next_when(moves, *from.lanes);
        }
        m.each("stage", p.lanes(), |i| {
            let tid = back.pop.mux(back.pop_tid.at(i), commit.first_tid.at(i));
            first.tid.register(i).next_when(moves, tid);
            for (from, to) in pairs {
                to.tid.register(i).next_when(moves, from.tid.at(i));
            }
        });
        for unused in [commit.second, commit.second_pc, commit.second_lanes] {
            m.unused(unused);
        }
    }

    /// The LUT's three stages.
    fn look_up(&self, entry: Entry<'m>, insert: Expr<'m>, offer: Half<'m>) {
        let Self { m, parts, .. } = *self;
        let (lut, allocator) = (&parts.lut.input, &parts.allocator.output);
        m.section("The LUT, whose three stages move with these.");
        lut.first.set(insert);
        lut.first_pc.set(offer.pc);
        lut.first_lanes.set(offer.lanes);
        lut.retire.set(entry.leave);
        lut.retire_pc.set(parts.pool.output.read_pc);
        lut.retire_warp.set(parts.groups.output.choice_warp);
        lut.fresh_first.set(allocator.next_first);
        lut.update.set(self.moves);
        lut.second.set(0);
        lut.second_pc.set(0);
        lut.second_lanes.set(0);
        lut.fresh_second.set(0);
        m.unused(allocator.next_second);
        let answer = &parts.lut.output;
        let seconds = [answer.second_hit, answer.second_create, answer.second_evict];
        let seconds = seconds
            .into_iter()
            .chain([answer.second_old, answer.second_new]);
        for second in seconds.chain([answer.second_old_lanes, answer.second_new_lanes]) {
            m.unused(second);
        }
    }

    /// The LUT's answer, and with it the insertion in stage 3.
    fn place(&self) -> Place<'m> {
        let Self { m, p, parts, .. } = *self;
        let lut = &parts.lut.output;
        m.section("Stage 3 has the LUT's answer. New warps leave the allocator as it moves on.");
        let lanes = *self.stages[2].lanes;
        let threads = count_ones(m, "threads", lanes);
        let place = Place {
            hits: lut.first_hit,
            old: lut.first_old,
            joins: lut.first_old_lanes,
            creates: lut.first_create,
            new: lut.first_new,
            moves: lut.first_new_lanes,
            lanes,
            evicts: (lut.first_create & lut.first_evict).named("evicts"),
            threads: threads.zero_extend(p.groups().count_bits()),
        };
        let take = lut.first_create & self.moves;
        parts.allocator.input.take.set(take.zero_extend(2));
        match parts.crossbar {
            None => place,
            Some(_) => place.taken("taken"),
        }
    }

    /// The group scheduler: it advances as a warp enters, and hears of an insertion in stage 3.
    fn advance(&self, entry: Entry<'m>, output: &Out<Drives<'m>>) {
        let Self { m, p, parts, .. } = *self;
        let (groups, pool) = (&parts.groups.input, &parts.pool.output);
        m.section("The group scheduler advances as a warp enters.");
        let threads = count_ones(m, "leaving", pool.read_lanes);
        groups.issued.set(entry.leave);
        groups
            .issued_threads
            .set(threads.zero_extend(p.groups().count_bits()));
        groups.issued_next.set(pool.read_next);
        output.insert.set(self.stages[2].inserts & self.moves);
    }

    /// What stage 3 writes.
    fn write(&self, place: Place<'m>) {
        let Self { m, p, parts, .. } = *self;
        let last = self.stages[2];
        let (pool, groups) = (&parts.pool.input, &parts.groups.input);
        m.section("Stage 3: the group scheduler hears of the threads, and new warps get their PC in the pool.");
        let inserts = (last.inserts & self.moves).named("updates");
        groups.first.set(last.inserts);
        groups.first_pc.set(last.pc);
        groups.first_warp.set(place.warp());
        groups.first_threads.set(place.threads);
        groups.first_create.set(place.creates);
        groups.update.set(inserts);
        groups.second.set(0);
        groups.second_pc.set(0);
        groups.second_warp.set(0);
        groups.second_threads.set(0);
        groups.second_create.set(0);
        pool.create_first.set(inserts & place.creates);
        pool.create_first_warp.set(place.new);
        pool.create_first_pc.set(last.pc);
        pool.create_second.set(0);
        pool.create_second_warp.set(0);
        pool.create_second_pc.set(0);
        parts.links();
        if let Some(crossbar) = &parts.crossbar {
            let input = &crossbar.input;
            input.first_from.set(last.lanes);
            input.first_to.set(place.lanes);
            input.second_from.set(0);
            input.second_to.set(0);
            m.each("from", p.lanes(), |i| {
                input.from_tid.at(i).set(last.tid.at(i))
            });
        }
        m.section(
            "Threads go to their lane of the old warp, or of the new one; the lanes of a warp that leaves are emptied.",
        );
        let leaves = *last.leaves;
        parts.allocator.input.release.set(leaves & self.moves);
        parts.allocator.input.release_warp.set(last.warp);
        pool.clear.set(0);
        let written = place.lanes.masked(inserts) | m.ones(p.lanes() as u32).masked(leaves);
        pool.write_lanes.set(written);
        m.each("lane", p.lanes(), |i| {
            let warp = place.warp_of(i);
            pool.write_warp.at(i).set(leaves.mux(*last.warp, warp));
            let tid = match &parts.crossbar {
                None => last.tid.at(i),
                Some(crossbar) => crossbar.output.to_tid.at(i),
            };
            let nobody = m.ones(p.tid_bits());
            pool.write_tid.at(i).set(leaves.mux(nobody, tid));
        });
    }

    /// What has become of the threads in stage 3, for counters.
    fn count(&self, place: Place<'m>, output: &Out<Drives<'m>>) {
        let groups = &self.parts.groups.output;
        self.m
            .section("What becomes of the threads that are inserted, for counters.");
        output.merges.set(place.hits.zero_extend(2));
        output.creates.set(place.creates.zero_extend(2));
        output
            .conflicts
            .set((place.hits & place.creates).zero_extend(2));
        output.evictions.set(place.evicts.zero_extend(2));
        let joins = place.hits & place.old.eq(groups.choice_warp) & place.joins.any();
        output.forward.set(groups.choice & joins);
    }
}

/// Whether an insertion fits, and whether some are under way.
#[derive(Clone, Copy)]
struct Fits<'m> {
    fits: Expr<'m>,
    under_way: Expr<'m>,
    /// Loads whether an insertion enters.
    entered: Register<'m>,
}
