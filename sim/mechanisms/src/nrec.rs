//! No reconvergence: fung2009, figures 1 and 7, section 6.
//!
//! A warp starts whole. Where its threads diverge it splits, and from then on the warp splits are scheduled separately. A warp
//! split issues like a warp: without compaction it takes the SIMD pipeline for `warp_size / simd_width` cycles, however few of
//! its lanes are left. The whole warp split waits for the last of its lines (GPU-1): if misses split it too, soon only single
//! threads would be left.

use crate::warp_splits::{Rates, WarpSplits};
use heddle_contract::Config;

/// The scheduler of a core under `nrec`.
pub fn nrec<const W: usize>(config: &Config) -> WarpSplits<W> {
    let core = &config.core;
    let rates = Rates {
        width: 1,
        ports: 1,
        port_queue: config.memory.port_queue,
        counts_cycles: false,
        in_turn: true,
    };
    WarpSplits::new(core.warps * core.warp_size, rates)
}
