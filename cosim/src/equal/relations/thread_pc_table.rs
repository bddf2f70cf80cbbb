//! `thread_pc_table`: the RTL has two memories for each lane, and a bit that says in which of them the golden unit's PC is. What is in
//! the memories before all lanes of a warp have parked means nothing (TPC-4).
//!
//! Written for answers in the cycle of the question.

use super::{Golden, Property, all};
use heddle_contract::units::thread_pc_table::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    if p.latency() > 0 {
        return Vec::new();
    }
    let (warps, lanes) = (p.warps(), p.lanes());
    let known = golden.inside("known_q", warps as u32);
    let same_in = |lane: usize| {
        let memory = |name: &str| golden.memory(&format!("g_lane[{lane}].{name}_q"), warps, p.pc_bits());
        let (parked, branched) = (memory("parked_pc"), memory("branched_pc"));
        let last = golden.inside(&format!("g_lane[{lane}].branched_last_q"), warps as u32);
        all((0..warps).map(|warp| {
            let pc = golden.word(&format!("pcs[{}]", warp * lanes + lane));
            let own = last.bit(warp).mux(branched[warp], parked[warp]);
            known.bit(warp).implies(pc.eq(own))
        }))
    };
    vec![
        Property::new(
            "known_is_known",
            "the same warps are known",
            golden.word("known").eq(known),
        ),
        Property::new(
            "pcs_are_in_memories",
            "a lane of a known warp has the PC that was written last",
            all((0..lanes).map(same_in)),
        ),
    ]
}
