//! No reconvergence: fung2009, figures 1 and 7, section 6.
//!
//! A warp starts whole; where its threads disagree it splits, and its parts are scheduled
//! separately ever after. A part is issued like a warp: it takes the SIMD pipeline for
//! `warp_size / simd_width` cycles however few of its lanes are left. Lines of a part are served
//! one a cycle (as under the other mechanisms, the cache has one port as wide as a line), and the
//! whole part waits for the last: a part that also split by misses would soon be single threads.

use super::parts::{Parts, Rates};
use crate::gpu::Hook;
use heddle_contract::Config;

/// The warps of a core under `nrec`.
pub(crate) fn nrec<const W: usize, H: Hook>(config: &Config, hook: H) -> Parts<W, H> {
    let core = &config.core;
    let rates = Rates {
        width: 1,
        issue_cycles: (core.warp_size / core.simd_width) as u64,
        ports: 1,
        counts_cycles: false,
    };
    Parts::new(core.warps * core.warp_size, rates, hook)
}
