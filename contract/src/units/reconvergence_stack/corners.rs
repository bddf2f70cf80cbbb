//! Situations that stimuli of `reconvergence_stack` must reach.

use super::{In, Out, Params};
use crate::Property;
use crate::terms::{Is, Terms, Word};

/// The corners; some exist only where updates or pops take several cycles.
pub(super) fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    let popping = vec![
        corner("popping", "a stack is popping", o.popping),
        corner(
            "popping_is_read",
            "the stack that is popping is read",
            i.read & o.popping & i.read_warp.eq(o.popping_warp),
        ),
        corner(
            "start_while_popping",
            "a warp starts while another is popping",
            i.start & o.popping,
        ),
    ];
    let mut corners = vec![
        corner(
            "both_sides_pushed",
            "both sides are pushed",
            i.push & both_sides(i, o),
        ),
        corner(
            "one_side_pushed",
            "one side is pushed",
            i.push & one_side(i, o),
        ),
        corner(
            "split_without_point",
            "both sides, no reconvergence point",
            !i.push & both_sides(i, o),
        ),
        corner(
            "taken_side_at_point",
            "the taken side is at its reconvergence point",
            i.push & i.compare & both_sides(i, o) & i.target.eq(i.reconverge),
        ),
        corner(
            "other_side_at_point",
            "the other side is at its reconvergence point",
            i.push & i.compare & both_sides(i, o) & i.next.eq(i.reconverge),
        ),
        corner(
            "both_sides_at_point",
            "both sides are at their reconvergence point",
            i.push
                & i.compare
                & both_sides(i, o)
                & i.target.eq(i.reconverge)
                & i.next.eq(i.reconverge),
        ),
        corner(
            "side_at_point_without_compare",
            "a side reaches its reconvergence PC with `compare` low",
            i.push & !i.compare & one_side(i, o) & went_to(i).eq(i.reconverge),
        ),
        corner(
            "push_without_compare",
            "sides that do not compare are pushed",
            i.push & !i.compare & both_sides(i, o),
        ),
        corner(
            "some_lanes_leave",
            "some lanes leave, others go on",
            !i.push & leaving(i, o).any() & one_side(i, o),
        ),
        corner(
            "all_lanes_leave",
            "all lanes leave, others wait",
            !i.push & leaving(i, o).any() & nobody(i, o) & o.read_entries.gt(1),
        ),
        corner(
            "some_lanes_at_pushed_point",
            "some lanes are at the point that is pushed",
            i.push & leaving(i, o).any() & one_side(i, o),
        ),
        corner(
            "all_lanes_at_pushed_point",
            "all lanes are at the point that is pushed",
            i.push & leaving(i, o).any() & nobody(i, o),
        ),
        corner(
            "lane_ends_and_leaves",
            "a lane ends and leaves",
            known(i, o) & (i.exit & i.leave & o.read_lanes).any(),
        ),
        corner(
            "lane_leaves_and_is_taken",
            "a lane leaves and is taken",
            (leaving(i, o) & i.taken).any(),
        ),
        corner(
            "only_entry_is_left",
            "lanes leave the only entry",
            o.unbalanced,
        ),
        corner(
            "top_reaches_point",
            "the top comes to its reconvergence point",
            !i.push & one_side(i, o) & o.read_waiting & went_to(i).eq(o.read_reconverge),
        ),
        corner(
            "top_without_point_goes_on",
            "a top that waits for nothing goes on",
            !i.push & one_side(i, o) & !o.read_waiting,
        ),
        corner(
            "pc_misses_point_by_one_bit",
            "a PC that differs from the reconvergence point in one bit",
            !i.push
                & one_side(i, o)
                & o.read_waiting
                & (went_to(i) ^ o.read_reconverge).ones().eq(1),
        ),
        corner(
            "some_threads_end",
            "some threads end",
            known(i, o) & (i.exit & o.read_lanes).any() & (i.exit & o.read_lanes).ne(o.read_lanes),
        ),
        corner(
            "all_threads_of_top_end",
            "all threads of the top end, others wait",
            known(i, o) & (o.read_lanes & !i.exit).none() & o.read_entries.gt(1),
        ),
        corner(
            "last_threads_end",
            "the last threads of a warp end",
            known(i, o) & (o.read_lanes & !i.exit).none() & o.read_entries.eq(1),
        ),
        corner(
            "inactive_lanes_named",
            "lanes that are not active are named",
            known(i, o) & ((i.exit | i.leave | i.taken) & !o.read_lanes).any(),
        ),
        corner(
            "lane_ends_and_is_taken",
            "a lane ends and is taken",
            known(i, o) & (i.exit & i.taken & o.read_lanes).any(),
        ),
        corner(
            "stack_full",
            "a stack is full",
            i.read & o.read_entries.eq(p.depth),
        ),
        corner("overflow", "overflow", o.overflow),
        corner(
            "full_stack_updated",
            "a full stack is updated without overflow",
            known(i, o) & o.read_entries.eq(p.depth) & !grows(i, o),
        ),
        corner(
            "start_during_update",
            "a warp starts while another is updated",
            i.start & i.update,
        ),
        corner(
            "last_warp_updated",
            "the last warp is updated",
            i.update & i.update_warp.eq(p.warps - 1),
        ),
        corner("all_live", "every warp is live", o.live.ones().eq(p.warps)),
        corner("none_live", "no warp is live", o.live.none()),
    ];
    if p.lanes > 2 {
        corners.push(corner(
            "leave_and_split",
            "some lanes leave, others part",
            !i.push & leaving(i, o).any() & both_sides(i, o),
        ));
    }
    // All entries except the bottom may be done at once. A stack is popping if these are more than one cycle pops.
    if p.pops < p.depth - 1 {
        corners.extend(popping);
    }
    if p.latency > 0 {
        corners.extend([
            corner(
                "busy_stack_read",
                "a stack that is busy is read",
                i.read & o.busy.has(i.read_warp),
            ),
            corner(
                "start_while_busy",
                "a warp starts while another is busy",
                i.start & o.busy.any(),
            ),
            corner(
                "update_while_busy",
                "a warp is updated while another is busy",
                i.update & o.busy.any(),
            ),
        ]);
    }
    if p.latency > 1 {
        corners.push(corner(
            "several_busy",
            "several stacks are busy",
            o.busy.ones().gt(1),
        ));
    }
    corners
}

/// Whether the warp that is updated is also read, so that its active lanes are known.
fn known(i: &In<Terms>, o: &Out<Terms>) -> Is {
    i.update & i.read & i.read_warp.eq(i.update_warp) & !o.popping
}

/// Active lanes that leave the top.
fn leaving(i: &In<Terms>, o: &Out<Terms>) -> Word {
    (o.read_lanes & i.leave & !i.exit).masked(known(i, o))
}

/// Whether active lanes go on at the taken side, and whether any go on at the other side.
fn sides(i: &In<Terms>, o: &Out<Terms>) -> (Is, Is) {
    let left = o.read_lanes & !i.exit & !i.leave;
    ((left & i.taken).any(), (left & !i.taken).any())
}

fn both_sides(i: &In<Terms>, o: &Out<Terms>) -> Is {
    let (taken, others) = sides(i, o);
    known(i, o) & taken & others
}

fn one_side(i: &In<Terms>, o: &Out<Terms>) -> Is {
    let (taken, others) = sides(i, o);
    known(i, o) & (taken ^ others)
}

/// Whether the update adds entries.
fn grows(i: &In<Terms>, o: &Out<Terms>) -> Is {
    both_sides(i, o) | i.push & one_side(i, o)
}

fn nobody(i: &In<Terms>, o: &Out<Terms>) -> Is {
    let (taken, others) = sides(i, o);
    known(i, o) & !taken & !others
}

/// The PC to which a single side goes; meaningful if exactly one side has lanes.
fn went_to(i: &In<Terms>) -> Word {
    i.taken.any().mux(i.target, i.next)
}
