//! An instruction on some lanes of a warp, and what is left to do after it.

use super::code::Step;
use crate::fault::{FaultReason, Raised};
use heddle_isa::Instruction;
use heddle_types::{LaneMask, Pc, ThreadId};

/// What is left to do after the register work of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The lanes go on with the next instruction.
    Next,
    /// The lanes' own PCs have been written.
    Control,
    /// Lines are wanted.
    Memory,
    /// The lanes wait for their block.
    Barrier,
    /// The lanes wait for their original warp.
    PartialBarrier,
    /// The lanes end.
    Exit,
}

/// An instruction about to execute: lane `l` of `lanes` is thread `first + l`.
#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    /// What is executed.
    pub step: &'a Step,
    /// Where it stands.
    pub pc: Pc,
    /// The thread in lane 0.
    pub first: ThreadId,
    /// Lanes that execute it.
    pub lanes: LaneMask,
}

impl Issue<'_> {
    /// The instruction.
    pub fn instruction(&self) -> &Instruction {
        &self.step.instruction
    }

    /// A fault of a thread.
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
