//! Dynamic warp resizing.

use super::Configured;
use heddle_contract::units::{
    DwrSynchronizer, IgnoreListTable, PartnerSyncTable, SubWarpCombiner, dwr_synchronizer,
    ignore_list_table, partner_sync_table, sub_warp_combiner,
};

type Resized = (usize, usize, usize, u32, [usize; 2], u32);

/// Large warps, sub-warps of each, their lanes, PC bits, sets and ways of the ignore list, cycles that a group waits at
/// most; lashgar2012 first, then tiny.
const RESIZED: [Resized; 5] = [
    (16, 8, 8, 32, [4, 8], 200),
    (4, 2, 2, 16, [4, 2], 20),
    (3, 4, 1, 4, [2, 1], 0),
    (64, 2, 32, 24, [8, 2], 33),
    (2, 4, 5, 12, [2, 16], 3),
];

impl Configured for IgnoreListTable {
    fn configurations() -> Vec<Self::Params> {
        let params = |(_, _, _, pc_bits, [sets, ways], _): Resized| {
            ignore_list_table::Params::new(sets, ways, pc_bits).expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}

impl Configured for PartnerSyncTable {
    fn configurations() -> Vec<Self::Params> {
        let params = |(warps, partners, _, pc_bits, _, wait)| {
            partner_sync_table::Params::new(warps, partners, pc_bits, wait)
                .expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}

impl Configured for SubWarpCombiner {
    fn configurations() -> Vec<Self::Params> {
        let params = |(warps, partners, lanes, pc_bits, _, _)| {
            sub_warp_combiner::Params::new(warps, partners, lanes, pc_bits)
                .expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}

impl Configured for DwrSynchronizer {
    fn configurations() -> Vec<Self::Params> {
        let params = |(warps, partners, lanes, pc_bits, list, wait)| {
            dwr_synchronizer::Params::new(warps, partners, lanes, pc_bits, list, wait)
                .expect("within the limits")
        };
        RESIZED.map(params).into()
    }
}
