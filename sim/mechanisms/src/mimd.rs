//! Every thread is scheduled independently: the reference with which fung2009 compares its mechanisms (figures 1 and
//! 13).
//!
//! GPU-2, "a MIMD pipeline with the same peak IPC": `simd_width` threads issue in a cycle, each at its own PC, and as many
//! accesses reach the cache ("1 access per thread per cycle", its table I), where they may conflict in a bank. The
//! threads that issue in one cycle count as one instruction of `simd_width` lanes, so that SIMD efficiency has the
//! same meaning as elsewhere: the share of lanes that work when anything is issued.
//!
//! GPU-3: it bounds the cost of divergence where every access hits, banks do not conflict, and a core has one pipeline. It
//! is not a bound for memory: the lanes of a warp that need one line request it once, while independent threads
//! request it each for themselves, and rarely in the same cycle. Nor does it have the three pipes that cores with
//! warps can have.

use crate::warp_splits::{Rates, WarpSplits};
use heddle_contract::Config;
use heddle_contract::config::Order;

/// The scheduler of a core under `mimd`.
pub fn mimd(config: &Config) -> WarpSplits<1> {
    let core = &config.core;
    let rates = Rates {
        width: core.simd_width,
        ports: core.simd_width,
        // As many threads may wait as a warp has, where one warp would.
        port_queue: config.memory.port_queue.saturating_mul(core.warp_size),
        counts_cycles: true,
        in_turn: config.mimd.order == Order::RoundRobin,
    };
    WarpSplits::new(core.warps * core.warp_size, rates)
}
