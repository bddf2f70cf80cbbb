//! The section of intra-warp compaction.

use super::keys::{choices, section};
use crate::ParamError;

choices! {
    /// The execution cycles that an instruction with inactive lanes skips (vaidya2013, sections 3 and 5.2). Ordered by cycles: no
    /// mode takes more cycles than the one before.
    pub enum Compress {
        /// No cycles.
        None = "none",
        /// Half of the cycles, if the upper or the lower half of the lanes is inactive: Ivy Bridge does this with instructions of 16
        /// lanes.
        Ivb = "ivb",
        /// The cycles of quads without an active lane: basic cycle compression.
        Bcc = "bcc",
        /// As many cycles as the number of active lanes allows: swizzled cycle compression.
        Scc = "scc",
    }
}

section! {
    /// Intra-warp compaction (vaidya2013).
    pub struct Compaction of "compaction" {
        /// Which cycles are skipped.
        mode: Compress;
        /// Whether an instruction without active lanes takes no cycle. Otherwise it takes one under `bcc` and `scc`.
        skip_empty: bool;
        /// Width of an element, in the hardware units. The ALU is `core.simd_width` times 32 bits wide, so it executes twice as many
        /// lanes of 16 bits in a cycle, and half as many of 64.
        element_bits: u32(one of 16 32 64) "bits";
        /// Cycles from the arrival of lanes at the ALU to their results, in the hardware units.
        alu_latency: u32(1 to 16) "cycles";
        /// Pipeline registers between the instruction that is held and the ALU. `cycle_compressor` says where they are.
        issue_latency: u32(0 to 3) "cycles";
        /// Pipeline registers between results and the register file.
        write_latency: u32(0 to 1) "cycles";
    }
}

impl Compaction {
    /// Pipeline registers before the ALU in this mode. Where lanes keep their positions, at most two of them
    /// cut a path.
    pub fn issue_rows(&self) -> u32 {
        match self.mode {
            Compress::Scc => self.issue_latency,
            Compress::None | Compress::Ivb | Compress::Bcc => self.issue_latency.min(2),
        }
    }

    /// Cycles by which these pipeline registers delay the results of the ALU. A machine without compaction
    /// has none of these registers.
    pub fn added_cycles(&self) -> u32 {
        match self.mode {
            Compress::None => 0,
            Compress::Ivb | Compress::Bcc | Compress::Scc => self.issue_rows() + self.write_latency,
        }
    }

    pub(super) fn validate(&self) -> Result<(), ParamError> {
        self.check()
    }
}
