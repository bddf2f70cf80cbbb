//! Dynamic warp resizing.

use super::Configured;
use heddle_contract::config::First;
use heddle_contract::units::{
    DwrSubsystem, DwrSynchronizer, IgnoreListTable, PartnerSyncTable, SubWarpCombiner,
    dwr_subsystem, dwr_synchronizer, ignore_list_table, partner_sync_table, reconvergence_stack,
    sub_warp_combiner,
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

/// Stacks of a subsystem: entries, most entries popped in a cycle, latency.
type Stacked = (usize, usize, u32);

impl Configured for DwrSubsystem {
    /// lashgar2012 with short stacks and without latencies, then tiny, then both with latencies.
    fn configurations() -> Vec<Self::Params> {
        let params = |(
            (warps, partners, lanes, pc_bits, list, wait),
            (depth, pops, latency),
            latencies,
        ): (Resized, Stacked, [u32; 2])| {
            let synchronizer = dwr_synchronizer::Params::new(
                warps, partners, lanes, pc_bits, list, wait, latencies,
            );
            let first = First::Taken;
            let stack = reconvergence_stack::Params::new(
                warps, lanes, pc_bits, depth, pops, first, latency,
            );
            let within = "within the limits";
            dwr_subsystem::Params::new(synchronizer.expect(within), stack.expect(within))
                .expect("of one size")
        };
        let [
            lashgar,
            tiny,
            _,
            wide,
            (warps, partners, lanes, pc_bits, list, _),
        ] = RESIZED;
        // All partners of a large warp have to come before they are late.
        let odd = (warps, partners, lanes, pc_bits, list, 20);
        let all = [
            (lashgar, (5, 2, 0), [0, 0]),
            (tiny, (3, 1, 0), [0, 0]),
            (lashgar, (4, 1, 5), [1, 3]),
            (tiny, (9, 2, 2), [1, 1]),
            (odd, (4, 1, 1), [0, 2]),
            (wide, (3, 1, 3), [1, 3]),
        ];
        all.map(params).into()
    }
}
