//! An instruction on some lanes of a warp, and the work that remains after it.

use super::code::Step;
use crate::fault::{FaultReason, Raised};
use heddle_isa::Instruction;
use heddle_types::{LaneMask, Pc, ThreadId};

/// The work that remains after the register work of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The lanes continue with the next instruction.
    Next,
    /// The PCs of the lanes have been written.
    Control,
    /// The lanes need lines from memory.
    Memory,
    /// The lanes wait at the barrier of their block.
    Barrier,
    /// The lanes wait at the barrier of their original warp.
    PartialBarrier,
    /// The lanes end.
    Exit,
}

/// An instruction about to execute: lane `l` of `lanes` is thread `first + l`.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    /// The predecoded instruction.
    pub step: &'a Step,
    /// The PC of the instruction.
    pub pc: Pc,
    /// The thread in lane 0.
    pub first: ThreadId,
    /// Lanes that execute the instruction.
    pub lanes: LaneMask,
}

impl Issue<'_> {
    /// The instruction.
    pub fn instruction(&self) -> &Instruction {
        &self.step.instruction
    }

    /// The fault of a thread at this instruction.
    pub(super) fn fault(
        &self,
        thread: ThreadId,
        reason: impl Into<FaultReason>,
        address: Option<u32>,
    ) -> Raised {
        Raised {
            thread,
            pc: self.pc,
            address,
            reason: reason.into(),
        }
    }
}
