//! From the LUT's answer to the lanes of the pool, the group scheduler, and the counters.

use super::{Half, Part, Parts, Turn};
use crate::shapes::count_ones;
use crate::{Drives, Expr, Index};
use heddle_contract::units::SlotCrossbar;
use heddle_contract::units::dwf_scheduler::Out;

/// Where a half goes, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Place<'m> {
    /// It finds a warp.
    pub(super) hits: Expr<'m>,
    /// That warp, and the lanes that join it.
    pub(super) old: Expr<'m>,
    pub(super) joins: Expr<'m>,
    /// It makes a warp.
    pub(super) creates: Expr<'m>,
    /// That warp, and the lanes that go there.
    pub(super) new: Expr<'m>,
    pub(super) moves: Expr<'m>,
    /// The lanes of the pool that its threads take.
    pub(super) lanes: Expr<'m>,
    /// It gives up an entry of the LUT that is in use.
    pub(super) evicts: Expr<'m>,
    /// Its threads.
    pub(super) threads: Expr<'m>,
}

impl<'m> Parts<'_, 'm> {
    /// Looks both halves up and puts them where the LUT says, if they are inserted.
    pub(super) fn insert(&self, turn: Turn<'m>, halves: [Half<'m>; 2], output: &Out<Drives<'m>>) {
        self.m.section(
            "Both are looked up. Where a lane conflicts, the group scheduler hears of the new warp \
             only.",
        );
        self.look_up(turn, halves);
        let halves = inserted(turn, halves);
        let places = self.places(halves);
        self.groups(turn, halves, places);
        self.create(turn, halves, places);
        self.write(turn, halves, places);
        self.count(places, output);
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

    fn places(&self, [first, second]: [Half<'m>; 2]) -> [Place<'m>; 2] {
        let lut = &self.lut.output;
        let creates = (first.valid & lut.first_create).named("first_creates");
        let first = Place {
            hits: (first.valid & lut.first_hit).named("first_hits"),
            old: lut.first_old,
            joins: lut.first_old_lanes,
            creates,
            new: lut.first_new,
            moves: lut.first_new_lanes,
            lanes: first.lanes,
            evicts: (creates & lut.first_evict).named("first_evicts"),
            threads: self.threads("first_threads", first.lanes),
        };
        let creates = (second.valid & lut.second_create).named("second_creates");
        let second = Place {
            hits: (second.valid & lut.second_hit).named("second_hits"),
            old: lut.second_old,
            joins: lut.second_old_lanes,
            creates,
            new: lut.second_new,
            moves: lut.second_new_lanes,
            lanes: second.lanes,
            evicts: (creates & lut.second_evict).named("second_evicts"),
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

    /// The group scheduler hears of the new warp if there is one, with the threads of both.
    fn groups(&self, turn: Turn<'m>, [first, second]: [Half<'m>; 2], places: [Place<'m>; 2]) {
        let groups = &self.groups.input;
        let [first_place, second_place] = places;
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

    /// New warps leave the allocator and get their PC in the pool. Lists of warps grow there, too.
    fn create(&self, turn: Turn<'m>, [first, second]: [Half<'m>; 2], places: [Place<'m>; 2]) {
        let pool = &self.pool.input;
        self.m
            .section("New warps leave the allocator and get their PC in the pool.");
        let [takes_first, takes_second] = places.map(|place| turn.insert & place.creates);
        let takes_first = takes_first.named("takes_first");
        let takes_second = takes_second.named("takes_second");
        let take = sum(takes_first, takes_second);
        self.allocator.input.take.set(take);
        pool.create_first.set(takes_first);
        pool.create_first_warp.set(places[0].new);
        pool.create_first_pc.set(first.pc);
        pool.create_second.set(takes_second);
        pool.create_second_warp.set(places[1].new);
        pool.create_second_pc.set(second.pc);
        self.links();
    }

    /// Lists of warps grow in the pool.
    pub(super) fn links(&self) {
        let (pool, groups) = (&self.pool.input, &self.groups.output);
        pool.link_first.set(groups.link_first);
        pool.link_first_warp.set(groups.link_first_warp);
        pool.link_first_next.set(groups.link_first_next);
        pool.link_second.set(groups.link_second);
        pool.link_second_warp.set(groups.link_second_warp);
        pool.link_second_next.set(groups.link_second_next);
    }

    fn write(&self, turn: Turn<'m>, [first, second]: [Half<'m>; 2], places: [Place<'m>; 2]) {
        let (m, pool) = (self.m, &self.pool.input);
        if let Some(crossbar) = &self.crossbar {
            m.section("Threads go to the lanes that they take.");
            self.cross(crossbar, [first, second], places);
        }
        m.section("Threads go to their lane of the old warp, or of the new one.");
        let [first_lanes, second_lanes] = places.map(|place| place.lanes);
        pool.write_lanes
            .set((first_lanes | second_lanes).masked(turn.insert));
        m.each("lane", self.p.lanes(), |i| {
            let is_first = first_lanes.bit(i);
            let [first_warp, second_warp] = places.map(|place| place.warp_of(i));
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

    /// The thread that comes in a lane.
    fn tid(&self, is_first: Expr<'m>, lane: Index) -> Expr<'m> {
        let (commit, back) = (&self.registers.output, &self.spill.output);
        let tid = is_first.mux(commit.first_tid.at(lane), commit.second_tid.at(lane));
        back.pop.mux(back.pop_tid.at(lane), tid)
    }

    /// What goes into the crossbar.
    fn cross(
        &self,
        crossbar: &Part<'m, SlotCrossbar>,
        [first, second]: [Half<'m>; 2],
        [first_place, second_place]: [Place<'m>; 2],
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

    fn count(&self, [first, second]: [Place<'m>; 2], output: &Out<Drives<'m>>) {
        self.m
            .section("What becomes of the halves that are inserted, for counters.");
        let conflicts = |place: Place<'m>, name: &str| (place.hits & place.creates).named(name);
        let first_conflicts = conflicts(first, "first_conflicts");
        let second_conflicts = conflicts(second, "second_conflicts");
        output.merges.set(sum(first.hits, second.hits));
        output.creates.set(sum(first.creates, second.creates));
        output.conflicts.set(sum(first_conflicts, second_conflicts));
        output.evictions.set(sum(first.evicts, second.evicts));
        let chosen = self.groups.output.choice_warp;
        let forwards = |place: Place<'m>, name: &str| {
            (place.hits & place.old.eq(chosen) & place.joins.any()).named(name)
        };
        let first_forwards = forwards(first, "first_forwards");
        let second_forwards = forwards(second, "second_forwards");
        let has_choice = self.groups.output.choice;
        output
            .forward
            .set(has_choice & (first_forwards | second_forwards));
    }
}

/// The halves without a second one that waits for lanes of the pool.
fn inserted<'m>(turn: Turn<'m>, [first, second]: [Half<'m>; 2]) -> [Half<'m>; 2] {
    let second = match turn.parts {
        None => second,
        Some(parts) => Half {
            valid: (second.valid & !parts).named("second_inserted"),
            lanes: second.lanes.masked(!parts).named("second_from"),
            ..second
        },
    };
    [first, second]
}

/// How many of two are 1.
fn sum<'m>(a: Expr<'m>, b: Expr<'m>) -> Expr<'m> {
    (a & b).cat(a ^ b)
}

impl<'m> Place<'m> {
    /// The lanes that the LUT says.
    pub(super) fn taken(self, name: &str) -> Self {
        let lanes = self.joins.masked(self.hits) | self.moves.masked(self.creates);
        let lanes = lanes.named(name);
        Self { lanes, ..self }
    }

    /// The warp that the group scheduler hears of.
    pub(super) fn warp(&self) -> Expr<'m> {
        self.creates.mux(self.new, self.old)
    }

    /// The warp of a lane's thread.
    pub(super) fn warp_of(&self, lane: Index) -> Expr<'m> {
        let moves = self.creates & self.moves.bit(lane);
        moves.mux(self.new, self.old)
    }
}
