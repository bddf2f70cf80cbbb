//! What is kept of an instruction.

use heddle_isa::Instruction;
use heddle_types::{LaneMask, Pc};

/// An instruction that was issued.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub cycle: u64,
    pub core: u32,
    /// Original warp.
    pub warp: u32,
    pub pc: Pc,
    pub instruction: Instruction,
    pub lanes: LaneMask,
}
