//! Situations that stimuli of `dwf_scheduler` must reach.

use super::{In, Out, Params, Scheduler};
use crate::Property;
use crate::terms::Terms;

/// The corners of a scheduler, depending on the units inside.
pub(super) fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    let mut corners = common(p, i, o);
    corners.extend(match p.pipelined() {
        true => in_stages(i, o),
        false => within_a_cycle(i, o),
    });
    if p.spill.fetches() > 1 {
        corners.push(corner(
            "two_warps_fetching",
            "two warps are on their way back",
            o.fetching.eq(2),
        ));
    }
    if p.scheduler == Scheduler::Majority {
        corners.extend([
            corner(
                "groups_without_choice",
                "groups, but no majority yet",
                o.waiting & i.issue_ready,
            ),
            corner(
                "back_held",
                "a spilled warp waits for the group scheduler",
                i.back & o.hold,
            ),
        ]);
    }
    // With a small heap, no room is left before the queue is full.
    if p.scheduler == Scheduler::Majority && p.groups.heap() >= 2 * p.groups.queue() {
        corners.push(corner(
            "insertion_held",
            "an insertion waits for the update queue",
            o.hold & !o.insert,
        ));
    }
    if p.crossbar.is_some() && !p.pipelined() {
        corners.extend(slots(i, o));
    }
    corners
}

/// Corners of every form.
fn common(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "lane_conflict",
            "a lane conflict",
            o.insert & o.conflicts.any(),
        ),
        corner(
            "full_conflict",
            "a half conflicts in all its lanes",
            o.insert & o.merges.lt(o.conflicts),
        ),
        corner(
            "lut_eviction",
            "the LUT gives up a living warp",
            o.insert & o.evictions.any(),
        ),
        corner(
            "forwarded_to_choice",
            "threads join the warp that is chosen",
            o.insert & o.forward,
        ),
        corner(
            "pool_full",
            "the pool is full",
            o.init_done & o.pool_free.none(),
        ),
        corner(
            "leave_full_pool",
            "a warp leaves a full pool",
            o.init_done & o.pool_free.none() & o.issue & i.issue_ready,
        ),
        corner(
            "pool_empty",
            "the pool is empty",
            o.pool_free.eq(p.pool().warps()),
        ),
        corner(
            "first_spill",
            "a half is spilled while nothing is",
            o.spilled.none() & o.write & i.write_ready,
        ),
        corner(
            "further_spill",
            "a half is spilled after others",
            o.spilled.any() & o.write & i.write_ready,
        ),
        corner(
            "insert_while_spilled",
            "threads are inserted while others are spilled",
            o.insert & !i.back & o.spilled.any(),
        ),
        corner(
            "back_before_commit",
            "a warp that is back goes before a commit",
            i.back & o.back_ready & i.commit & !o.commit_ready,
        ),
        corner(
            "spill_during_fetch",
            "a half is spilled as a warp is fetched",
            o.write & i.write_ready & o.fetch & i.fetch_ready,
        ),
        corner(
            "spill_with_entries_set_aside",
            "a half is spilled while places are set aside",
            o.write & o.pool_free.any() & o.fetching.any(),
        ),
        corner(
            "write_stalled",
            "the memory is not ready for a half",
            o.write & !i.write_ready,
        ),
        corner(
            "last_spilled_back",
            "the last spilled warp comes back",
            i.back & o.back_ready & o.spilled.eq(1),
        ),
        corner(
            "issue_stalled",
            "a warp waits for the pipeline",
            o.issue & !i.issue_ready,
        ),
        corner(
            "leave_with_commit_waiting",
            "a warp leaves while a commit waits",
            o.issue & i.issue_ready & i.commit & !o.commit_ready,
        ),
    ]
}

/// Corners of a scheduler that does everything within a cycle, both halves of a commit at once.
fn within_a_cycle(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "both_halves_inserted",
            "both halves are inserted",
            o.insert & !i.back & (o.merges + o.creations).eq(o.conflicts + 2),
        ),
        corner(
            "both_halves_create",
            "both halves make a warp",
            o.insert & o.creations.eq(2),
        ),
        corner(
            "one_half_creates",
            "a half joins a warp, the other makes one",
            o.insert & !i.back & o.merges.eq(1) & o.creations.eq(1) & o.conflicts.none(),
        ),
        corner(
            "more_than_two_pcs",
            "a commit with more than two next PCs",
            i.commit & !o.commit_ready & o.insert,
        ),
        corner(
            "spill_waits_for_leave",
            "a half waits to be spilled while a warp leaves",
            !o.write & i.commit & o.spilled.any() & o.issue & i.issue_ready,
        ),
        corner(
            "back_merges",
            "a spilled warp joins another",
            i.back & o.back_ready & o.merges.eq(1),
        ),
    ]
}

/// Corners of the pipelined form.
fn in_stages(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "merge",
            "threads join a warp",
            o.insert & o.merges.eq(1) & o.creations.none(),
        ),
        corner(
            "create",
            "threads make a warp",
            o.insert & o.merges.none() & o.creations.eq(1),
        ),
        corner(
            "insert_during_leave",
            "threads are inserted as a warp leaves",
            o.insert & o.issue & i.issue_ready,
        ),
        corner(
            "back_enters_during_insert",
            "a spilled warp enters as threads are inserted",
            i.back & o.back_ready & o.insert,
        ),
        corner(
            "commit_during_insert",
            "a commit is taken as threads are inserted",
            o.commit_ready & o.insert,
        ),
        corner(
            "back_waits",
            "a spilled warp waits",
            i.back & !o.back_ready & !o.hold,
        ),
    ]
}

/// Corners of threads that may take any lane of their home lane.
fn slots(i: &In<Terms>, o: &Out<Terms>) -> [Property; 3] {
    let corner = Property::new;
    [
        corner(
            "second_half_waits",
            "a second half waits for lanes of the pool",
            o.insert & o.hold & i.commit & !o.commit_ready,
        ),
        corner(
            "second_waits_first_creates",
            "it waits, and the first makes a warp",
            o.insert & o.hold & o.creations.eq(1),
        ),
        corner(
            "second_waits_alone",
            "it waits while nothing comes behind it",
            o.insert & o.hold & !i.commit,
        ),
    ]
}
