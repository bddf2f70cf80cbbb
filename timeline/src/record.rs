//! The recorded data of an instruction.

use heddle_isa::Instruction;
use heddle_types::{LaneMask, Pc};

/// An issued instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub cycle: u64,
    /// The first cycle in which the instruction no longer holds its pipe.
    pub until: u64,
    pub core: u32,
    /// Original warp.
    pub warp: u32,
    pub pc: Pc,
    pub instruction: Instruction,
    pub lanes: LaneMask,
}
