//! A warp with a stack: its instruction in flight and the PCs of its threads.

use heddle_gpu_core::{Effect, ShaderCore};
use heddle_types::{LaneMask, Pc, ThreadId};

/// What the end of a warp's instruction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing is in flight.
    None,
    /// The lanes continue with the next instruction.
    Next,
    /// The PCs of the lanes have been written.
    Control,
    /// The lanes wait at a barrier or end.
    Rest(Effect),
    /// The lanes wait at a barrier.
    Waiting,
    /// No instruction is in flight: regions begin before the next one.
    Begins,
}

/// What is wrong with the top of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misplaced {
    /// The top has no lanes, or lanes that wait or have ended.
    CannotRun,
    /// These lanes have another PC.
    Elsewhere(LaneMask),
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Warp<N> {
    pub phase: Phase,
    /// PC of the held lanes.
    pub pc: Pc,
    /// Lanes whose PC is `pc`; the PC stored for their threads is out of date.
    pub held: LaneMask,
    /// Lanes that execute the instruction and whose next PCs have not been reported to the unit yet.
    pub lanes: LaneMask,
    /// Lanes among these that the next update splits again.
    pub left: LaneMask,
    /// What the regions remember of the warp.
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

    /// Writes the held PCs to the threads; `first` is the thread in lane 0.
    pub fn settle<const W: usize>(&mut self, core: &mut ShaderCore, first: ThreadId) {
        if !self.held.is_empty() {
            core.threads.set_pc::<W>(first, self.held, self.pc);
            self.held = LaneMask::NONE;
        }
    }

    /// Takes the PC and lanes on top of the stack.
    ///
    /// # Errors
    /// If the threads have another PC, or cannot run.
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
