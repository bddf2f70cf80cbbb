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

/// Latencies of arrivals and of combining.
const LATENCIES: [[u32; 2]; 4] = [[0, 0], [1, 3], [1, 1], [0, 2]];

impl Configured for IgnoreListTable {
    fn configurations() -> Vec<Self::Params> {
        let params = |latency| {
            move |(_, _, _, pc_bits, [sets, ways], _): Resized| {
                ignore_list_table::Params::new(sets, ways, pc_bits, latency)
                    .expect("within the limits")
            }
        };
        [0, 1].map(|latency| RESIZED.map(params(latency))).concat()
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
        let params = |latency| {
            move |(warps, partners, lanes, pc_bits, _, _): Resized| {
                sub_warp_combiner::Params::new(warps, partners, lanes, pc_bits, latency)
                    .expect("within the limits")
            }
        };
        let all = [0, 1, 2, 3].map(|latency| RESIZED.map(params(latency)));
        all.concat()
    }
}

impl Configured for DwrSynchronizer {
    fn configurations() -> Vec<Self::Params> {
        let params = |latencies| {
            move |(warps, partners, lanes, pc_bits, list, wait): Resized| {
                dwr_synchronizer::Params::new(
                    warps, partners, lanes, pc_bits, list, wait, latencies,
                )
                .expect("within the limits")
            }
        };
        LATENCIES
            .map(|latencies| RESIZED.map(params(latencies)))
            .concat()
    }
}
