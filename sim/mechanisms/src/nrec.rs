//! No reconvergence: fung2009, figures 1 and 7, section 6.
//!
//! A warp starts whole; where its threads disagree it splits, and its parts are scheduled
//! separately ever after. A part is issued like a warp: without compaction it takes the SIMD pipeline for
//! `warp_size / simd_width` cycles however few of its lanes are left. The whole part waits for the
//! last of its lines: a part that also split by misses would soon be single threads.

use crate::parts::{Parts, Rates};
use heddle_contract::Config;

/// The warps of a core under `nrec`.
pub fn nrec<const W: usize>(config: &Config) -> Parts<W> {
    let core = &config.core;
    let rates = Rates {
        width: 1,
        ports: 1,
        port_queue: config.memory.port_queue,
        counts_cycles: false,
        in_turn: true,
    };
    Parts::new(core.warps * core.warp_size, rates)
}
