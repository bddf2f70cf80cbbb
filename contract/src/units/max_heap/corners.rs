//! What stimuli of `max_heap` must reach.

use super::{MaxHeap, Params, is_first_new, is_second_new, new_groups};
use crate::Corner;

/// The corners of a heap in which one or two groups change in a cycle.
pub(super) fn corners(p: &Params) -> Vec<Corner<MaxHeap>> {
    let mut corners = updates();
    corners.extend(movements());
    corners.extend(replacements());
    corners.extend(pops());
    if p.heap_latency == 1 {
        corners.extend(without_entry());
    }
    if p.pairs() {
        corners.extend(pairs());
        corners.extend(meetings());
        corners.extend(two_replacements());
    }
    corners
}

fn updates() -> Vec<Corner<MaxHeap>> {
    let corner = Corner::<MaxHeap>::new;
    vec![
        corner("a group alone hits", |_, i, _| {
            i.first && i.first_hit && !i.second
        }),
        corner("a group alone is new", |_, i, _| {
            is_first_new(i) && !i.second
        }),
        corner("the first group of all", |_, i, o| i.first && o.groups == 0),
        corner("the heap becomes full", |p, i, o| {
            new_groups(i) > 0 && o.groups + new_groups(i) == p.entries as u64
        }),
        corner("a full heap is updated", |p, i, o| {
            i.first && i.first_hit && o.groups == p.entries as u64
        }),
        corner("the root is hit", |_, i, _| {
            i.first && i.first_hit && i.first_index == 0
        }),
        corner("the last entry is hit", |p, i, _| {
            i.first && i.first_hit && i.first_index == p.entries as u64 - 1
        }),
        corner("a list grows", |_, _, o| o.link_first),
        corner("a hit that creates nothing", |_, i, _| {
            i.first && i.first_hit && !i.first_create
        }),
        corner("a miss that creates nothing", |_, i, _| {
            i.first && !i.first_hit && !i.first_create && !i.second
        }),
    ]
}

fn pairs() -> Vec<Corner<MaxHeap>> {
    let corner = Corner::<MaxHeap>::new;
    vec![
        corner("two groups hit", |_, i, _| {
            i.second && i.first_hit && i.second_hit
        }),
        corner("two groups are new", |_, i, _| new_groups(i) == 2),
        corner("the first hits, the second is new", |_, i, _| {
            i.first_hit && is_second_new(i)
        }),
        corner("the first is new, the second hits", |_, i, _| {
            is_first_new(i) && i.second && i.second_hit
        }),
        corner("the first changes nothing, the second hits", |_, i, _| {
            i.second && !i.first_hit && !i.first_create && i.second_hit
        }),
        corner("the first changes nothing, the second is new", |_, i, _| {
            !i.first_hit && !i.first_create && is_second_new(i)
        }),
        corner("the first hits, the second changes nothing", |_, i, _| {
            i.second && i.first_hit && !i.second_hit && !i.second_create
        }),
        corner("neither changes anything", |_, i, _| {
            i.second && !i.first_hit && !i.second_hit && !i.first_create && !i.second_create
        }),
        corner("the first groups are two", |_, i, o| {
            new_groups(i) == 2 && o.groups == 0
        }),
        corner("two groups fill the heap", |p, i, o| {
            new_groups(i) == 2 && o.groups + 2 == p.entries as u64
        }),
        corner("two lists grow", |_, _, o| o.link_first && o.link_second),
        corner("the second's list grows alone", |_, _, o| {
            !o.link_first && o.link_second
        }),
        corner("both write", |_, _, o| o.move_first && o.move_second),
        corner("the second moves alone", |_, _, o| {
            !o.moving_first && o.moving_second
        }),
        corner("the second writes the root", |_, _, o| {
            o.move_second && o.move_second_index == 0
        }),
    ]
}

fn movements() -> Vec<Corner<MaxHeap>> {
    let corner = Corner::<MaxHeap>::new;
    vec![
        corner("the root is written", |_, _, o| {
            o.move_first && o.move_first_index == 0
        }),
        corner("the last entry is written", |p, _, o| {
            o.move_first && o.move_first_index == p.entries as u64 - 1
        }),
        corner("a full heap moves", |p, _, o| {
            !o.rest && o.groups == p.entries as u64
        }),
    ]
}

/// Groups that lose their entry of the look-up table.
fn replacements() -> Vec<Corner<MaxHeap>> {
    let corner = Corner::<MaxHeap>::new;
    vec![
        corner("a group loses its entry", |_, i, _| {
            is_first_new(i) && i.first_replaces
        }),
        corner("the root loses its entry", |_, i, _| {
            is_first_new(i) && i.first_replaces && i.first_index == 0
        }),
        corner("a group leaves with CNT at its maximum", |p, i, o| {
            i.pop && o.root_threads == (1 << p.count_bits) - 1
        }),
    ]
}

/// `move_first` low while the first moves alone, or as it leaves: it has no entry of the table.
fn without_entry() -> [Corner<MaxHeap>; 2] {
    let corner = Corner::<MaxHeap>::new;
    [
        corner("a group without an entry is moved", |_, _, o| {
            o.moving_first && !o.moving_second && !o.move_first
        }),
        corner("a group without an entry leaves", |_, i, o| {
            i.pop && !o.move_first
        }),
    ]
}

fn two_replacements() -> Vec<Corner<MaxHeap>> {
    let corner = Corner::<MaxHeap>::new;
    vec![
        corner("two groups lose their entries", |_, i, _| {
            new_groups(i) == 2 && i.first_replaces && i.second_replaces
        }),
        corner("the second replaces, the first hits", |_, i, _| {
            is_second_new(i) && i.second_replaces && i.first_hit
        }),
        corner(
            "the second replaces, the first changes nothing",
            |_, i, _| is_second_new(i) && i.second_replaces && !i.first_hit && !i.first_create,
        ),
        corner("the second is a group without an entry", |_, _, o| {
            !o.moving_first && o.moving_second && !o.move_second
        }),
    ]
}

fn meetings() -> Vec<Corner<MaxHeap>> {
    let corner = Corner::<MaxHeap>::new;
    vec![
        corner("the first waits for the second", |_, _, o| {
            o.moving_first && !o.move_first && o.move_second
        }),
        corner("the second waits for the first", |_, _, o| {
            o.moving_second && !o.move_second && o.move_first
        }),
    ]
}

fn pops() -> Vec<Corner<MaxHeap>> {
    let corner = Corner::<MaxHeap>::new;
    vec![
        corner("the last group leaves", |_, i, o| i.pop && o.groups == 1),
        corner("one of two groups leaves", |_, i, o| i.pop && o.groups == 2),
        corner("a group leaves a full heap", |p, i, o| {
            i.pop && o.groups == p.entries as u64
        }),
        corner("a group of one warp leaves", |_, i, o| {
            i.pop && o.root_head == o.root_tail
        }),
        corner("a group of several warps leaves", |_, i, o| {
            i.pop && o.root_head != o.root_tail
        }),
    ]
}
