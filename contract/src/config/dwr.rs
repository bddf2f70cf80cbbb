//! The section of dynamic warp resizing.

use super::keys::{choices, section};
use super::{Backend, Core};
use crate::{Config, ParamError, require};

choices! {
    /// How the core identifies the instructions that run best in large warps (LATs: loads and stores that do
    /// not access shared memory; lashgar2012, section IV.A).
    pub enum Lats {
        /// From a side table that the program analysis produces.
        Static = "static",
        /// At their first execution, which is not synchronised.
        Dynamic = "dynamic",
        /// Never: warps are as wide as a sub-warp and never combine.
        None = "none",
    }
}

section! {
    /// Dynamic warp resizing (lashgar2012). The largest warp is `core.warp_size` wide.
    pub struct Dwr of "dwr" {
        /// Threads of a sub-warp. If left out: the width of the SIMD pipeline, clamped to these limits.
        #[serde(skip_serializing_if = "Option::is_none")]
        sub_warp: Option<usize>(power of two, 1 to 32; "at least an eighth and at most a half of `core.warp_size`, and 2 unless a half is 1") "threads";
        /// How LATs are identified.
        lats: Lats;
        /// Cycles of the barrier before a LAT.
        barrier_cycles: u32(1 to 1000) "cycles";
        /// Whether the barrier takes an issue slot, as the instruction `bar.synch_partner` does. If not, it only
        /// stalls its sub-warp, as in the paper's simulation (section V).
        barrier_slot: bool;
        /// Cycles that sub-warps wait before a LAT for a partner at most; 0 for no limit. If left out: the cycles of a miss,
        /// `memory.miss_cycles`; with shared caches, of a miss that they answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        wait_cycles: Option<u32>(0 to 100_000) "cycles";
        /// Whether a sub-warp takes the barrier before a LAT that is on the ignore list. If not, such a LAT costs neither cycles
        /// nor an issue slot: "no further operation is performed" (section IV.D).
        ignored_stalls: bool;
        /// Entries of the ignore list.
        ignore_entries: usize(power of two, 2 to 1024; "2 to 64 for each of `dwr.ignore_ways`") "entries";
        /// Associativity of the ignore list.
        ignore_ways: usize(power of two, 1 to 16) "ways";
        /// Cycles from an arrival at a LAT barrier to the answer whether its PC is on the ignore list.
        arrive_latency: u32(0 to 1) "cycles";
        /// Cycles from the show of a large warp to the warp that its sub-warps combine to.
        combine_latency: u32(0 to 3) "cycles";
    }
}

impl Dwr {
    pub(super) fn validate(&self, core: &Core) -> Result<(), ParamError> {
        const SECTION: &str = "dwr";
        self.check()?;
        if let Some(lanes) = self.sub_warp {
            let range = smallest(core)..=largest(core);
            require(SECTION, "sub_warp", lanes, range)?;
        }
        let (entries, ways) = (self.ignore_entries, self.ignore_ways);
        require(SECTION, "ignore_entries", entries, 2 * ways..=64 * ways)?;
        Ok(())
    }

    /// Threads of a sub-warp.
    pub fn sub_warp(&self, core: &Core) -> usize {
        let as_wide = core.simd_width.clamp(smallest(core), largest(core));
        self.sub_warp.unwrap_or(as_wide)
    }

    /// Cycles that sub-warps wait for a partner at most; 0 for no limit. RSZ-4: joining saves at most a request, so waiting for
    /// longer than a miss cannot be won back.
    pub fn wait_cycles(&self, config: &Config) -> u32 {
        let of_a_miss = match config.memory.backend {
            Backend::SharedCaches => config.l3.cycles + config.llc.cycles,
            Backend::Fixed | Backend::Network => config.memory.miss_cycles,
        };
        self.wait_cycles.unwrap_or(of_a_miss.max(1))
    }

    /// Sub-warps of the largest warp.
    pub fn partners(&self, core: &Core) -> usize {
        core.warp_size / self.sub_warp(core)
    }
}

fn smallest(core: &Core) -> usize {
    (core.warp_size / 8).max(2).min(largest(core))
}

fn largest(core: &Core) -> usize {
    core.warp_size / 2
}
