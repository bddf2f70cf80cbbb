//! `warp_update_registers`: the same halves and lanes. Without lanes, the RTL keeps the last PC and threads, and the golden unit
//! has none at first.

use super::{Golden, Property, all, any, inside, row};
use heddle_contract::units::warp_update_registers::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    // The serial form hands over one PC at a time, from other registers.
    if p.serial() {
        return Vec::new();
    }
    let lanes_of = |name: &str| inside(&format!("{name}_lanes_q"), p.lanes() as u32);
    let halves = || ["first", "second"].into_iter().enumerate();
    let tids = row("tid_q", p.lanes(), p.tid_bits());
    vec![
        Property::new(
            "lanes_are_lanes",
            "both halves have the same lanes",
            all(halves().map(|(at, name)| {
                let lanes = golden.word(&format!("halves[{at}].lanes"));
                lanes.eq(lanes_of(name))
            })),
        ),
        Property::new(
            "pcs_are_pcs",
            "a half that has lanes has the same PC",
            all(halves().map(|(at, name)| {
                let pc = golden.word(&format!("halves[{at}].pc"));
                let same = pc.eq(inside(&format!("{name}_pc_q"), p.pc_bits()));
                lanes_of(name).any().implies(same)
            })),
        ),
        Property::new(
            "done_is_done",
            "the same lanes of the commit have been handed over",
            golden.word("done").eq(inside("done_q", p.lanes() as u32)),
        ),
        Property::given(
            "tids_are_tids",
            "the threads are the same while there are lanes",
            any(halves().map(|(_, name)| lanes_of(name).any())),
            all((0..p.lanes()).map(|lane| {
                let tid = golden.word(&format!("tids[{lane}]"));
                tid.eq(tids[lane])
            })),
        ),
    ]
}
