//! Every thread on its own: what fung2009 holds its mechanisms against (figures 1 and 13).
//!
//! "A MIMD pipeline with the same peak IPC": `simd_width` threads issue in a cycle, each at its
//! own PC, and as many accesses reach the cache ("1 access per thread per cycle", its table I), where
//! they may meet in a bank. What issues in one cycle counts as one instruction of
//! `simd_width` lanes, so that SIMD efficiency means here what it means elsewhere: the share of
//! lanes that work when anything is issued.
//!
//! It is a bound of what divergence costs, where every access hits, banks do not conflict, and a core has one pipeline. It
//! is no bound of memory: the lanes of a warp that want one line ask once, threads on their own each for themselves,
//! and rarely in the same cycle. Nor does it have the three pipes that warps can have.

use crate::parts::{Parts, Rates};
use heddle_contract::Config;
use heddle_contract::config::Order;

/// The threads of a core under `mimd`.
pub fn mimd(config: &Config) -> Parts<1> {
    let core = &config.core;
    let rates = Rates {
        width: core.simd_width,
        ports: core.simd_width,
        // As many as a warp has threads wait where a warp would.
        port_queue: config.memory.port_queue.saturating_mul(core.warp_size),
        counts_cycles: true,
        in_turn: config.mimd.order == Order::RoundRobin,
    };
    Parts::new(core.warps * core.warp_size, rates)
}
