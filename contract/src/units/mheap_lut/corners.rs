//! Situations that stimuli of `mheap_lut` must reach.

use super::{In, Out, Params, both_write};
use crate::Property;
use crate::terms::{Is, Terms};

/// The corners of a table.
pub(super) fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    if p.heap_latency > 1 {
        return one_at_a_time(p, i, o);
    }
    let mut corners = look_ups(p, i, o);
    corners.extend(given_up(p, i, o));
    corners.extend(writes(p, i, o));
    corners.extend(two_of_a_set(p, i, o));
    if p.ways > 2 {
        corners.push(Property::new(
            "free_ways_apart",
            "the free ways are not neighbours",
            both_take(p, i, o) & !o.second_used & o.second_entry.ne(o.first_entry + 1),
        ));
    }
    corners
}

/// Corners of a table that looks up one PC at a time. The result is visible at the latest when the next look-up comes.
fn one_at_a_time(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("not_idle", "nothing can be looked up", !o.idle),
        corner("hit", "a PC has an entry", i.first & o.first_hit),
        corner(
            "free_entry_found",
            "a free entry was found",
            i.first & !o.first_hit & !o.first_used & o.first_entry.any(),
        ),
        corner(
            "last_entry_reused",
            "the last entry is given up",
            i.first & !o.first_hit & o.first_used & o.first_entry.eq(p.entries() - 1),
        ),
        corner(
            "miss_without_create",
            "a miss would take nothing",
            i.first & !i.first_create,
        ),
        corner(
            "freed_during_look_up",
            "an entry is freed as a PC is looked up",
            i.first & i.write_first & p.is_none(i.write_first_index),
        ),
        corner(
            "written_during_look_up",
            "an index is written as a PC is looked up",
            i.first & i.write_first & !p.is_none(i.write_first_index),
        ),
        corner(
            "written_in_look_up",
            "an index is written while a PC is looked up",
            !o.idle & i.write_first,
        ),
        corner(
            "found_index_changes",
            "the index of what was found changes",
            i.write_first
                & o.first_used
                & i.write_first_entry.eq(o.first_entry)
                & !p.is_none(i.write_first_index),
        ),
        corner(
            "last_entry_written",
            "the last entry is written",
            i.write_first & i.write_first_entry.eq(p.entries() - 1),
        ),
    ]
}

/// Both PCs belong to the same set.
fn one_set(p: &Params, i: &In<Terms>) -> Is {
    i.first & i.second & p.set_of(i.first_pc).eq(p.set_of(i.second_pc))
}

fn look_ups(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("clearing", "the table is being cleared", !o.idle),
        corner(
            "two_hits",
            "both hit",
            i.first & i.second & o.first_hit & o.second_hit,
        ),
        corner(
            "hit_then_miss",
            "the first hits, the second misses",
            i.first & i.second & o.first_hit & !o.second_hit,
        ),
        corner(
            "miss_then_hit",
            "the first misses, the second hits",
            i.first & i.second & !o.first_hit & o.second_hit,
        ),
        corner(
            "two_misses_in_two_sets",
            "both miss, in different sets",
            i.first & i.second & !o.first_hit & !o.second_hit & !one_set(p, i),
        ),
        corner(
            "second_alone",
            "the second comes alone",
            i.second & !i.first,
        ),
        corner(
            "hit_in_set_of_miss",
            "a hit in a set that the other misses",
            one_set(p, i) & (o.first_hit ^ o.second_hit),
        ),
        corner(
            "last_entry_taken",
            "the last entry is taken",
            first_takes(i, o) & !o.first_used & o.first_entry.eq(p.entries() - 1),
        ),
        corner(
            "first_miss_takes_none",
            "a miss takes nothing",
            i.first & !i.first_create & !o.first_hit & o.first_used,
        ),
        corner(
            "second_miss_takes_none",
            "the second's miss takes nothing",
            i.second & !i.second_create & !o.second_hit & o.second_used,
        ),
        corner(
            "second_takes_what_first_left",
            "the first leaves the second the way that it might have taken",
            one_set(p, i)
                & !i.first_create
                & !o.first_hit
                & second_takes(i, o)
                & o.second_entry.eq(o.first_entry),
        ),
        corner(
            "pcs_differ_in_top_bit",
            "the PCs differ in their top bit only",
            i.first & i.second & (i.first_pc ^ i.second_pc).eq(1u64 << (p.pc_bits - 1)),
        ),
    ]
}

/// The older PC takes an entry.
fn first_takes(i: &In<Terms>, o: &Out<Terms>) -> Is {
    i.first & i.first_create & !o.first_hit
}

/// The younger PC takes an entry.
fn second_takes(i: &In<Terms>, o: &Out<Terms>) -> Is {
    i.second & i.second_create & !o.second_hit
}

/// Both PCs belong to the same set and take an entry each.
fn both_take(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Is {
    one_set(p, i) & first_takes(i, o) & second_takes(i, o)
}

fn given_up(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "entry_reused",
            "an entry is given up",
            first_takes(i, o) & o.first_used,
        ),
        corner(
            "last_entry_reused",
            "the last entry is given up",
            first_takes(i, o) & o.first_used & o.first_entry.eq(p.entries() - 1),
        ),
        corner(
            "second_alone_reuses",
            "the second alone has an entry given up",
            !i.first & second_takes(i, o) & o.second_used,
        ),
        corner(
            "two_reused_in_one_set",
            "two entries of one set are given up",
            both_take(p, i, o) & o.first_used & o.second_used,
        ),
        corner(
            "first_takes_last_way",
            "the first takes the last free way of a set",
            both_take(p, i, o) & !o.first_used & o.second_used,
        ),
        corner(
            "hit_and_miss_in_full_set",
            "the first hits in a full set, the second does not",
            one_set(p, i) & o.first_hit & second_takes(i, o) & o.second_used,
        ),
        corner(
            "second_hits_victim",
            "the second hits what the first gives up",
            i.first & i.second & o.second_hit & !o.second_room,
        ),
        corner(
            "second_hits_beside_victim",
            "the second hits beside what the first gives up",
            one_set(p, i) & first_takes(i, o) & o.first_used & o.second_hit & o.second_room,
        ),
    ]
}

fn two_of_a_set(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "two_hits_in_one_set",
            "both hit in one set",
            one_set(p, i) & o.first_hit & o.second_hit,
        ),
        corner(
            "two_ways_taken",
            "two free ways of a set are taken",
            both_take(p, i, o) & !o.first_used & !o.second_used,
        ),
        corner(
            "one_set_written_twice",
            "entries of one set are written",
            both_write(i) & p.set_of(i.write_first_pc).eq(p.set_of(i.write_second_pc)),
        ),
    ]
}

fn writes(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("two_writes", "two entries are written", both_write(i)),
        corner(
            "second_write_alone",
            "the second writes alone",
            i.write_second & !i.write_first,
        ),
        corner(
            "freed_and_written",
            "one entry is freed, another written",
            both_write(i) & p.is_none(i.write_first_index) & !p.is_none(i.write_second_index),
        ),
        corner(
            "look_up_of_written_pc",
            "a PC is looked up as it gets its entry",
            i.first & !o.first_hit & i.write_first & i.write_first_pc.eq(i.first_pc),
        ),
        corner(
            "look_up_of_freed_pc",
            "a PC is looked up as its entry is freed",
            i.first
                & o.first_hit
                & i.write_first
                & i.write_first_entry.eq(o.first_entry)
                & p.is_none(i.write_first_index),
        ),
        corner(
            "look_up_of_moved_pc",
            "a PC is looked up as its group moves",
            i.second
                & o.second_hit
                & i.write_second
                & i.write_second_entry.eq(o.second_entry)
                & !p.is_none(i.write_second_index),
        ),
        corner(
            "last_entry_written",
            "the last entry is written",
            i.write_first & i.write_first_entry.eq(p.entries() - 1),
        ),
    ]
}
