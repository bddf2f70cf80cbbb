//! `timestamp_queue`: the same warps in the same order. The golden unit's queue begins with the oldest warp, and the RTL's ring
//! at its head; its tail, where the next warp goes, follows from head and number. No more than all warps are in either: the
//! ring would lose one.

use super::{Golden, Is, Property, all, inside, memory};
use heddle_contract::units::warp_scheduler::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let (warps, bits) = (p.warps(), p.warp_bits());
    let (head, tail) = (inside("queue_head_q", bits), inside("queue_tail_q", bits));
    let count = inside("queue_count_q", p.groups_bits());
    let ring = memory("queue_entry_q", warps, bits);
    let length = golden.word("warps.length");
    // The pool has a power of two of warps: places are counted modulo that.
    let behind_head = |n: usize| (head + n).part(0, bits);
    let same_at = |n: usize| -> Is {
        let warp = golden.word(&format!("warps[{n}]"));
        length.gt(n).implies(warp.eq(ring.index(behind_head(n))))
    };
    vec![
        Property::new(
            "length_is_count",
            "both hold as many warps, at most all of the pool",
            length.eq(count) & count.le(warps),
        ),
        Property::new(
            "tail_is_behind",
            "the RTL's tail is behind the last warp",
            tail.eq((head + count).part(0, bits)),
        ),
        Property::new(
            "warps_are_entries",
            "the warps from the head on are those of the golden unit",
            all((0..warps).map(same_at)),
        ),
    ]
}
