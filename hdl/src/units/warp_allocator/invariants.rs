//! The free list conserves its numbers: each number that was released is in the ring exactly once, or in use.

use crate::blocks::is_filled;
use heddle_contract::terms::{Is, Terms, Word, inside, memory};
use heddle_contract::units::warp_allocator::{In, Out, Params, used};
use heddle_contract::{Property, terms};

/// Invariants of an instance with these ports; `path` ends with a dot, or is empty.
pub(in crate::units) fn invariants(
    p: &Params,
    path: &str,
    i: &In<Terms>,
    o: &Out<Terms>,
) -> Vec<Property> {
    let Some(used) = used(p, i, o) else {
        return Vec::new();
    };
    let walk = inside(&format!("{path}walk_q"), p.count_bits());
    let head = inside(&format!("{path}head_q"), p.warp_bits());
    let length = inside(&format!("{path}count_q"), p.count_bits());
    let ring = memory(&format!("{path}ring_q"), p.warps(), p.warp_bits());
    let filled: Vec<(Is, Word)> = ring
        .iter()
        .enumerate()
        .map(|(place, number)| (is_filled(place, p.warps(), head, length), number))
        .collect();
    // PRP-6: the numbers of a ring differ pairwise; a sum over all would not be settled.
    let differ = filled.iter().enumerate().flat_map(|(at, (here, one))| {
        let behind = filled[at + 1..].iter();
        behind.map(|(there, other)| !(*here & *there) | Word::ne(*one, *other))
    });
    let free = filled
        .iter()
        .map(|(here, number)| !*here | (number.lt(walk) & !used.has(*number)));
    vec![
        Property::new(
            "ring_holds_free_numbers",
            "the ring has as many numbers as are released and not in use",
            (length + used.ones()).eq(walk) & walk.le(p.warps()),
        ),
        Property::given(
            "none_taken_before_release",
            "until all numbers are released none is taken",
            !o.init_done,
            head.none() & used.none(),
        ),
        Property::new(
            "number_once_in_ring",
            "no number is in the ring twice",
            terms::all(differ),
        ),
        Property::new(
            "ring_numbers_are_free",
            "what is in the ring was released and is not in use",
            terms::all(free),
        ),
    ]
}
