//! Situations that stimuli of `max_heap` must reach.

use super::{In, Out, Params, is_first_new, is_second_new, new_groups};
use crate::Property;
use crate::terms::Terms;

/// The corners of a heap in which one or two groups change in a cycle.
pub(super) fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let mut corners = updates(p, i, o);
    corners.extend(movements(p, o));
    corners.extend(replacements(p, i, o));
    corners.extend(pops(p, i, o));
    if p.heap_latency == 1 {
        corners.extend(without_entry(i, o));
    }
    if p.pairs() {
        corners.extend(pairs(p, i, o));
        corners.extend(meetings(o));
        corners.extend(two_replacements(i, o));
    }
    corners
}

fn updates(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "one_hit",
            "a group alone hits",
            i.first & i.first_hit & !i.second,
        ),
        corner(
            "one_new",
            "a group alone is new",
            is_first_new(i) & !i.second,
        ),
        corner(
            "first_group",
            "the first group of all",
            i.first & o.groups.none(),
        ),
        corner(
            "heap_becomes_full",
            "the heap becomes full",
            new_groups(i).any() & (o.groups + new_groups(i)).eq(p.entries),
        ),
        corner(
            "update_full_heap",
            "a full heap is updated",
            i.first & i.first_hit & o.groups.eq(p.entries),
        ),
        corner(
            "root_hit_alone",
            "the root is hit",
            i.first & i.first_hit & i.first_index.none(),
        ),
        corner(
            "last_entry_hit",
            "the last entry is hit",
            i.first & i.first_hit & i.first_index.eq(p.entries - 1),
        ),
        corner("list_grows", "a list grows", o.link_first),
        corner(
            "hit_without_create",
            "a hit that creates nothing",
            i.first & i.first_hit & !i.first_create,
        ),
        corner(
            "miss_without_create",
            "a miss that creates nothing",
            i.first & !i.first_hit & !i.first_create & !i.second,
        ),
    ]
}

fn pairs(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "two_hits",
            "two groups hit",
            i.second & i.first_hit & i.second_hit,
        ),
        corner("two_new", "two groups are new", new_groups(i).eq(2)),
        corner(
            "hit_and_new",
            "the first hits, the second is new",
            i.first_hit & is_second_new(i),
        ),
        corner(
            "new_and_hit",
            "the first is new, the second hits",
            is_first_new(i) & i.second & i.second_hit,
        ),
        corner(
            "idle_and_hit",
            "the first changes nothing, the second hits",
            i.second & !i.first_hit & !i.first_create & i.second_hit,
        ),
        corner(
            "idle_and_new",
            "the first changes nothing, the second is new",
            !i.first_hit & !i.first_create & is_second_new(i),
        ),
        corner(
            "hit_and_idle",
            "the first hits, the second changes nothing",
            i.second & i.first_hit & !i.second_hit & !i.second_create,
        ),
        corner(
            "two_idle",
            "neither changes anything",
            i.second & !i.first_hit & !i.second_hit & !i.first_create & !i.second_create,
        ),
        corner(
            "first_two_groups",
            "the first groups are two",
            new_groups(i).eq(2) & o.groups.none(),
        ),
        corner(
            "two_fill_heap",
            "two groups fill the heap",
            new_groups(i).eq(2) & (o.groups + 2).eq(p.entries),
        ),
        corner(
            "two_lists_grow",
            "two lists grow",
            o.link_first & o.link_second,
        ),
        corner(
            "second_list_grows",
            "the second's list grows alone",
            !o.link_first & o.link_second,
        ),
        corner("two_writes", "both write", o.move_first & o.move_second),
        corner(
            "second_moves_alone",
            "the second moves alone",
            !o.moving_first & o.moving_second,
        ),
        corner(
            "second_writes_root",
            "the second writes the root",
            o.move_second & o.move_second_index.none(),
        ),
    ]
}

fn movements(p: &Params, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "root_written",
            "the root is written",
            o.move_first & o.move_first_index.none(),
        ),
        corner(
            "last_entry_written",
            "the last entry is written",
            o.move_first & o.move_first_index.eq(p.entries - 1),
        ),
        corner(
            "full_heap_moves",
            "a full heap moves",
            !o.rest & o.groups.eq(p.entries),
        ),
    ]
}

/// Corners of groups that lose their entry in the look-up table.
fn replacements(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "lut_entry_lost",
            "a group loses its entry",
            is_first_new(i) & i.first_reuse,
        ),
        corner(
            "root_loses_lut_entry",
            "the root loses its entry",
            is_first_new(i) & i.first_reuse & i.first_index.none(),
        ),
        corner(
            "saturated_count_pops",
            "a group leaves with CNT at its maximum",
            i.pop & o.root_threads.eq((1u64 << p.count_bits) - 1),
        ),
    ]
}

/// Corners with `move_first` low although the first entry moves alone or is popped: it has no entry in the table.
fn without_entry(i: &In<Terms>, o: &Out<Terms>) -> [Property; 2] {
    let corner = Property::new;
    [
        corner(
            "group_without_lut_moves",
            "a group without an entry is moved",
            o.moving_first & !o.moving_second & !o.move_first,
        ),
        corner(
            "group_without_lut_pops",
            "a group without an entry leaves",
            i.pop & !o.move_first,
        ),
    ]
}

fn two_replacements(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "two_lut_entries_lost",
            "two groups lose their entries",
            new_groups(i).eq(2) & i.first_reuse & i.second_reuse,
        ),
        corner(
            "hit_and_reuse",
            "the second replaces, the first hits",
            is_second_new(i) & i.second_reuse & i.first_hit,
        ),
        corner(
            "idle_and_reuse",
            "the second replaces, the first changes nothing",
            is_second_new(i) & i.second_reuse & !i.first_hit & !i.first_create,
        ),
        corner(
            "second_without_lut",
            "the second is a group without an entry",
            !o.moving_first & o.moving_second & !o.move_second,
        ),
    ]
}

fn meetings(o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "first_waits",
            "the first waits for the second",
            o.moving_first & !o.move_first & o.move_second,
        ),
        corner(
            "second_waits",
            "the second waits for the first",
            o.moving_second & !o.move_second & o.move_first,
        ),
    ]
}

fn pops(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "last_group_pops",
            "the last group leaves",
            i.pop & o.groups.eq(1),
        ),
        corner(
            "one_of_two_pops",
            "one of two groups leaves",
            i.pop & o.groups.eq(2),
        ),
        corner(
            "full_heap_pops",
            "a group leaves a full heap",
            i.pop & o.groups.eq(p.entries),
        ),
        corner(
            "single_warp_pops",
            "a group of one warp leaves",
            i.pop & o.root_head.eq(o.root_tail),
        ),
        corner(
            "several_warps_pop",
            "a group of several warps leaves",
            i.pop & o.root_head.ne(o.root_tail),
        ),
    ]
}
