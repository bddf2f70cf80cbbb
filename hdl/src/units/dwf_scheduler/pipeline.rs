//! Operations in three pipeline stages: threads of a PC are inserted, or a warp leaves.

use super::handed::Handed;
use super::insertion::Destination;
use super::{Half, SubUnits};
use crate::blocks::count_ones;
use crate::{Drives, Expr, ModuleBuilder, Register, Registers};
use heddle_contract::units::dwf_scheduler::{Out, Params};

/// Why registers between stages do not count as storage.
pub(super) const STAGE: &str = "operations in flight between the update registers and the pool";

/// Why the issue register does not count as storage.
const ISSUE: &str = "the warp that leaves the pool waits for the pipeline";

/// The operation in a stage.
#[derive(Clone, Copy)]
pub(super) struct Stage<'m> {
    /// Threads are inserted, or a warp leaves.
    pub(super) insert_en: Register<'m>,
    leave_en: Register<'m>,
    /// The warp that leaves.
    warp: Register<'m>,
    pc: Register<'m>,
    /// Lanes and threads of an insertion.
    lanes: Register<'m>,
    tid: Registers<'m>,
}

/// The stages, and values shared by the parts of the description.
pub(super) struct Pipeline<'a, 'm> {
    pub(super) sub_units: &'a SubUnits<'a, 'm>,
    pub(super) m: &'m ModuleBuilder,
    p: &'a Params,
    pub(super) stages: [Stage<'m>; 3],
    /// All stages advance.
    pub(super) move_en: Expr<'m>,
}

/// The chosen warp as an operation that may enter.
#[derive(Clone, Copy)]
struct Wish<'m> {
    /// The issue register is empty, or taken in this cycle.
    free: Expr<'m>,
    /// The chosen warp is next to enter.
    wanted: Expr<'m>,
    /// Nothing in the stages keeps it from entering.
    may_leave: Expr<'m>,
}

/// The operation that enters.
#[derive(Clone, Copy)]
struct Entry<'m> {
    /// The chosen warp enters.
    leave: Expr<'m>,
    /// An insertion enters.
    insert: Expr<'m>,
}

impl<'a, 'm> SubUnits<'a, 'm> {
    /// The pipelined form.
    pub(super) fn in_stages(&'a self, output: &Out<Drives<'m>>) {
        let pipeline = Pipeline::new(self, output);
        let full = self.m.register("issue_full", 1).reset(0).overhead(ISSUE);
        let wish = pipeline.choose(full);
        let handed = self.hand_over(|pc| pipeline.hazard(pc));
        let offer = pipeline.offer(handed.half);
        let entry = pipeline.enter(wish, handed, output);
        pipeline.issue(wish, entry, full, output);
        pipeline.shift(entry, handed, offer);
        pipeline.look_up(entry, offer);
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
        insert_en: register("insert_en", 1).reset(0),
        leave_en: register("leave_en", 1).reset(0),
        warp: register("warp", p.pool().warp_bits()),
        pc: register("pc", p.pc_bits()),
        lanes: register("lanes", p.lanes() as u32),
        tid: tid.overhead(STAGE),
    }
}

impl<'a, 'm> Pipeline<'a, 'm> {
    fn new(sub_units: &'a SubUnits<'a, 'm>, output: &Out<Drives<'m>>) -> Self {
        let (m, p) = (sub_units.m, sub_units.p);
        m.section(
            "Operations in three stages: insertions, and warps that leave. All stages advance \
             together unless the group scheduler is not ready for an insertion in stage 3.",
        );
        let stages = [1, 2, 3].map(|number| stage(m, p, number));
        let hold = (stages[2].insert_en & !sub_units.groups.output.ready).named("hold");
        output.hold.set(hold);
        Pipeline {
            sub_units,
            m,
            p,
            stages,
            move_en: (!hold).named("move_en"),
        }
    }

    /// The set of the LUT that a PC belongs to.
    fn set(&self, pc: Expr<'m>) -> Expr<'m> {
        pc.truncate(self.p.lut().set_bits())
    }

    /// Whether an insertion of this PC has to wait for one of its set of the LUT.
    fn hazard(&self, pc: Expr<'m>) -> Expr<'m> {
        // DWF-28: only insertions; with an interlock against warps that leave, each would wait for the other.
        let [first, ..] = self.stages;
        first.insert_en & self.set(*first.pc).eq(self.set(pc))
    }

    /// Whether the chosen warp may enter; `full` says that the issue register holds a warp.
    fn choose(&self, full: Register<'m>) -> Wish<'m> {
        let Self { m, sub_units, .. } = *self;
        let [first, second, third] = self.stages;
        m.section(
            "The chosen warp enters if the issue register is free, no warp leaves in stages 1 and 2, \
             and stage 3 has no insertion. The LUT keeps insertions in flight from joining this \
             warp.",
        );
        let free = (!*full | sub_units.input.issue_ready).named("issue_free");
        let leave_en = first.leave_en | second.leave_en;
        let choice = sub_units.groups.output.choice;
        let wanted = (choice & free & !leave_en).named("wanted");
        let lut = &sub_units.lut.output;
        let grows = lut.first_hit & lut.first_old.eq(sub_units.groups.output.choice_warp);
        let is_free = match self.p.overlaps() {
            true => self.move_en & !(third.insert_en & grows),
            false => !third.insert_en,
        };
        sub_units.pool.input.read.set(choice);
        // DWF-34: the address is deliberately not a bare register: a memory with a registered address would become a block RAM,
        // whose data comes late in the cycle.
        let read_warp = sub_units.groups.output.choice_warp.masked(choice);
        sub_units.pool.input.read_warp.set(read_warp);
        Wish {
            free,
            wanted,
            may_leave: (wanted & is_free).named("may_leave"),
        }
    }

    /// The issue register: the leaving warp, read from the pool when it enters stage 1.
    fn issue(
        &self,
        wish: Wish<'m>,
        entry: Entry<'m>,
        full: Register<'m>,
        output: &Out<Drives<'m>>,
    ) {
        let Self {
            m, p, sub_units, ..
        } = *self;
        let (pool, chosen) = (&sub_units.pool.output, sub_units.groups.output.choice_warp);
        m.section("The issue register: a warp is read from the pool when it enters stage 1.");
        full.next(entry.leave | !wish.free);
        // Whether the warp leaves is known late; only `issue_full` waits for it.
        let load_en = wish.free;
        let register = |what, width| m.register(what, width).overhead(ISSUE);
        let warp = register("issue_warp", p.pool().warp_bits());
        warp.next_when(load_en, chosen);
        let pc = register("issue_pc", p.pc_bits());
        pc.next_when(load_en, pool.read_pc);
        let tid = m
            .registers("issue_tid", p.lanes(), p.tid_bits())
            .overhead(ISSUE);
        let lanes = m.wire("issue_lanes", p.lanes() as u32);
        m.each("issue", p.lanes(), |i| {
            let tid = tid.register(i).next_when(load_en, pool.read_tid.at(i));
            lanes.set_bit(i, !tid.all());
        });
        output.issue.set(*full);
        output.issue_warp.set(warp);
        output.issue_pc.set(pc);
        output.issue_lanes.set(*lanes);
        output.issue_tid.set(*tid);
    }

    /// The threads to insert.
    fn offer(&self, commit: Half<'m>) -> Half<'m> {
        let back = &self.sub_units.spill.output;
        self.m
            .section("The insertion: a spilled warp that is back, or else threads of a commit.");
        let of = |back_value: Expr<'m>, value: Expr<'m>| back.pop.mux(back_value, value);
        Half {
            valid: back.pop | commit.valid,
            pc: of(back.pop_pc, commit.pc).named("offered_pc"),
            lanes: of(back.pop_lanes, commit.lanes).named("offered_lanes"),
        }
    }

    /// Decides whether the insertion enters or is spilled.
    fn enter(&self, wish: Wish<'m>, handed: Handed<'m>, output: &Out<Drives<'m>>) -> Entry<'m> {
        let Self { m, sub_units, .. } = *self;
        let back = &sub_units.spill.output;
        let room = self.has_room();
        m.section(
            "The insertion enters if it fits and no insertion in stage 1 is in its set of the LUT. \
             Threads that do not fit are spilled when no insertion is in flight.",
        );
        // Each PC is compared where it is shown, not behind the choice of one of them.
        let returns = (back.pop & !self.hazard(back.pop_pc)).named("returns");
        let [own, others] = handed.enters;
        let (fits, leave) = match self.p.overlaps() {
            // DWF-61: insertions that may enter do so first. That one does not fit is known a cycle late.
            true => {
                let claims = returns | ((own | others) & room.had_room & !back.pop);
                let leave = wish.may_leave & !claims.named("claims");
                (room.has_room & room.had_room, leave)
            }
            false => {
                m.unused(room.had_room);
                (room.has_room, wish.may_leave)
            }
        };
        let moves = match self.p.overlaps() {
            true => self.move_en,
            false => (self.move_en & !wish.wanted).named("insertion_moves"),
        };
        let fits = (fits & moves & !back.pop).named("fits");
        let inserted = [
            (own & fits).named("own_inserted"),
            (others & fits).named("others_inserted"),
        ];
        let refill = (returns & moves).named("refill");
        let insert = (refill | inserted[0] | inserted[1]).named("insert");
        room.entered.next(insert);
        let spilled = self.spill(handed, &room);
        sub_units.commit_in_turn(handed, inserted, spilled, output);
        sub_units.memory(refill, output);
        Entry {
            leave: leave.named("leave"),
            insert,
        }
    }

    /// Each stage takes the operation of the stage before.
    fn shift(&self, entry: Entry<'m>, handed: Handed<'m>, offer: Half<'m>) {
        let Self {
            m,
            p,
            sub_units,
            move_en,
            ..
        } = *self;
        let back = &sub_units.spill.output;
        m.section("Each stage loads the operation of the stage before it.");
        let [first, second, third] = self.stages;
        first.insert_en.next_when(move_en, entry.insert);
        first.leave_en.next_when(move_en, entry.leave);
        first
            .warp
            .next_when(move_en, sub_units.groups.output.choice_warp);
        let pc = entry.leave.mux(sub_units.pool.output.read_pc, offer.pc);
        first.pc.next_when(move_en, pc);
        first.lanes.next_when(move_en, offer.lanes);
        let pairs = [(first, second), (second, third)];
        for (from, to) in pairs {
            to.insert_en.next_when(move_en, *from.insert_en);
            to.leave_en.next_when(move_en, *from.leave_en);
            to.warp.next_when(move_en, *from.warp);
            to.pc.next_when(move_en, *from.pc);
            to.lanes.next_when(move_en, *from.lanes);
        }
        m.each("stage", p.lanes(), |i| {
            let tid = back.pop.mux(back.pop_tid.at(i), handed.tid.at(i));
            first.tid.register(i).next_when(move_en, tid);
            for (from, to) in pairs {
                to.tid.register(i).next_when(move_en, from.tid.at(i));
            }
        });
    }

    /// Connects the three stages of the LUT.
    fn look_up(&self, entry: Entry<'m>, offer: Half<'m>) {
        let Self { m, sub_units, .. } = *self;
        let (lut, allocator) = (&sub_units.lut.input, &sub_units.allocator.output);
        m.section("The LUT: its three stages advance together with these stages. A new warp takes its entry from the allocator when stage 3 \
             advances.");
        lut.first.set(entry.insert);
        lut.first_pc.set(offer.pc);
        lut.first_lanes.set(offer.lanes);
        lut.retire.set(entry.leave);
        lut.retire_pc.set(sub_units.pool.output.read_pc);
        lut.retire_warp.set(sub_units.groups.output.choice_warp);
        // Read a cycle before: the entry has been free since the insertion entered, because it was counted then (DWF-31).
        let fresh = m.register("fresh_warp", self.p.pool().warp_bits());
        let fresh = fresh.overhead(STAGE);
        let take = sub_units.lut.output.first_create & self.move_en;
        let take = take.named("take");
        sub_units.allocator.input.take.set(take.zero_extend(2));
        lut.fresh_first
            .set(fresh.next(take.mux(allocator.next_second, allocator.next_first)));
        lut.update.set(self.move_en);
        lut.second.set(0);
        lut.second_pc.set(0);
        lut.second_lanes.set(0);
        lut.fresh_second.set(0);
        let answer = &sub_units.lut.output;
        let seconds = [answer.second_hit, answer.second_create, answer.second_evict];
        let seconds = seconds
            .into_iter()
            .chain([answer.second_old, answer.second_new]);
        for second in seconds.chain([answer.second_old_lanes, answer.second_new_lanes]) {
            m.unused(second);
        }
    }

    /// The LUT's answer, and the destination of the insertion in stage 3.
    fn place(&self) -> Destination<'m> {
        let Self {
            m, p, sub_units, ..
        } = *self;
        let lut = &sub_units.lut.output;
        m.section("Stage 3 has the LUT's answer.");
        let lanes = *self.stages[2].lanes;
        let threads = count_ones(m, "threads", lanes);
        let place = Destination {
            hits: lut.first_hit,
            old: lut.first_old,
            joins: lut.first_old_lanes,
            creates: lut.first_create,
            new: lut.first_new,
            move_en: lut.first_new_lanes,
            lanes,
            evict_en: (lut.first_create & lut.first_evict).named("evict_en"),
            threads: threads.zero_extend(p.groups().count_bits()),
        };
        match sub_units.crossbar {
            None => place,
            Some(_) => place.taken("taken"),
        }
    }

    /// The group scheduler: it advances when a warp enters, and is offered the insertion in stage 3.
    fn advance(&self, entry: Entry<'m>, output: &Out<Drives<'m>>) {
        let Self {
            m, p, sub_units, ..
        } = *self;
        let (groups, pool) = (&sub_units.groups.input, &sub_units.pool.output);
        m.section("The group scheduler advances when a leaving warp enters stage 1.");
        let threads = count_ones(m, "leaving", pool.read_lanes);
        // DWF-30: as the warp enters, two cycles sooner than behind the stages.
        groups.issued.set(entry.leave);
        groups
            .issued_threads
            .set(threads.zero_extend(p.groups().count_bits()));
        groups.issued_next.set(pool.read_next);
        output.insert.set(self.stages[2].insert_en & self.move_en);
    }

    /// The writes of stage 3.
    fn write(&self, place: Destination<'m>) {
        let Self {
            m, p, sub_units, ..
        } = *self;
        let last = self.stages[2];
        let (pool, groups) = (&sub_units.pool.input, &sub_units.groups.input);
        m.section(
            "Stage 3: the threads are offered to the group scheduler, and a new warp stores its PC \
             in the pool.",
        );
        let insert_en = (last.insert_en & self.move_en).named("update_en");
        groups.first.set(last.insert_en);
        groups.first_pc.set(last.pc);
        groups.first_warp.set(place.warp());
        groups.first_threads.set(place.threads);
        groups.first_create.set(place.creates);
        groups.update.set(insert_en);
        groups.second.set(0);
        groups.second_pc.set(0);
        groups.second_warp.set(0);
        groups.second_threads.set(0);
        groups.second_create.set(0);
        pool.create_first.set(insert_en & place.creates);
        pool.create_first_warp.set(place.new);
        pool.create_first_pc.set(last.pc);
        pool.create_second.set(0);
        pool.create_second_warp.set(0);
        pool.create_second_pc.set(0);
        sub_units.links();
        if let Some(crossbar) = &sub_units.crossbar {
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
            "Each thread is written to its lane of the old warp or of the new warp; the lanes of a \
             leaving warp are cleared.",
        );
        let leave_en = *last.leave_en;
        sub_units
            .allocator
            .input
            .release
            .set(leave_en & self.move_en);
        sub_units.allocator.input.release_warp.set(last.warp);
        pool.clear.set(0);
        let written = place.lanes.masked(insert_en) | m.ones(p.lanes() as u32).masked(leave_en);
        pool.write_lanes.set(written);
        m.each("lane", p.lanes(), |i| {
            let warp = place.warp_of(i);
            pool.write_warp.at(i).set(leave_en.mux(*last.warp, warp));
            let tid = match &sub_units.crossbar {
                None => last.tid.at(i),
                Some(crossbar) => crossbar.output.to_tid.at(i),
            };
            let nobody = m.ones(p.tid_bits());
            pool.write_tid.at(i).set(leave_en.mux(nobody, tid));
        });
    }

    /// The outcome for the threads in stage 3, for counters.
    fn count(&self, place: Destination<'m>, output: &Out<Drives<'m>>) {
        let groups = &self.sub_units.groups.output;
        self.m.section(
            "Outputs for counters: merges, creations, conflicts, evictions and forwarding of the \
             inserted threads.",
        );
        let merge = place.merges().named("merge");
        output.merges.set(merge.zero_extend(2));
        output.creations.set(place.creates.zero_extend(2));
        output
            .conflicts
            .set((place.hits & place.creates).zero_extend(2));
        output.evictions.set(place.evict_en.zero_extend(2));
        output
            .forward
            .set(groups.choice & merge & place.old.eq(groups.choice_warp));
    }
}
