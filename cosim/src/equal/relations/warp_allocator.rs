//! `warp_allocator`: the same ring on both sides. The golden unit's is filled at reset, and the RTL's during the walk, in ascending
//! order: until the walk is over the RTL's ring is a part of the golden unit's, and what the walk has not passed is known of
//! the latter alone.

use super::{Golden, Property, all, inside, memory};
use heddle_contract::units::warp_allocator::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let warps = p.warps();
    let walk = inside("walk_q", p.count_bits());
    let is_done = walk.eq(warps);
    let ring = memory("ring_q", warps, p.warp_bits());
    let list = |n: usize| golden.word(&format!("list[{n}]"));
    let (head, count) = (inside("head_q", p.warp_bits()), inside("count_q", p.count_bits()));
    vec![
        Property::new(
            "walk_is_walk",
            "both set up as many numbers",
            (golden.word("walk.left") + walk).eq(warps),
        ),
        Property::new(
            "head_is_head",
            "the rings begin at the same place",
            golden.word("head").eq(head),
        ),
        Property::new(
            "free_is_count",
            "the rings have the same length once all numbers are released",
            golden.word("free").eq(is_done.mux(count, warps)),
        ),
        Property::given(
            "ring_is_walk",
            "until the walk is over, the RTL's ring begins at place 0 and ends where the walk is",
            !is_done,
            head.none() & count.eq(walk) & walk.lt(warps),
        ),
        Property::new(
            "list_is_ring",
            "the same numbers are in the places that the walk has passed",
            all((0..warps).map(|n| walk.gt(n).implies(list(n).eq(ring[n])))),
        ),
        Property::given(
            "list_is_ascending",
            "the golden unit's list is ascending until the walk is over",
            !is_done,
            all((0..warps).map(|n| list(n).eq(n))),
        ),
    ]
}
