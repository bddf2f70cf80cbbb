//! The section of intra-warp compaction.

use crate::{ParamError, require};
use serde::{Deserialize, Serialize};

/// Which cycles of an instruction with inactive lanes are left out (vaidya2013, sections 3 and 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compress {
    /// None.
    None,
    /// Half of them, if the upper or the lower half of the lanes is inactive: what Ivy Bridge does
    /// with instructions of 16 lanes.
    Ivb,
    /// Those of quads without an active lane: basic cycle compression.
    Bcc,
    /// As many as can be: swizzled cycle compression.
    Scc,
}

impl Compress {
    /// All of them, in the order of their cycles: none takes more than the one before.
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
    /// Which cycles are left out.
    pub mode: Compress,
    /// Whether an instruction without active lanes takes no cycle. Otherwise it takes one under `bcc`
    /// and `scc`.
    pub skip_empty: bool,
    /// Width of an element, in the hardware units; 16, 32 or 64. The ALU is `core.simd_width` times 32
    /// bits wide, so it executes twice as many lanes of 16 bits in a cycle, and half as many of 64.
    pub element_bits: u32,
    /// Cycles from the lanes at the ALU to their results, in the hardware units; 1 to 16.
    pub alu_latency: u32,
}

impl Compaction {
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
        Ok(())
    }
}
