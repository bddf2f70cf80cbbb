//! A warp with a stack: its instruction in flight and its threads' PCs.

use super::points::Meeting;
use crate::gpu::{Access, Effect, ShaderCore, lanes_where};

/// What the next event of a warp means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing is in flight.
    None,
    /// The lanes go on with the next instruction.
    Next,
    /// The lanes' own PCs have been written.
    Control,
    /// The lanes wait or end.
    Rest(Effect),
    /// Addresses are there.
    Address,
    /// All data is there.
    Data,
    /// The lanes wait at a barrier.
    Waiting,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Warp<const W: usize> {
    pub phase: Phase,
    /// PC of the held lanes, as a byte address.
    pub pc: u32,
    /// Lanes whose PC is `pc` rather than what their threads say.
    pub held: u64,
    /// Lanes that execute the instruction, as far as the unit has not been told where they go.
    pub lanes: u64,
    /// Of these, the ones that the next update will part again.
    pub left: u64,
    /// Where the lanes meet if they part.
    pub meeting: Meeting,
    /// Calls that they had open before the instruction.
    pub depth: u32,
    /// Whether the instruction is a call.
    pub calls: bool,
    pub access: Access<W>,
}

impl<const W: usize> Warp<W> {
    pub fn new() -> Self {
        Warp {
            phase: Phase::None,
            pc: 0,
            held: 0,
            lanes: 0,
            left: 0,
            meeting: Meeting::Outside,
            depth: 0,
            calls: false,
            access: Access::idle(),
        }
    }

    /// Writes the held PCs to the threads.
    pub fn settle(&mut self, core: &mut ShaderCore, warp: usize) {
        if self.held != 0 {
            core.threads.set_pc::<W>(warp * W, self.held, self.pc);
            self.held = 0;
        }
    }

    /// Takes the PC and lanes on top of the stack.
    ///
    /// # Errors
    /// What is wrong with them: the threads must stand there, and be able to run.
    pub fn fetched(
        &mut self,
        core: &mut ShaderCore,
        warp: usize,
        pc: u32,
        lanes: u64,
    ) -> Result<(), &'static str> {
        self.lanes = lanes;
        if self.held == lanes && self.pc == pc {
            return Ok(());
        }
        self.settle(core, warp);
        if lanes == 0 || lanes & !core.threads.warps[warp].runnable() != 0 {
            return Err("lanes are on top of the stack that cannot run");
        }
        let row = core.threads.pc_row::<W>(warp * W);
        if lanes_where(row, |own| own == pc) & lanes != lanes {
            return Err("lanes are on top of the stack whose PC is another one");
        }
        (self.pc, self.held) = (pc, lanes);
        Ok(())
    }
}
