//! What stimuli of `dwf_scheduler` must reach.

use super::{DwfScheduler, Params, Scheduler};
use crate::Corner;

/// The corners of a scheduler, by what is inside.
pub(super) fn corners(p: &Params) -> Vec<Corner<DwfScheduler>> {
    let corner = Corner::<DwfScheduler>::new;
    let mut corners = common();
    corners.extend(match p.pipelined() {
        true => in_stages(),
        false => within_a_cycle(),
    });
    if p.spill.fetches() > 1 {
        corners.push(corner("two warps are on their way back", |_, _, o| {
            o.fetching == 2
        }));
    }
    if p.scheduler == Scheduler::Majority {
        corners.extend([
            corner("groups, but no majority yet", |_, i, o| {
                o.waiting && i.issue_ready
            }),
            corner("a spilled warp waits for the group scheduler", |_, i, o| {
                i.back && o.hold
            }),
        ]);
    }
    // With a small heap there is no room before the queue is full.
    if p.scheduler == Scheduler::Majority && p.groups.heap() >= 2 * p.groups.queue() {
        corners.push(corner(
            "an insertion waits for the update queue",
            |_, _, o| o.hold && !o.insert,
        ));
    }
    if p.crossbar.is_some() && !p.pipelined() {
        corners.extend(slots());
    }
    corners
}

/// Corners of every form.
fn common() -> Vec<Corner<DwfScheduler>> {
    let corner = Corner::<DwfScheduler>::new;
    vec![
        corner("a lane conflict", |_, _, o| o.insert && o.conflicts != 0),
        corner("the LUT gives up a living warp", |_, _, o| {
            o.insert && o.evictions != 0
        }),
        corner("threads join the warp that is chosen", |_, _, o| {
            o.insert && o.forward
        }),
        corner("the pool is full", |_, _, o| o.ready && o.pool_free == 0),
        corner("a warp leaves a full pool", |_, i, o| {
            o.ready && o.pool_free == 0 && o.issue && i.issue_ready
        }),
        corner("the pool is empty", |p, _, o| {
            o.pool_free == p.pool().warps() as u64
        }),
        corner("a half is spilled while nothing is", |_, i, o| {
            o.spilled == 0 && o.write && i.write_ready
        }),
        corner("a half is spilled after others", |_, i, o| {
            o.spilled != 0 && o.write && i.write_ready
        }),
        corner(
            "threads are inserted while others are spilled",
            |_, i, o| o.insert && !i.back && o.spilled != 0,
        ),
        corner("a warp that is back goes before a commit", |_, i, o| {
            i.back && o.back_ready && i.commit && !o.commit_ready
        }),
        corner("a half is spilled as a warp is fetched", |_, i, o| {
            o.write && i.write_ready && o.fetch && i.fetch_ready
        }),
        corner("a half is spilled while places are set aside", |_, _, o| {
            o.write && o.pool_free != 0 && o.fetching != 0
        }),
        corner("the memory is not ready for a half", |_, i, o| {
            o.write && !i.write_ready
        }),
        corner("the last spilled warp comes back", |_, i, o| {
            i.back && o.back_ready && o.spilled == 1
        }),
        corner("a warp waits for the pipeline", |_, i, o| {
            o.issue && !i.issue_ready
        }),
        corner("a warp leaves while a commit waits", |_, i, o| {
            o.issue && i.issue_ready && i.commit && !o.commit_ready
        }),
    ]
}

/// Corners of a scheduler that does everything within a cycle, both halves of a commit at once.
fn within_a_cycle() -> Vec<Corner<DwfScheduler>> {
    let corner = Corner::<DwfScheduler>::new;
    vec![
        corner("both halves are inserted", |_, i, o| {
            o.insert && !i.back && o.merges + o.creates - o.conflicts == 2
        }),
        corner("both halves make a warp", |_, _, o| {
            o.insert && o.creates == 2
        }),
        corner("a half joins a warp, the other makes one", |_, i, o| {
            o.insert && !i.back && o.merges == 1 && o.creates == 1 && o.conflicts == 0
        }),
        corner("a commit with more than two next PCs", |_, i, o| {
            i.commit && !o.commit_ready && o.insert
        }),
        corner(
            "a half waits to be spilled while a warp leaves",
            |_, i, o| !o.write && i.commit && o.spilled != 0 && o.issue && i.issue_ready,
        ),
        corner("a spilled warp joins another", |_, i, o| {
            i.back && o.back_ready && o.merges == 1
        }),
    ]
}

/// Corners of operations that go through stages.
fn in_stages() -> Vec<Corner<DwfScheduler>> {
    let corner = Corner::<DwfScheduler>::new;
    vec![
        corner("threads join a warp", |_, _, o| {
            o.insert && o.merges == 1 && o.creates == 0
        }),
        corner("threads make a warp", |_, _, o| {
            o.insert && o.merges == 0 && o.creates == 1
        }),
        corner("threads are inserted as a warp leaves", |_, i, o| {
            o.insert && o.issue && i.issue_ready
        }),
        corner(
            "a spilled warp enters as threads are inserted",
            |_, i, o| i.back && o.back_ready && o.insert,
        ),
        corner("a commit is taken as threads are inserted", |_, _, o| {
            o.commit_ready && o.insert
        }),
        corner("a spilled warp waits", |_, i, o| {
            i.back && !o.back_ready && !o.hold
        }),
    ]
}

/// Corners of threads that may take any lane of their home lane.
fn slots() -> [Corner<DwfScheduler>; 3] {
    let corner = Corner::<DwfScheduler>::new;
    [
        corner("a second half waits for lanes of the pool", |_, i, o| {
            o.insert && o.hold && i.commit && !o.commit_ready
        }),
        corner("it waits, and the first makes a warp", |_, _, o| {
            o.insert && o.hold && o.creates == 1
        }),
        corner("it waits while nothing comes behind it", |_, i, o| {
            o.insert && o.hold && !i.commit
        }),
    ]
}
