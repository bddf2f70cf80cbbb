//! From the LUT's answer to the lanes of the pool, the group scheduler and the counters.

use super::{Half, SubUnit, SubUnits, Turn};
use crate::blocks::count_ones;
use crate::{Drives, Expr, Index};
use heddle_contract::units::SlotCrossbar;
use heddle_contract::units::dwf_scheduler::Out;

/// The destination of a half, if the half is valid.
#[derive(Clone, Copy)]
pub(super) struct Destination<'m> {
    /// The half finds a warp.
    pub(super) hits: Expr<'m>,
    /// The warp found, and the lanes that join it.
    pub(super) old: Expr<'m>,
    pub(super) joins: Expr<'m>,
    /// The half makes a new warp.
    pub(super) creates: Expr<'m>,
    /// The new warp, and the lanes that go there.
    pub(super) new: Expr<'m>,
    pub(super) move_en: Expr<'m>,
    /// The pool lanes that the threads take.
    pub(super) lanes: Expr<'m>,
    /// The half evicts a LUT entry in use.
    pub(super) evict_en: Expr<'m>,
    /// The number of threads.
    pub(super) threads: Expr<'m>,
}

impl<'m> SubUnits<'_, 'm> {
    /// Looks both halves up and writes them to the places given by the LUT, if they are inserted.
    pub(super) fn insert(&self, turn: Turn<'m>, halves: [Half<'m>; 2], output: &Out<Drives<'m>>) {
        self.m.section(
            "Both halves are looked up in the LUT. If a lane conflicts, the group scheduler is \
             notified of the new warp only.",
        );
        self.look_up(turn, halves);
        let halves = inserted(turn, halves);
        let free_entries = self.free_entries(halves);
        self.groups(turn, halves, free_entries);
        self.create(turn, halves, free_entries);
        self.write(turn, halves, free_entries);
        self.count(free_entries, output);
    }

    fn look_up(&self, turn: Turn<'m>, [first, second]: [Half<'m>; 2]) {
        let (lut, free) = (&self.lut.input, &self.allocator.output);
        lut.first.set(first.valid);
        lut.first_pc.set(first.pc);
        lut.first_lanes.set(first.lanes);
        lut.second.set(second.valid);
        lut.second_pc.set(second.pc);
        lut.second_lanes.set(second.lanes);
        lut.fresh_first.set(free.next_first);
        lut.fresh_second.set(free.next_second);
        lut.update.set(turn.insert);
    }

    fn free_entries(&self, [first, second]: [Half<'m>; 2]) -> [Destination<'m>; 2] {
        let lut = &self.lut.output;
        let creates = (first.valid & lut.first_create).named("first_create_en");
        let first = Destination {
            hits: (first.valid & lut.first_hit).named("first_hit_en"),
            old: lut.first_old,
            joins: lut.first_old_lanes,
            creates,
            new: lut.first_new,
            move_en: lut.first_new_lanes,
            lanes: first.lanes,
            evict_en: (creates & lut.first_evict).named("first_evict_en"),
            threads: self.threads("first_threads", first.lanes),
        };
        let creates = (second.valid & lut.second_create).named("second_create_en");
        let second = Destination {
            hits: (second.valid & lut.second_hit).named("second_hit_en"),
            old: lut.second_old,
            joins: lut.second_old_lanes,
            creates,
            new: lut.second_new,
            move_en: lut.second_new_lanes,
            lanes: second.lanes,
            evict_en: (creates & lut.second_evict).named("second_evict_en"),
            threads: self.threads("second_threads", second.lanes),
        };
        match self.crossbar {
            None => [first, second],
            Some(_) => [first.taken("first_taken"), second.taken("second_taken")],
        }
    }

    fn threads(&self, name: &str, lanes: Expr<'m>) -> Expr<'m> {
        count_ones(self.m, name, lanes).zero_extend(self.p.groups().count_bits())
    }

    /// Offers each half to the group scheduler: the new warp if there is one, with the threads of both warps.
    fn groups(
        &self,
        turn: Turn<'m>,
        [first, second]: [Half<'m>; 2],
        free_entries: [Destination<'m>; 2],
    ) {
        let groups = &self.groups.input;
        let [first_place, second_place] = free_entries;
        groups.first.set(first.valid);
        groups.first_pc.set(first.pc);
        groups.first_warp.set(first_place.warp());
        groups.first_threads.set(first_place.threads);
        groups.first_create.set(first_place.creates);
        groups.second.set(second.valid);
        groups.second_pc.set(second.pc);
        groups.second_warp.set(second_place.warp());
        groups.second_threads.set(second_place.threads);
        groups.second_create.set(second_place.creates);
        groups.update.set(turn.insert);
    }

    /// New warps are taken from the allocator and get their PC in the pool. The lists of warps grow in the pool too.
    fn create(
        &self,
        turn: Turn<'m>,
        [first, second]: [Half<'m>; 2],
        free_entries: [Destination<'m>; 2],
    ) {
        let pool = &self.pool.input;
        self.m.section(
            "A new warp takes its entry from the allocator and stores its PC in the pool.",
        );
        let [take_first, take_second] = free_entries.map(|place| turn.insert & place.creates);
        let take_first = take_first.named("take_first");
        let take_second = take_second.named("take_second");
        let take = sum(take_first, take_second);
        self.allocator.input.take.set(take);
        pool.create_first.set(take_first);
        pool.create_first_warp.set(free_entries[0].new);
        pool.create_first_pc.set(first.pc);
        pool.create_second.set(take_second);
        pool.create_second_warp.set(free_entries[1].new);
        pool.create_second_pc.set(second.pc);
        self.links();
    }

    /// Passes the links of lists that grow to the pool.
    pub(super) fn links(&self) {
        let (pool, groups) = (&self.pool.input, &self.groups.output);
        pool.link_first.set(groups.link_first);
        pool.link_first_warp.set(groups.link_first_warp);
        pool.link_first_next.set(groups.link_first_next);
        pool.link_second.set(groups.link_second);
        pool.link_second_warp.set(groups.link_second_warp);
        pool.link_second_next.set(groups.link_second_next);
    }

    fn write(
        &self,
        turn: Turn<'m>,
        [first, second]: [Half<'m>; 2],
        free_entries: [Destination<'m>; 2],
    ) {
        let (m, pool) = (self.m, &self.pool.input);
        if let Some(crossbar) = &self.crossbar {
            m.section("The crossbar moves threads to the lanes that they take.");
            self.cross(crossbar, [first, second], free_entries);
        }
        m.section("Each thread is written to its lane of the old warp or of the new warp.");
        let [first_lanes, second_lanes] = free_entries.map(|place| place.lanes);
        pool.write_lanes
            .set((first_lanes | second_lanes).masked(turn.insert));
        m.each("lane", self.p.lanes(), |i| {
            let is_first = first_lanes.bit(i);
            let [first_warp, second_warp] = free_entries.map(|place| place.warp_of(i));
            let first_warp = first_warp.named("first_warp");
            let second_warp = second_warp.named("second_warp");
            pool.write_warp
                .at(i)
                .set(is_first.mux(first_warp, second_warp));
            let tid = match &self.crossbar {
                None => self.tid(is_first, i),
                Some(crossbar) => crossbar.output.to_tid.at(i),
            };
            pool.write_tid.at(i).set(tid);
        });
    }

    /// The thread that arrives in a lane.
    fn tid(&self, is_first: Expr<'m>, lane: Index) -> Expr<'m> {
        let (commit, back) = (&self.registers.output, &self.spill.output);
        let tid = is_first.mux(commit.first_tid.at(lane), commit.second_tid.at(lane));
        back.pop.mux(back.pop_tid.at(lane), tid)
    }

    /// Connects the inputs of the crossbar.
    fn cross(
        &self,
        crossbar: &SubUnit<'m, SlotCrossbar>,
        [first, second]: [Half<'m>; 2],
        [first_place, second_place]: [Destination<'m>; 2],
    ) {
        let input = &crossbar.input;
        input.first_from.set(first.lanes);
        input.first_to.set(first_place.lanes);
        input.second_from.set(second.lanes);
        input.second_to.set(second_place.lanes);
        self.m.each("from", self.p.lanes(), |i| {
            let tid = self.tid(first.lanes.bit(i), i);
            input.from_tid.at(i).set(tid);
        });
    }

    fn count(&self, [first, second]: [Destination<'m>; 2], output: &Out<Drives<'m>>) {
        self.m.section(
            "Outputs for counters: merges, creations, conflicts, evictions and forwarding of the \
             inserted halves.",
        );
        let conflicts =
            |place: Destination<'m>, name: &str| (place.hits & place.creates).named(name);
        let first_conflict = conflicts(first, "first_conflict");
        let second_conflict = conflicts(second, "second_conflict");
        let first_merge = first.merges().named("first_merge");
        let second_merge = second.merges().named("second_merge");
        output.merges.set(sum(first_merge, second_merge));
        output.creations.set(sum(first.creates, second.creates));
        output.conflicts.set(sum(first_conflict, second_conflict));
        output.evictions.set(sum(first.evict_en, second.evict_en));
        let chosen = self.groups.output.choice_warp;
        let first_forward = (first_merge & first.old.eq(chosen)).named("first_forward");
        let second_forward = (second_merge & second.old.eq(chosen)).named("second_forward");
        let has_choice = self.groups.output.choice;
        output
            .forward
            .set(has_choice & (first_forward | second_forward));
    }
}

/// The halves that are inserted: without a second half that waits for lanes of the pool.
fn inserted<'m>(turn: Turn<'m>, [first, second]: [Half<'m>; 2]) -> [Half<'m>; 2] {
    let second = match turn.split {
        None => second,
        Some(split) => Half {
            valid: (second.valid & !split).named("second_inserted"),
            lanes: second.lanes.masked(!split).named("second_from"),
            ..second
        },
    };
    [first, second]
}

/// How many of the two bits are 1.
fn sum<'m>(a: Expr<'m>, b: Expr<'m>) -> Expr<'m> {
    (a & b).cat(a ^ b)
}

impl<'m> Destination<'m> {
    /// The same destination, with the lanes given by the LUT.
    pub(super) fn taken(self, name: &str) -> Self {
        let lanes = self.joins.masked(self.hits) | self.move_en.masked(self.creates);
        let lanes = lanes.named(name);
        Self { lanes, ..self }
    }

    /// Whether a thread joins the warp found. If all lanes conflict, no thread does.
    pub(super) fn merges(&self) -> Expr<'m> {
        self.hits & self.joins.any()
    }

    /// The warp that is offered to the group scheduler.
    pub(super) fn warp(&self) -> Expr<'m> {
        self.creates.mux(self.new, self.old)
    }

    /// The warp that the thread of a lane joins.
    pub(super) fn warp_of(&self, lane: Index) -> Expr<'m> {
        let move_en = self.creates & self.move_en.bit(lane);
        move_en.mux(self.new, self.old)
    }
}
