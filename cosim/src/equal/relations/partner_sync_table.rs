//! `partner_sync_table`: the same table on both sides; the RTL keeps the PC of a group that nobody waits in, so that PCs are the
//! same of groups that wait. The RTL looks at a bit for each group, and the golden unit at its partners: a group waits if one of
//! them does. Ages stay below the time that a group waits, which both compare them with.

use super::{Golden, Property, all};
use heddle_contract::units::partner_sync_table::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let occupied = golden.inside("occupied_q", p.warps() as u32);
    let pcs = golden.memory("pc_q", p.warps(), p.pc_bits());
    let locked = |n: usize| golden.inside(&format!("g_warp[{n}].locked_q"), p.partners() as u32);
    let of = |name: &str, n: usize| golden.word(&format!("{name}[{n}]"));
    let warps = || 0..p.warps();
    let mut relation = vec![
        Property::new(
            "waiting_is_occupied",
            "the same groups wait",
            golden.word("waiting").eq(occupied),
        ),
        Property::new(
            "locked_is_locked",
            "the same partners wait",
            all(warps().map(|n| of("locked", n).eq(locked(n)))),
        ),
        Property::new(
            "occupied_is_locked",
            "a group waits if one of its partners does",
            all(warps().map(|n| !(occupied.bit(n) ^ locked(n).any()))),
        ),
        Property::new(
            "pcs_are_pcs",
            "a group that waits has the same PC",
            all(warps().map(|n| occupied.bit(n).implies(of("pcs", n).eq(pcs[n])))),
        ),
    ];
    if p.wait_cycles() > 0 {
        let age = |n: usize| golden.inside(&format!("g_warp[{n}].age_q"), p.age_bits());
        relation.push(Property::new(
            "ages_are_ages",
            "the same groups have waited for the same time",
            all(warps().map(|n| {
                let waits = occupied.bit(n) | age(n).none();
                of("ages", n).eq(age(n)) & age(n).lt(p.wait_cycles()) & waits
            })),
        ));
    }
    relation
}
