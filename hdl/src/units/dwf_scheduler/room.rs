//! Whether another insertion fits into the pool and the group scheduler: the form with stages.

use super::pipeline::{Pipeline, STAGE};
use crate::blocks::count_ones;
use crate::{Expr, Register};

/// Whether an insertion fits, and whether insertions are in flight.
#[derive(Clone, Copy)]
pub(super) struct Fits<'m> {
    pub(super) has_room: Expr<'m>,
    /// One did in the cycle before.
    pub(super) had_room: Expr<'m>,
    pub(super) under_way: Expr<'m>,
    /// Registers that record whether an insertion enters, and whether a half is spilled.
    pub(super) entered: Register<'m>,
    pub(super) written: Register<'m>,
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
        let (free, room) = (free.zero_extend(both), room.zero_extend(both));
        let free_entries = wide(free.lt(room).mux(free, room));
        // One insertion fewer means one free place more. An insertion that enters in this cycle is counted in the next cycle.
        let all = m.cat(insert_en).named("insertions");
        let spare = m.register("spare", bits).reset(0).overhead(STAGE);
        let none = wide(count_ones(
            m,
            "without_insertion",
            (!all).named("no_insertions"),
        ));
        let spare_d = (free_entries + none).named("next_spare");
        spare.next(spare_d);
        let entered = m.register("entered", 1).reset(0).overhead(STAGE);
        let inserted = m.register("inserted", 1).reset(0).overhead(STAGE);
        inserted.next(insert_en[2] & self.move_en);
        // DWF-57: what is set aside is known a cycle late too. Of the rest, more than seven places count as seven.
        let next = wide(spill.output.fetch_request);
        let aside = (wide(spill.output.fetching) + next + 3).named("aside");
        let rest = (spare_d - aside).named("rest");
        let many = rest.bits(bits - 1, 3).any();
        let rest = many.mux(7, rest.truncate(3));
        let margin = m.register("margin", 3).reset(0).overhead(STAGE);
        margin.next(rest.masked(spare_d.ge(aside)));
        let written = m.register("written", 1).reset(0).overhead(STAGE);
        let fetched = m.register("fetched", 1).reset(0).overhead(STAGE);
        fetched.next(spill.output.fetch & sub_units.input.fetch_ready);
        let more = [*written, *fetched, *entered].map(|one| one.zero_extend(3));
        let more = (more[0] + more[1] + more[2]).named("more");
        let has_room = margin.gt(more).named("has_room");
        let had_room = m.register("had_room", 1).reset(0).overhead(STAGE);
        let reserved = wide(spill.output.fetching) + wide(*entered) + 3;
        spill.input.pull.set(spare.gt(reserved.named("reserved")));
        Fits {
            has_room,
            had_room: had_room.next(has_room),
            under_way: all.any() | *inserted,
            entered,
            written,
        }
    }
}
