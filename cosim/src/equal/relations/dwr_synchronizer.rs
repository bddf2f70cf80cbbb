//! `dwr_synchronizer`: the relations of its tables, the same sub-warps that are combine-ready, and the same arrival in flight.
//!
//! Written for a combiner that answers in the cycle of the show.

use super::{Golden, Property, all, ignore_list_table, partner_sync_table};
use heddle_contract::units::dwr_synchronizer::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let ignore_list = golden.part("ignore_list.", "u_ignore_list_table.");
    let partner_sync = golden.part("partner_sync.", "u_partner_sync_table.");
    let combiner = golden.part("combiner.", "u_sub_warp_combiner.");
    let (warps, partners) = (p.warps(), p.partners() as u32);
    let combinable = combiner.row("combinable_q", warps, partners);
    let same = |warp: usize| combiner.word(&format!("combinable[{warp}]")).eq(combinable[warp]);
    let mut relation = ignore_list_table::relation(p.ignore_list(), &ignore_list);
    relation.extend(partner_sync_table::relation(p.partner_sync(), &partner_sync));
    relation.push(Property::new(
        "combinable_is_combinable",
        "the same sub-warps are combine-ready",
        all((0..warps).map(same)),
    ));
    if p.arrive_latency() > 0 {
        let arrives = golden.inside("arrive_q", 1);
        let parts = [
            ("warp", p.partner_sync().warp_bits()),
            ("partner", p.partner_sync().partner_bits()),
            ("pc", p.pc_bits()),
        ];
        let same = parts.map(|(part, width)| {
            let register = golden.inside(&format!("arrive_{part}_q"), width);
            golden.word(&format!("arrived.{part}")).eq(register)
        });
        relation.push(Property::new(
            "arrived_is_arrived",
            "the same sub-warp has arrived in the cycle before",
            golden.word("arrived.arrive").eq(arrives) & all(same),
        ));
    }
    relation
}
