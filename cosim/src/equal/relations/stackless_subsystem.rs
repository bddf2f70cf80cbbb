//! `stackless_subsystem`: the relations of the front end, which is built into it, and of the table; and the same warps that have
//! started, or hold lanes. A warp is known to the table before it has a common PC. One that waits for a PC still has its lanes and the
//! common PC where it parks them.
//!
//! Written for a table that answers in the cycle of the grant.

use super::{Golden, Property, all, stackless_front_end, thread_pc_table};
use heddle_contract::units::stackless_subsystem::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let front = stackless_front_end::relation(p.front_end(), golden);
    if front.is_empty() || p.front_end().operand_latency() > 0 {
        return Vec::new();
    }
    let table = thread_pc_table::relation(&p.table(), &golden.part("table.", "u_thread_pc_table."));
    front.into_iter().chain(table).chain(own(p, golden)).collect()
}

fn own(p: &Params, golden: &Golden) -> Vec<Property> {
    let front = stackless_front_end::Sides::new(p.front_end(), golden);
    let warps = p.warps() as u32;
    let of_warps = |name: &str| golden.inside(name, warps);
    let (fresh, held) = (of_warps("fresh_q"), of_warps("held_q"));
    let known = of_warps("u_thread_pc_table.known_q");
    let has_pc = of_warps("fetchable_q") | of_warps("busy_q");
    let (asks, asked) = (front.pending_for_pc(), front.in_flight_for_pc());
    vec![
        Property::new(
            "fresh_is_fresh",
            "the same warps have started",
            golden.word("fresh").eq(fresh),
        ),
        Property::new(
            "held_is_held",
            "the same warps hold lanes: such that have a common PC, or wait for another one",
            golden.word("held").eq(held) & (held & !(has_pc | asks)).none(),
        ),
        Property::new(
            "known_before_pc",
            "a warp is known that has a common PC or is granted one, and one that waits for it is known or has started",
            ((has_pc | asked) & !known).none() & (asks & !(known | fresh)).none(),
        ),
        Property::new(
            "held_paths_are_paths",
            "a warp that holds lanes and waits for a PC has the same PC and lanes",
            all((0..p.warps()).map(|warp| {
                let waits = (held & asks).bit(warp);
                waits.implies(front.is_at(warp, front.pc(warp)))
            })),
        ),
    ]
}
