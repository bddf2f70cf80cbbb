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
        corner("nothing can be looked up", !o.idle),
        corner("a PC has an entry", i.first & o.first_hit),
        corner(
            "a free entry was found",
            i.first & !o.first_hit & !o.first_used & o.first_entry.any(),
        ),
        corner(
            "the last entry is given up",
            i.first & !o.first_hit & o.first_used & o.first_entry.eq(p.entries() - 1),
        ),
        corner("a miss would take nothing", i.first & !i.first_create),
        corner(
            "an entry is freed as a PC is looked up",
            i.first & i.write_first & p.is_none(i.write_first_index),
        ),
        corner(
            "an index is written as a PC is looked up",
            i.first & i.write_first & !p.is_none(i.write_first_index),
        ),
        corner(
            "an index is written while a PC is looked up",
            !o.idle & i.write_first,
        ),
        corner(
            "the index of what was found changes",
            i.write_first
                & o.first_used
                & i.write_first_entry.eq(o.first_entry)
                & !p.is_none(i.write_first_index),
        ),
        corner(
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
        corner("the table is being cleared", !o.idle),
        corner("both hit", i.first & i.second & o.first_hit & o.second_hit),
        corner(
            "the first hits, the second misses",
            i.first & i.second & o.first_hit & !o.second_hit,
        ),
        corner(
            "the first misses, the second hits",
            i.first & i.second & !o.first_hit & o.second_hit,
        ),
        corner(
            "both miss, in different sets",
            i.first & i.second & !o.first_hit & !o.second_hit & !one_set(p, i),
        ),
        corner("the second comes alone", i.second & !i.first),
        corner(
            "a hit in a set that the other misses",
            one_set(p, i) & (o.first_hit ^ o.second_hit),
        ),
        corner(
            "the last entry is taken",
            first_takes(i, o) & !o.first_used & o.first_entry.eq(p.entries() - 1),
        ),
        corner(
            "a miss takes nothing",
            i.first & !i.first_create & !o.first_hit & o.first_used,
        ),
        corner(
            "the second's miss takes nothing",
            i.second & !i.second_create & !o.second_hit & o.second_used,
        ),
        corner(
            "the first leaves the second the way that it might have taken",
            one_set(p, i)
                & !i.first_create
                & !o.first_hit
                & second_takes(i, o)
                & o.second_entry.eq(o.first_entry),
        ),
        corner(
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
        corner("an entry is given up", first_takes(i, o) & o.first_used),
        corner(
            "the last entry is given up",
            first_takes(i, o) & o.first_used & o.first_entry.eq(p.entries() - 1),
        ),
        corner(
            "the second alone has an entry given up",
            !i.first & second_takes(i, o) & o.second_used,
        ),
        corner(
            "two entries of one set are given up",
            both_take(p, i, o) & o.first_used & o.second_used,
        ),
        corner(
            "the first takes the last free way of a set",
            both_take(p, i, o) & !o.first_used & o.second_used,
        ),
        corner(
            "the first hits in a full set, the second does not",
            one_set(p, i) & o.first_hit & second_takes(i, o) & o.second_used,
        ),
        corner(
            "the second hits what the first gives up",
            i.first & i.second & o.second_hit & !o.second_room,
        ),
        corner(
            "the second hits beside what the first gives up",
            one_set(p, i) & first_takes(i, o) & o.first_used & o.second_hit & o.second_room,
        ),
    ]
}

fn two_of_a_set(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "both hit in one set",
            one_set(p, i) & o.first_hit & o.second_hit,
        ),
        corner(
            "two free ways of a set are taken",
            both_take(p, i, o) & !o.first_used & !o.second_used,
        ),
        corner(
            "entries of one set are written",
            both_write(i) & p.set_of(i.write_first_pc).eq(p.set_of(i.write_second_pc)),
        ),
    ]
}

fn writes(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("two entries are written", both_write(i)),
        corner("the second writes alone", i.write_second & !i.write_first),
        corner(
            "one entry is freed, another written",
            both_write(i) & p.is_none(i.write_first_index) & !p.is_none(i.write_second_index),
        ),
        corner(
            "a PC is looked up as it gets its entry",
            i.first & !o.first_hit & i.write_first & i.write_first_pc.eq(i.first_pc),
        ),
        corner(
            "a PC is looked up as its entry is freed",
            i.first
                & o.first_hit
                & i.write_first
                & i.write_first_entry.eq(o.first_entry)
                & p.is_none(i.write_first_index),
        ),
        corner(
            "a PC is looked up as its group moves",
            i.second
                & o.second_hit
                & i.write_second
                & i.write_second_entry.eq(o.second_entry)
                & !p.is_none(i.write_second_index),
        ),
        corner(
            "the last entry is written",
            i.write_first & i.write_first_entry.eq(p.entries() - 1),
        ),
    ]
}
