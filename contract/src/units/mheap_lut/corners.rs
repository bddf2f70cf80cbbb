//! What stimuli of `mheap_lut` must reach.

use super::{In, MheapLut, Out, Params, both_write};
use crate::{Corner, Values};

/// The corners of a table.
pub(super) fn corners(p: &Params) -> Vec<Corner<MheapLut>> {
    if p.heap_latency > 1 {
        return one_at_a_time();
    }
    let mut corners = look_ups();
    corners.extend(given_up());
    corners.extend(writes());
    corners.extend(two_of_a_set());
    if p.ways > 2 {
        corners.push(Corner::<MheapLut>::new(
            "the free ways are not neighbours",
            |p, i, o| both_take(p, i, o) && !o.second_used && o.second_entry != o.first_entry + 1,
        ));
    }
    corners
}

/// Of a table that is asked for one PC at a time. What is found shows when the next one comes at the latest.
fn one_at_a_time() -> Vec<Corner<MheapLut>> {
    let corner = Corner::<MheapLut>::new;
    vec![
        corner("nothing can be looked up", |_, _, o| !o.ready),
        corner("a PC has an entry", |_, i, o| i.first && o.first_hit),
        corner("a free entry was found", |_, i, o| {
            i.first && !o.first_hit && !o.first_used && o.first_entry != 0
        }),
        corner("the last entry is given up", |p, i, o| {
            i.first && !o.first_hit && o.first_used && o.first_entry == p.entries() as u64 - 1
        }),
        corner("a miss would take nothing", |_, i, _| {
            i.first && !i.first_create
        }),
        corner("an entry is freed as a PC is looked up", |p, i, _| {
            i.first && i.write_first && p.is_none(i.write_first_index)
        }),
        corner("an index is written as a PC is looked up", |p, i, _| {
            i.first && i.write_first && !p.is_none(i.write_first_index)
        }),
        corner("an index is written while a PC is looked up", |_, i, o| {
            !o.ready && i.write_first
        }),
        corner("the index of what was found changes", |p, i, o| {
            i.write_first
                && o.first_used
                && i.write_first_entry == o.first_entry
                && !p.is_none(i.write_first_index)
        }),
        corner("the last entry is written", |p, i, _| {
            i.write_first && i.write_first_entry == p.entries() as u64 - 1
        }),
    ]
}

/// Both PCs are of one set.
fn one_set(p: &Params, i: &In<Values>) -> bool {
    i.first && i.second && p.set(i.first_pc) == p.set(i.second_pc)
}

fn look_ups() -> Vec<Corner<MheapLut>> {
    let corner = Corner::<MheapLut>::new;
    vec![
        corner("the table is being cleared", |_, _, o| !o.ready),
        corner("both hit", |_, i, o| {
            i.first && i.second && o.first_hit && o.second_hit
        }),
        corner("the first hits, the second misses", |_, i, o| {
            i.first && i.second && o.first_hit && !o.second_hit
        }),
        corner("the first misses, the second hits", |_, i, o| {
            i.first && i.second && !o.first_hit && o.second_hit
        }),
        corner("both miss, in different sets", |p, i, o| {
            i.first && i.second && !o.first_hit && !o.second_hit && !one_set(p, i)
        }),
        corner("the second comes alone", |_, i, _| i.second && !i.first),
        corner("a hit in a set that the other misses", |p, i, o| {
            one_set(p, i) && o.first_hit != o.second_hit
        }),
        corner("the last entry is taken", |p, i, o| {
            first_takes(i, o) && !o.first_used && o.first_entry == p.entries() as u64 - 1
        }),
        corner("a miss takes nothing", |_, i, o| {
            i.first && !i.first_create && !o.first_hit && o.first_used
        }),
        corner("the second's miss takes nothing", |_, i, o| {
            i.second && !i.second_create && !o.second_hit && o.second_used
        }),
        corner(
            "the first leaves the second the way that it might have taken",
            |p, i, o| {
                one_set(p, i)
                    && !i.first_create
                    && !o.first_hit
                    && second_takes(i, o)
                    && o.second_entry == o.first_entry
            },
        ),
        corner("the PCs differ in their top bit only", |p, i, _| {
            i.first && i.second && i.first_pc ^ i.second_pc == 1 << (p.pc_bits - 1)
        }),
    ]
}

/// The older PC takes an entry.
fn first_takes(i: &In<Values>, o: &Out<Values>) -> bool {
    i.first && i.first_create && !o.first_hit
}

/// The younger one does.
fn second_takes(i: &In<Values>, o: &Out<Values>) -> bool {
    i.second && i.second_create && !o.second_hit
}

/// Two PCs of one set do.
fn both_take(p: &Params, i: &In<Values>, o: &Out<Values>) -> bool {
    one_set(p, i) && first_takes(i, o) && second_takes(i, o)
}

fn given_up() -> Vec<Corner<MheapLut>> {
    let corner = Corner::<MheapLut>::new;
    vec![
        corner("an entry is given up", |_, i, o| {
            first_takes(i, o) && o.first_used
        }),
        corner("the last entry is given up", |p, i, o| {
            first_takes(i, o) && o.first_used && o.first_entry == p.entries() as u64 - 1
        }),
        corner("the second alone has an entry given up", |_, i, o| {
            !i.first && second_takes(i, o) && o.second_used
        }),
        corner("two entries of one set are given up", |p, i, o| {
            both_take(p, i, o) && o.first_used && o.second_used
        }),
        corner("the first takes the last free way of a set", |p, i, o| {
            both_take(p, i, o) && !o.first_used && o.second_used
        }),
        corner(
            "the first hits in a full set, the second does not",
            |p, i, o| one_set(p, i) && o.first_hit && second_takes(i, o) && o.second_used,
        ),
        corner("the second hits what the first gives up", |_, i, o| {
            i.first && i.second && o.second_hit && !o.second_fits
        }),
        corner(
            "the second hits beside what the first gives up",
            |p, i, o| {
                one_set(p, i) && first_takes(i, o) && o.first_used && o.second_hit && o.second_fits
            },
        ),
    ]
}

fn two_of_a_set() -> Vec<Corner<MheapLut>> {
    let corner = Corner::<MheapLut>::new;
    vec![
        corner("both hit in one set", |p, i, o| {
            one_set(p, i) && o.first_hit && o.second_hit
        }),
        corner("two free ways of a set are taken", |p, i, o| {
            both_take(p, i, o) && !o.first_used && !o.second_used
        }),
        corner("entries of one set are written", |p, i, _| {
            both_write(i) && p.set(i.write_first_pc) == p.set(i.write_second_pc)
        }),
    ]
}

fn writes() -> Vec<Corner<MheapLut>> {
    let corner = Corner::<MheapLut>::new;
    vec![
        corner("two entries are written", |_, i, _| both_write(i)),
        corner("the second writes alone", |_, i, _| {
            i.write_second && !i.write_first
        }),
        corner("one entry is freed, another written", |p, i, _| {
            both_write(i) && p.is_none(i.write_first_index) && !p.is_none(i.write_second_index)
        }),
        corner("a PC is looked up as it gets its entry", |_, i, o| {
            i.first && !o.first_hit && i.write_first && i.write_first_pc == i.first_pc
        }),
        corner("a PC is looked up as its entry is freed", |p, i, o| {
            i.first
                && o.first_hit
                && i.write_first
                && i.write_first_entry == o.first_entry
                && p.is_none(i.write_first_index)
        }),
        corner("a PC is looked up as its group moves", |p, i, o| {
            i.second
                && o.second_hit
                && i.write_second
                && i.write_second_entry == o.second_entry
                && !p.is_none(i.write_second_index)
        }),
        corner("the last entry is written", |p, i, _| {
            i.write_first && i.write_first_entry == p.entries() as u64 - 1
        }),
    ]
}
