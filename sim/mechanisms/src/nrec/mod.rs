//! No reconvergence: fung2009, figures 1 and 7, section 6.
//!
//! A warp starts whole. Where its threads diverge it splits, and from then on the warp splits are scheduled
//! separately. A warp split issues like a warp: without compaction it takes the SIMD pipeline for
//! `warp_size / simd_width` cycles, however few of its lanes are left. The whole warp split waits for the last of its lines (GPU-1): if
//! misses split it too, soon only single threads would be left.

use crate::definition::{About, Definition, Planned, with_lanes};
use crate::warp_splits::{Rates, splitting};
use heddle_contract::Config;
use heddle_contract::hardware::Hardware;

/// See the [module](self).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "a warp that diverges splits, and its splits never rejoin",
            source: "fung2009",
            section: "section 6, figures 1 and 7",
            program: None,
            machine: None,
            hardware: Hardware::Bound,
            units: &[],
            keeps_step: true,
            has_stacks: false,
            waits_as_a_whole: false,
            is_independent: true,
        }
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        with_lanes!(config.core.warp_size, plan(config))
    }
}

fn plan<const W: usize>(config: &Config) -> Planned<'_> {
    let rates = Rates {
        width: 1,
        ports: 1,
        port_queue: config.memory.port_queue,
        counts_cycles: false,
        in_turn: true,
    };
    Ok(splitting::<W>(config, W, rates))
}
