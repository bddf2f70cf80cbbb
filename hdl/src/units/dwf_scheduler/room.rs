//! Whether another insertion fits into the pool and the group scheduler, and what is spilled if none does: the form with stages.

use super::handed::Handed;
use super::pipeline::{Pipeline, STAGE};
use crate::blocks::count_ones;
use crate::{Expr, Register};

/// Whether an insertion fits, and whether insertions are in flight.
#[derive(Clone, Copy)]
pub(super) struct Fits<'m> {
    pub(super) has_room: Expr<'m>,
    /// One did in the cycle before.
    pub(super) had_room: Expr<'m>,
    under_way: Expr<'m>,
    /// Registers that record whether an insertion enters, and whether threads are spilled.
    pub(super) entered: Register<'m>,
    written: Register<'m>,
}

impl<'m> Pipeline<'_, 'm> {
    /// Whether an insertion fits, and whether insertions are in flight.
    pub(super) fn has_room(&self) -> Fits<'m> {
        let Self { m, sub_units, .. } = *self;
        let (spill, insert_en) = (&sub_units.spill, self.stages.map(|stage| *stage.insert_en));
        let (free, room) = (
            sub_units.allocator.output.free,
            sub_units.groups.output.room,
        );
        m.section(
            "Free pool entries and room for groups in the cycle before must suffice for warps being \
             fetched, for the next one to fetch, for insertions in flight, and for one more \
             insertion.",
        );
        let both = free.width().max(room.width());
        let bits = both.max(spill.output.fetching.width()).max(3) + 1;
        let wide = |value: Expr<'m>| value.zero_extend(bits);
        // One insertion fewer means one free place more. An insertion that enters in this cycle is counted in the next cycle.
        let all = m.cat(insert_en).named("insertions");
        let count = |name, bits| wide(count_ones(m, name, bits));
        let entering = count("insertion_count", all);
        let none = count("without_insertion", (!all).named("no_insertions"));
        // DWF-57: what is set aside is known a cycle late too.
        let needed = (wide(spill.output.fetching) + entering).named("needed");
        let flag = |name| m.register(name, 1).reset(0).overhead(STAGE);
        let (entered, written) = (flag("entered"), flag("written"));
        let inserted = flag("inserted");
        inserted.next(insert_en[2] & self.move_en);
        let fetched = flag("fetched");
        fetched.next(spill.output.fetch & sub_units.input.fetch_ready);
        // Whether another is to be fetched is known late, so it is taken off a cycle later.
        let wanted = flag("fetch_wanted").next(spill.output.fetch_request);
        let more = [*written, *fetched, *entered, wanted].map(|one| one.zero_extend(3));
        let more = (more[0] + more[1] + (more[2] + more[3])).named("more");
        let reserved = wide(spill.output.fetching) + wide(*entered) + 3;
        let reserved = reserved.named("reserved");
        // Pool and group scheduler each say whether they have room: the lesser of both would be known later than either.
        let [of_pool, of_groups] = [("entries", free), ("groups", room)].map(|(name, places)| {
            let places = wide(places);
            let rest = (places - needed).named(format!("rest_of_{name}"));
            // More than seven places count as seven.
            let many = rest.bits(bits - 1, 3).any();
            let rest = many.mux(7, rest.truncate(3));
            let register = |what: &str, bits| {
                let register = m.register(format!("{what}_{name}"), bits).reset(0);
                register.overhead(STAGE)
            };
            let margin = register("margin_of", 3).next(rest.masked(places.ge(needed)));
            let spare = register("spare", bits).next(places + none);
            (margin.gt(more), spare.gt(reserved))
        });
        let has_room = (of_pool.0 & of_groups.0).named("has_room");
        let had_room = flag("had_room");
        spill.input.pull.set(of_pool.1 & of_groups.1);
        Fits {
            has_room,
            had_room: had_room.next(has_room),
            under_way: all.any() | *inserted,
            entered,
            written,
        }
    }

    /// Spills threads that do not fit; returns whether they are written.
    pub(super) fn spill(&self, handed: Handed<'m>, fits: &Fits<'m>) -> Expr<'m> {
        let Self { m, sub_units, .. } = *self;
        let (commit, spill) = (handed.spilled, &sub_units.spill.output);
        // DWF-66: a free place is known a cycle late: the comparison of its pointers is not on the way to the update registers.
        let has_place = m.register("has_place", 1).reset(1).overhead(STAGE);
        let push = commit.valid & !(spill.pop | fits.has_room | fits.under_way);
        let push = (push & *has_place).named("push");
        sub_units.push(push, commit, |i| handed.spilled_tid.at(i));
        m.unused(spill.push_ready);
        let spilled = (push & sub_units.input.write_ready).named("spilled");
        fits.written.next(spilled);
        let count = spill.count;
        let one_more = !count.bits(count.width() - 1, 1).all();
        has_place.next(spilled.mux(one_more, !count.all()));
        spilled
    }
}
