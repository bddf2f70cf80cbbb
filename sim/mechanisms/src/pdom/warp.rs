//! A warp with a stack: its instruction in flight and its threads' PCs.

use heddle_core::{Effect, ShaderCore};
use heddle_types::{LaneMask, Pc, ThreadId};

/// What the end of a warp's instruction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing is in flight.
    None,
    /// The lanes go on with the next instruction.
    Next,
    /// The lanes' own PCs have been written.
    Control,
    /// The lanes wait or end.
    Rest(Effect),
    /// The lanes wait at a barrier.
    Waiting,
    /// There is no instruction: regions begin ahead of it.
    Begins,
}

/// What is wrong with the top of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// It has no lanes, or some that wait or have ended.
    CannotRun,
    /// The PC of these lanes is another one.
    Elsewhere(LaneMask),
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Warp<N> {
    pub phase: Phase,
    /// PC of the held lanes.
    pub pc: Pc,
    /// Lanes whose PC is `pc` rather than what their threads say.
    pub held: LaneMask,
    /// Lanes that execute the instruction, as far as the unit has not been told where they go.
    pub lanes: LaneMask,
    /// Of these, the ones that the next update will part again.
    pub left: LaneMask,
    /// What whoever places the regions has to remember.
    pub note: N,
}

impl<N: Default> Warp<N> {
    pub fn new() -> Self {
        Warp {
            phase: Phase::None,
            pc: Pc::default(),
            held: LaneMask::NONE,
            lanes: LaneMask::NONE,
            left: LaneMask::NONE,
            note: N::default(),
        }
    }

    /// Writes the held PCs to the threads, the first of which is in lane 0.
    pub fn settle<const W: usize>(&mut self, core: &mut ShaderCore, first: ThreadId) {
        if !self.held.is_empty() {
            core.threads.set_pc::<W>(first, self.held, self.pc);
            self.held = LaneMask::NONE;
        }
    }

    /// Takes the PC and lanes on top of the stack.
    ///
    /// # Errors
    /// What is wrong with them: the threads must stand there, and be able to run.
    pub fn fetched<const W: usize>(
        &mut self,
        core: &mut ShaderCore,
        first: ThreadId,
        pc: Pc,
        lanes: LaneMask,
    ) -> Result<(), Misplaced> {
        self.lanes = lanes;
        if self.held == lanes && self.pc == pc {
            return Ok(());
        }
        self.settle::<W>(core, first);
        if lanes.is_empty() || !lanes.is_within(core.threads.runnable::<W>(first)) {
            return Err(Misplaced::CannotRun);
        }
        let row = core.threads.pc_row::<W>(first);
        let elsewhere = lanes.without(LaneMask::where_row(row, |own| own == pc));
        if !elsewhere.is_empty() {
            return Err(Misplaced::Elsewhere(elsewhere));
        }
        (self.pc, self.held) = (pc, lanes);
        Ok(())
    }
}
