//! Situations that stimuli of `pc_warp_lut` must reach.

use super::{In, Out, Params};
use crate::Property;
use crate::terms::{Is, Terms, Word, any};

/// The corners of a table with one way or with more.
pub(super) fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    if p.pipelined {
        return pipelined(p, i, o);
    }
    let mut corners = alone(p, i, o);
    corners.extend(together(p, i, o));
    corners.extend(if p.ways == 1 {
        one_way(p, i, o)
    } else {
        ways(p, i, o)
    });
    corners.extend(if p.slots == 1 {
        one_slot(i, o)
    } else {
        slots(p, i, o)
    });
    corners
}

/// Corners of two look-ups that meet in the only way of a set.
fn one_way(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    vec![Property::new(
        "second_evicts_only_way",
        "first takes the only way, second evicts it",
        other_pc_same_set(p, i) & neither_hits(o) & !o.first_evict & o.second_evict,
    )]
}

/// Corners of two look-ups that meet in different ways of a set.
fn ways(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "second_evicts_after_last_way",
            "first takes the last free way, second evicts",
            other_pc_same_set(p, i) & neither_hits(o) & !o.first_evict & o.second_evict,
        ),
        corner(
            "two_free_ways",
            "both find free ways of a set",
            other_pc_same_set(p, i) & neither_hits(o) & !o.first_evict & !o.second_evict,
        ),
        corner(
            "two_hits_in_one_set",
            "both hit in a set",
            other_pc_same_set(p, i) & o.first_hit & o.second_hit,
        ),
        corner(
            "first_evicts_second_joins",
            "first evicts where second joins",
            other_pc_same_set(p, i) & !o.first_hit & o.first_evict & o.second_hit,
        ),
    ]
}

/// Corners of the pipelined table: of the operation that enters, and of the answer to an earlier one.
fn pipelined(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("clearing", "the table is being cleared", !o.init_done),
        corner(
            "all_join",
            "all join a warp",
            i.update & o.first_hit & !o.first_create,
        ),
        corner(
            "some_join",
            "some join a warp",
            i.update & o.first_hit & o.first_create & o.first_old_lanes.any(),
        ),
        corner(
            "none_joins",
            "none can join a warp",
            i.update & o.first_hit & o.first_old_lanes.none(),
        ),
        corner(
            "free_way_taken",
            "a free way is taken",
            i.update & o.first_create & !o.first_hit & !o.first_evict,
        ),
        corner(
            "eviction",
            "a warp is pushed out",
            i.update & o.first_create & o.first_evict,
        ),
        corner(
            "full_warp_created",
            "every lane makes a warp",
            i.update & o.first_create & o.first_new_lanes.ones().eq(p.lanes),
        ),
        corner(
            "answer_holds",
            "an answer stands",
            !i.update & o.first_create,
        ),
        corner(
            "no_answer",
            "there is no answer",
            i.update & !o.first_hit & !o.first_create,
        ),
        corner(
            "look_up_waits",
            "a look-up does not enter",
            i.first & !i.update,
        ),
        corner("retirement", "a warp retires", i.retire & i.update),
        corner(
            "retirement_during_answer",
            "a warp retires as a look-up is answered",
            i.retire & i.update & o.first_hit,
        ),
        corner(
            "look_ups_in_a_row",
            "a look-up follows another",
            i.first & i.update & o.first_create,
        ),
        corner(
            "nothing_enters",
            "nothing enters",
            i.update & o.init_done & !i.first & !i.retire,
        ),
        corner(
            "last_set",
            "the last set",
            i.update & i.first & set(p, i.first_pc).eq(p.sets - 1),
        ),
    ]
}

/// Corners of one look-up or command.
fn alone(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("clearing_both", "the table is being cleared", !o.init_done),
        corner(
            "first_joins",
            "first joins a warp",
            i.update & i.first & o.first_hit & !o.first_create,
        ),
        corner(
            "first_joins_partly",
            "first joins a warp in part",
            i.update & i.first & o.first_hit & o.first_create & o.first_old_lanes.any(),
        ),
        corner(
            "first_conflicts",
            "no lane of first can join",
            i.update & i.first & o.first_hit & o.first_old_lanes.none(),
        ),
        corner(
            "first_takes_free_way",
            "first takes a free way",
            i.update & i.first & !o.first_hit & !o.first_evict,
        ),
        corner(
            "first_evicts",
            "first evicts",
            i.update & i.first & !o.first_hit & o.first_evict,
        ),
        corner(
            "second_joins",
            "second joins a warp",
            i.update & i.second & o.second_hit & !o.second_create,
        ),
        corner(
            "second_joins_partly",
            "second joins a warp in part",
            i.update & i.second & o.second_hit & o.second_create & o.second_old_lanes.any(),
        ),
        corner(
            "second_conflicts",
            "no lane of second can join",
            i.update & i.second & o.second_hit & o.second_old_lanes.none(),
        ),
        corner(
            "second_takes_free_way",
            "second takes a free way",
            i.update & i.second & !o.second_hit & !o.second_evict,
        ),
        corner(
            "second_evicts",
            "second evicts",
            i.update & i.second & !o.second_hit & o.second_evict,
        ),
        corner(
            "second_alone",
            "second without first",
            i.update & i.second & !i.first,
        ),
        corner(
            "look_ups_without_update",
            "look-ups that do not take effect",
            !i.update & !i.retire & i.first & i.second,
        ),
        corner(
            "update_without_look_up",
            "nothing to take effect",
            i.update & !i.first & !i.second,
        ),
        corner(
            "retirement_alone",
            "a warp retires alone",
            i.retire & !i.first & !i.second,
        ),
        corner(
            "retirement_of_hit",
            "the warp of its PC retires",
            retires(i) & o.first_hit & o.first_old.eq(i.retire_warp),
        ),
        corner(
            "retirement_of_closed_warp",
            "a warp retires that merged no more",
            retires(i) & o.first_hit & o.first_old.ne(i.retire_warp),
        ),
        corner(
            "retirement_of_missing_pc",
            "a warp retires whose PC is gone",
            retires(i) & !o.first_hit,
        ),
        corner(
            "retirement_during_look_up",
            "a warp retires while its PC is looked up",
            i.retire & i.second & i.second_pc.eq(i.retire_pc),
        ),
        corner(
            "last_set_of_both",
            "the last set",
            i.update & i.first & set(p, i.first_pc).eq(p.sets - 1),
        ),
        corner(
            "every_lane",
            "every lane",
            i.update & i.first & i.first_lanes.ones().eq(p.lanes),
        ),
    ]
}

/// Corners of two look-ups that meet.
fn together(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "both_join_one_warp",
            "both join one warp",
            same_pc(i) & !o.first_create & !o.second_create,
        ),
        corner(
            "second_conflicts_behind_first",
            "second conflicts where first has joined",
            same_pc(i) & !o.first_create & o.second_create,
        ),
        corner(
            "second_joins_new_warp_of_first",
            "second joins the warp that first creates",
            same_pc(i) & !o.first_hit & !o.second_create & o.second_old.eq(i.fresh_first),
        ),
        corner(
            "second_joins_conflict_of_first",
            "second joins the warp of first's conflict",
            same_pc(i) & o.first_hit & o.first_create & !o.second_create,
        ),
        corner(
            "two_evictions_in_one_set",
            "both evict in one set",
            other_pc_same_set(p, i) & neither_hits(o) & o.first_evict & o.second_evict,
        ),
        corner(
            "second_evicts_where_first_joins",
            "second evicts where first joins",
            other_pc_same_set(p, i) & o.first_hit & !o.second_hit & o.second_evict,
        ),
        corner(
            "pcs_differ_in_one_bit",
            "PCs of a set that differ in one bit",
            other_pc_same_set(p, i) & (i.first_pc ^ i.second_pc).ones().eq(1),
        ),
        corner(
            "different_sets",
            "different sets",
            both(i) & !same_set(p, i),
        ),
        corner(
            "both_create",
            "both create",
            both(i) & o.first_create & o.second_create & o.second_new.eq(i.fresh_second),
        ),
        corner(
            "second_alone_creates",
            "second alone creates",
            both(i) & !o.first_create & o.second_create & o.second_new.eq(i.fresh_first),
        ),
    ]
}

/// Corners of one slot: threads of both halves may arrive in the same home lane.
fn one_slot(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "second_conflicts_with_first_only",
            "second conflicts with first alone",
            same_pc(i)
                & !o.first_create
                & o.second_create
                & (o.second_new_lanes & !i.first_lanes).none(),
        ),
        corner(
            "both_conflict_in_one_pc",
            "both conflict in one PC",
            same_pc(i) & o.first_hit & o.first_create & o.second_create,
        ),
    ]
}

/// Corners of threads that may take any lane of their home lane.
fn slots(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "first_takes_other_lane",
            "a thread of first takes another lane",
            both(i) & o.first_hit & !o.first_create & o.first_old_lanes.ne(i.first_lanes),
        ),
        corner(
            "home_lane_in_both_warps",
            "a home lane of first goes to both warps",
            {
                let in_both = |home| share_home(o.first_old_lanes, o.first_new_lanes, p, home);
                both(i) & o.first_hit & o.first_create & any((0..p.home_lanes()).map(in_both))
            },
        ),
        corner(
            "second_takes_what_first_left",
            "second takes lanes that first leaves",
            {
                let moves = !o.first_hit & (o.first_new_lanes & i.second_lanes).any();
                both(i) & moves & !waits(o)
            },
        ),
        corner(
            "second_joins_partly_beside_first",
            "second joins in part beside first",
            both(i) & o.second_hit & o.second_create & o.second_old_lanes.any(),
        ),
        corner("second_waits", "second waits", both(i) & waits(o)),
        corner(
            "second_waits_first_creates",
            "second waits and first creates",
            both(i) & waits(o) & o.first_create,
        ),
        corner(
            "second_waits_in_one_set",
            "second waits where both hit in a set",
            other_pc_same_set(p, i) & waits(o) & o.first_hit,
        ),
    ]
}

/// Whether a home lane has lanes in both masks.
fn share_home(a: Word, b: Word, p: &Params, home: usize) -> Is {
    let lanes = (home..p.lanes).step_by(p.home_lanes());
    let home = lanes.fold(0u64, |mask, lane| mask | 1 << lane);
    (a & home).any() & (b & home).any()
}

/// Whether second waits for lanes that first takes.
fn waits(o: &Out<Terms>) -> Is {
    o.second_hit & !o.second_create & o.second_old_lanes.none()
}

fn both(i: &In<Terms>) -> Is {
    i.update & i.first & i.second
}

fn same_pc(i: &In<Terms>) -> Is {
    both(i) & i.first_pc.eq(i.second_pc)
}

fn other_pc_same_set(p: &Params, i: &In<Terms>) -> Is {
    both(i) & i.first_pc.ne(i.second_pc) & same_set(p, i)
}

fn same_set(p: &Params, i: &In<Terms>) -> Is {
    set(p, i.first_pc).eq(set(p, i.second_pc))
}

fn set(p: &Params, pc: Word) -> Word {
    pc.part(0, p.set_bits())
}

fn neither_hits(o: &Out<Terms>) -> Is {
    !o.first_hit & !o.second_hit
}

/// Whether a warp retires while `first` is high, so that the answer to the look-up of its PC has a meaning.
fn retires(i: &In<Terms>) -> Is {
    i.retire & i.first
}
