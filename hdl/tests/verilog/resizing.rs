//! The units of dynamic warp resizing: their storage equals that of lashgar2012, section IV.E, and all are clean in odd
//! sizes.

use crate::common::lint::lint;
use crate::common::tables::{design, others, storage};
use heddle_contract::units::dwr_synchronizer::Params;
use heddle_contract::units::{DwrSynchronizer, IgnoreListTable, PartnerSyncTable, SubWarpCombiner};

/// 82 and 124 bytes a core.
#[test]
fn storage_is_that_of_the_paper() {
    let preset = "lashgar2012";
    let entry = 1 + 32 + 8;
    // The cycles that a large warp has waited.
    let ages = others(&[("g_warp.age_q", 16 * 8)]);
    assert_eq!(storage::<PartnerSyncTable>(preset), (16 * entry, ages));
    // The way of each set that is replaced next.
    let turns = others(&[("turn_q", 4 * 3)]);
    assert_eq!(storage::<IgnoreListTable>(preset), (32 * (1 + 30), turns));
    // The status of a sub-warp grows by a bit.
    assert_eq!(storage::<SubWarpCombiner>(preset), (16 * 8, vec![]));
    assert_eq!(storage::<DwrSynchronizer>(preset), (0, vec![]));
    assert_eq!([16 * entry, 32 * (1 + 30)], [656, 992]);
}

#[test]
fn synchronisers_of_all_sizes_are_clean() {
    for (warps, partners, lanes, pc, list, wait) in [
        (2, 2, 1, 4, [2, 1], 1),
        (64, 8, 8, 32, [4, 8], 0),
        (3, 4, 16, 9, [8, 2], 100_000),
        (5, 8, 3, 24, [64, 16], 64),
        (16, 2, 32, 12, [2, 4], 200),
    ] {
        for latencies in [[0, 0], [0, 1], [1, 2], [1, 3]] {
            let params = Params::new(warps, partners, lanes, pc, list, wait, latencies);
            lint(&design::<DwrSynchronizer>(
                &params.expect("parameters within their limits"),
            ));
        }
    }
}
