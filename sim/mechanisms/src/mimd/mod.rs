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

use crate::definition::{About, Definition, Planned};
use crate::warp_splits::{Rates, splitting};
use heddle_contract::Config;
use heddle_contract::config::Order;
use heddle_contract::hardware::Hardware;

/// See the [module](self).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "every thread on its own: a bound for divergence, not for memory, since threads share \
                      no lines",
            source: "fung2009",
            section: "figures 1 and 13, table I",
            program: None,
            machine: None,
            hardware: Hardware::Bound,
            units: &[],
            keeps_step: false,
            has_stacks: false,
            waits_as_a_whole: false,
            is_independent: true,
        }
    }

    fn lanes(&self, _config: &Config) -> usize {
        1
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        let core = &config.core;
        let rates = Rates {
            width: core.simd_width,
            ports: core.simd_width,
            // As many threads may wait as a warp has, where one warp would.
            port_queue: config.memory.port_queue.saturating_mul(core.warp_size),
            counts_cycles: true,
            in_turn: config.mimd.order == Order::RoundRobin,
        };
        Ok(splitting::<1>(config, core.simd_width, rates))
    }
}
