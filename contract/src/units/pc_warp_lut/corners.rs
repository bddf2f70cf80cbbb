//! What stimuli of `pc_warp_lut` must reach.

use super::{In, Out, Params, PcWarpLut};
use crate::{Corner, Values};

/// The corners of a table with one way or with more.
pub(super) fn corners(p: &Params) -> Vec<Corner<PcWarpLut>> {
    if p.pipelined {
        return pipelined();
    }
    let mut corners = alone();
    corners.extend(together());
    corners.extend(if p.ways == 1 { one_way() } else { ways() });
    corners.extend(if p.slots == 1 { one_slot() } else { slots() });
    corners
}

/// Corners of two look-ups that meet in the only way of a set.
fn one_way() -> Vec<Corner<PcWarpLut>> {
    vec![Corner::new(
        "first takes the only way, second evicts it",
        |p, i, o| other_pc_same_set(p, i) && neither_hits(o) && !o.first_evict && o.second_evict,
    )]
}

/// Corners of two look-ups that meet in different ways of a set.
fn ways() -> Vec<Corner<PcWarpLut>> {
    let corner = Corner::<PcWarpLut>::new;
    vec![
        corner("first takes the last free way, second evicts", |p, i, o| {
            other_pc_same_set(p, i) && neither_hits(o) && !o.first_evict && o.second_evict
        }),
        corner("both find free ways of a set", |p, i, o| {
            other_pc_same_set(p, i) && neither_hits(o) && !o.first_evict && !o.second_evict
        }),
        corner("both hit in a set", |p, i, o| {
            other_pc_same_set(p, i) && o.first_hit && o.second_hit
        }),
        corner("first evicts where second joins", |p, i, o| {
            other_pc_same_set(p, i) && !o.first_hit && o.first_evict && o.second_hit
        }),
    ]
}

/// Corners of operations that go through stages: of what enters, and of the answer to what entered before.
fn pipelined() -> Vec<Corner<PcWarpLut>> {
    let corner = Corner::<PcWarpLut>::new;
    vec![
        corner("the table is being cleared", |_, _, o| !o.ready),
        corner("all join a warp", |_, i, o| {
            i.update && o.first_hit && !o.first_create
        }),
        corner("some join a warp", |_, i, o| {
            i.update && o.first_hit && o.first_create && o.first_old_lanes != 0
        }),
        corner("none can join a warp", |_, i, o| {
            i.update && o.first_hit && o.first_old_lanes == 0
        }),
        corner("a free way is taken", |_, i, o| {
            i.update && o.first_create && !o.first_hit && !o.first_evict
        }),
        corner("a warp is pushed out", |_, i, o| {
            i.update && o.first_create && o.first_evict
        }),
        corner("every lane makes a warp", |p, i, o| {
            i.update && o.first_create && o.first_new_lanes.count_ones() == p.lanes as u32
        }),
        corner("an answer stands", |_, i, o| !i.update && o.first_create),
        corner("there is no answer", |_, i, o| {
            i.update && !o.first_hit && !o.first_create
        }),
        corner("a look-up does not enter", |_, i, _| i.first && !i.update),
        corner("a warp retires", |_, i, _| i.retire && i.update),
        corner("a warp retires as a look-up is answered", |_, i, o| {
            i.retire && i.update && o.first_hit
        }),
        corner("a look-up follows another", |_, i, o| {
            i.first && i.update && o.first_create
        }),
        corner("nothing enters", |_, i, o| {
            i.update && o.ready && !i.first && !i.retire
        }),
        corner("the last set", |p, i, _| {
            i.update && i.first && i.first_pc as usize % p.sets == p.sets - 1
        }),
    ]
}

/// Corners of one look-up or command.
fn alone() -> Vec<Corner<PcWarpLut>> {
    let corner = Corner::<PcWarpLut>::new;
    vec![
        corner("the table is being cleared", |_, _, o| !o.ready),
        corner("first joins a warp", |_, i, o| {
            i.update && i.first && o.first_hit && !o.first_create
        }),
        corner("first joins a warp in part", |_, i, o| {
            i.update && i.first && o.first_hit && o.first_create && o.first_old_lanes != 0
        }),
        corner("no lane of first can join", |_, i, o| {
            i.update && i.first && o.first_hit && o.first_old_lanes == 0
        }),
        corner("first takes a free way", |_, i, o| {
            i.update && i.first && !o.first_hit && !o.first_evict
        }),
        corner("first evicts", |_, i, o| {
            i.update && i.first && !o.first_hit && o.first_evict
        }),
        corner("second joins a warp", |_, i, o| {
            i.update && i.second && o.second_hit && !o.second_create
        }),
        corner("second joins a warp in part", |_, i, o| {
            i.update && i.second && o.second_hit && o.second_create && o.second_old_lanes != 0
        }),
        corner("no lane of second can join", |_, i, o| {
            i.update && i.second && o.second_hit && o.second_old_lanes == 0
        }),
        corner("second takes a free way", |_, i, o| {
            i.update && i.second && !o.second_hit && !o.second_evict
        }),
        corner("second evicts", |_, i, o| {
            i.update && i.second && !o.second_hit && o.second_evict
        }),
        corner("second without first", |_, i, _| {
            i.update && i.second && !i.first
        }),
        corner("look-ups that do not take effect", |_, i, _| {
            !i.update && !i.retire && i.first && i.second
        }),
        corner("nothing to take effect", |_, i, _| {
            i.update && !i.first && !i.second
        }),
        corner("a warp retires alone", |_, i, _| {
            i.retire && !i.first && !i.second
        }),
        corner("the warp of its PC retires", |_, i, o| {
            retires(i) && o.first_hit && o.first_old == i.retire_warp
        }),
        corner("a warp retires that merged no more", |_, i, o| {
            retires(i) && o.first_hit && o.first_old != i.retire_warp
        }),
        corner("a warp retires whose PC is gone", |_, i, o| {
            retires(i) && !o.first_hit
        }),
        corner("a warp retires while its PC is looked up", |_, i, _| {
            i.retire && i.second && i.second_pc == i.retire_pc
        }),
        corner("the last set", |p, i, _| {
            i.update && i.first && i.first_pc as usize % p.sets == p.sets - 1
        }),
        corner("every lane", |p, i, _| {
            i.update && i.first && i.first_lanes.count_ones() == p.lanes as u32
        }),
    ]
}

/// Corners of two look-ups that meet.
fn together() -> Vec<Corner<PcWarpLut>> {
    let corner = Corner::<PcWarpLut>::new;
    vec![
        corner("both join one warp", |_, i, o| {
            same_pc(i) && !o.first_create && !o.second_create
        }),
        corner("second conflicts where first has joined", |_, i, o| {
            same_pc(i) && !o.first_create && o.second_create
        }),
        corner("second joins the warp that first creates", |_, i, o| {
            same_pc(i) && !o.first_hit && !o.second_create && o.second_old == i.fresh_first
        }),
        corner("second joins the warp of first's conflict", |_, i, o| {
            same_pc(i) && o.first_hit && o.first_create && !o.second_create
        }),
        corner("both evict in one set", |p, i, o| {
            other_pc_same_set(p, i) && neither_hits(o) && o.first_evict && o.second_evict
        }),
        corner("second evicts where first joins", |p, i, o| {
            other_pc_same_set(p, i) && o.first_hit && !o.second_hit && o.second_evict
        }),
        corner("PCs of a set that differ in one bit", |p, i, _| {
            other_pc_same_set(p, i) && (i.first_pc ^ i.second_pc).count_ones() == 1
        }),
        corner("different sets", |p, i, _| both(i) && !same_set(p, i)),
        corner("both create", |_, i, o| {
            both(i) && o.first_create && o.second_create && o.second_new == i.fresh_second
        }),
        corner("second alone creates", |_, i, o| {
            both(i) && !o.first_create && o.second_create && o.second_new == i.fresh_first
        }),
    ]
}

/// Corners of threads that each have a home lane of their own in a warp: those of both may come in one.
fn one_slot() -> Vec<Corner<PcWarpLut>> {
    let corner = Corner::<PcWarpLut>::new;
    vec![
        corner("second conflicts with first alone", |_, i, o| {
            same_pc(i)
                && !o.first_create
                && o.second_create
                && o.second_new_lanes & !i.first_lanes == 0
        }),
        corner("both conflict in one PC", |_, i, o| {
            same_pc(i) && o.first_hit && o.first_create && o.second_create
        }),
    ]
}

/// Corners of threads that may take any lane of their home lane.
fn slots() -> Vec<Corner<PcWarpLut>> {
    let corner = Corner::<PcWarpLut>::new;
    vec![
        corner("a thread of first takes another lane", |_, i, o| {
            both(i) && o.first_hit && !o.first_create && o.first_old_lanes != i.first_lanes
        }),
        corner("a home lane of first goes to both warps", |p, i, o| {
            let in_both = |home| share_home(o.first_old_lanes, o.first_new_lanes, p, home);
            both(i) && o.first_hit && o.first_create && (0..p.home_lanes()).any(in_both)
        }),
        corner("second takes lanes that first leaves", |_, i, o| {
            let moves = !o.first_hit && o.first_new_lanes & i.second_lanes != 0;
            both(i) && moves && !waits(o)
        }),
        corner("second joins in part beside first", |_, i, o| {
            both(i) && o.second_hit && o.second_create && o.second_old_lanes != 0
        }),
        corner("second waits", |_, i, o| both(i) && waits(o)),
        corner("second waits and first creates", |_, i, o| {
            both(i) && waits(o) && o.first_create
        }),
        corner("second waits where both hit in a set", |p, i, o| {
            other_pc_same_set(p, i) && waits(o) && o.first_hit
        }),
    ]
}

/// Whether a home lane has lanes in both masks.
fn share_home(a: u64, b: u64, p: &Params, home: usize) -> bool {
    let lanes = (home..p.lanes).step_by(p.home_lanes());
    let home = lanes.fold(0, |mask, lane| mask | 1 << lane);
    a & home != 0 && b & home != 0
}

/// Whether second waits for lanes that first takes.
fn waits(o: &Out<Values>) -> bool {
    o.second_hit && !o.second_create && o.second_old_lanes == 0
}

fn both(i: &In<Values>) -> bool {
    i.update && i.first && i.second
}

fn same_pc(i: &In<Values>) -> bool {
    both(i) && i.first_pc == i.second_pc
}

fn other_pc_same_set(p: &Params, i: &In<Values>) -> bool {
    both(i) && i.first_pc != i.second_pc && same_set(p, i)
}

fn same_set(p: &Params, i: &In<Values>) -> bool {
    i.first_pc as usize % p.sets == i.second_pc as usize % p.sets
}

fn neither_hits(o: &Out<Values>) -> bool {
    !o.first_hit && !o.second_hit
}

/// Whether a warp retires and first, which looks up its PC then, means something.
fn retires(i: &In<Values>) -> bool {
    i.retire && i.first
}
