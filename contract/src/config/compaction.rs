//! The section of intra-warp compaction.

use crate::{ParamError, require};
use serde::{Deserialize, Serialize};

/// The execution cycles that an instruction with inactive lanes skips (vaidya2013, sections 3 and 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compress {
    /// No cycles.
    None,
    /// Half of the cycles, if the upper or the lower half of the lanes is inactive: Ivy Bridge does
    /// this with instructions of 16 lanes.
    Ivb,
    /// The cycles of quads without an active lane: basic cycle compression.
    Bcc,
    /// As many cycles as the number of active lanes allows: swizzled cycle compression.
    Scc,
}

impl Compress {
    /// Every mode, ordered by cycles: none takes more cycles than the one before.
    pub const ALL: [Compress; 4] = [Compress::None, Compress::Ivb, Compress::Bcc, Compress::Scc];

    /// Its name in files and on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Compress::None => "none",
            Compress::Ivb => "ivb",
            Compress::Bcc => "bcc",
            Compress::Scc => "scc",
        }
    }
}

/// Intra-warp compaction (vaidya2013).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compaction {
    /// Which cycles are skipped.
    pub mode: Compress,
    /// Whether an instruction without active lanes takes no cycle. Otherwise it takes one under `bcc`
    /// and `scc`.
    pub skip_empty: bool,
    /// Width of an element, in the hardware units; 16, 32 or 64. The ALU is `core.simd_width` times 32
    /// bits wide, so it executes twice as many lanes of 16 bits in a cycle, and half as many of 64.
    pub element_bits: u32,
    /// Cycles from the arrival of lanes at the ALU to their results, in the hardware units; 1 to 16.
    pub alu_latency: u32,
    /// Pipeline registers between the instruction that is held and the ALU; 0 to 3. `cycle_compressor` says
    /// where they are.
    pub issue_latency: u32,
    /// Pipeline registers between results and the register file; 0 or 1.
    pub write_latency: u32,
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
        const SECTION: &str = "compaction";
        if ![16, 32, 64].contains(&self.element_bits) {
            return Err(ParamError {
                unit: SECTION,
                name: "element_bits",
                value: self.element_bits.to_string(),
                allowed: "16, 32 or 64".into(),
            });
        }
        require(SECTION, "alu_latency", self.alu_latency, 1..=16)?;
        require(SECTION, "issue_latency", self.issue_latency, 0..=3)?;
        require(SECTION, "write_latency", self.write_latency, 0..=1)?;
        Ok(())
    }
}
