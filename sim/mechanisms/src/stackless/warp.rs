//! A warp under stack-less reconvergence: its instruction in flight and the PCs of its threads.

use super::passes::Passes;
use super::thread_pcs::Held;
use heddle_gpu_core::{Access, Effect, ShaderCore};
use heddle_types::{Cycle, LaneMask, Pc, WarpId};

/// What the next event of a warp's instruction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing is in flight.
    None,
    /// No thread leaves the common PC. If threads join, their PCs are requested before the instruction is done.
    Ahead,
    /// The instruction is done and no thread left the common PC.
    Next,
    /// The instruction is done; the PCs of its threads have been written.
    Split,
    /// The instruction is done; its lanes wait at a barrier or end.
    Rest(Effect),
    /// The addresses are known: a line is needed.
    Address,
    /// Lanes are left over: another line is needed.
    Replay,
    /// A line has been requested.
    Line,
    /// All threads of the warp are held, and wait.
    Together,
    /// None of the warp's threads waits any more.
    Released,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Warp<const W: usize> {
    pub phase: Phase,
    /// PC of the held lanes.
    pub pc: Pc,
    /// Lanes whose PC is `pc`; the PC stored for their threads is out of date (TPC-2). While a warp runs straight on, the
    /// stored PCs are not needed.
    pub held: LaneMask,
    /// Number of lanes that execute the instruction in flight.
    pub active: u32,
    /// The next PC in the warp's path at which other threads may wait: they join there. (The threads compare their
    /// PCs with the common one all the time; section 3, "Reconvergence".)
    pub joins_at: Option<Pc>,
    /// Whether the instruction in flight changes the nesting key.
    pub moves_key: bool,
    /// The cycle in which the instruction in flight is done.
    pub done: Cycle,
    pub access: Access<W>,
    pub passes: Passes,
    /// Lanes that wait for both lines of an earlier instruction.
    pub twice: LaneMask,
    /// Lanes whose data can be used from the next cycle on.
    pub coming: LaneMask,
}

impl<const W: usize> Warp<W> {
    pub fn new() -> Self {
        Warp {
            phase: Phase::None,
            pc: Pc::default(),
            held: LaneMask::NONE,
            active: 0,
            joins_at: None,
            moves_key: false,
            done: Cycle::ZERO,
            access: Access::idle(),
            passes: Passes::default(),
            twice: LaneMask::NONE,
            coming: LaneMask::NONE,
        }
    }

    /// A block has been placed on the warp: all of its threads have one PC.
    pub fn start(&mut self, pc: Pc) {
        self.held = LaneMask::all(W);
        self.pc = pc;
    }

    /// The lanes that are held, and their PC.
    pub fn held(&self) -> Held {
        let (lanes, pc) = (self.held, self.pc);
        Held { lanes, pc }
    }

    /// Writes the held PCs to the threads.
    pub fn settle(&mut self, core: &mut ShaderCore, warp: WarpId) {
        if !self.held.is_empty() {
            core.threads.set_pc::<W>(warp.first(W), self.held, self.pc);
            self.held = LaneMask::NONE;
        }
    }

    /// Takes the common PC and lanes of a fetch.
    ///
    /// # Errors
    /// If the threads have another PC, or cannot run.
    pub fn fetched(
        &mut self,
        core: &mut ShaderCore,
        warp: WarpId,
        pc: Pc,
        lanes: LaneMask,
    ) -> Result<(), &'static str> {
        if self.phase != Phase::None {
            return Err("a warp is fetched whose instruction is not done");
        }
        if !self.held.is_empty() {
            let same = self.held == lanes && self.pc == pc;
            return same
                .then_some(())
                .ok_or("the common PC changed between arbitrations");
        }
        let runnable = core.threads.warps[warp.index()].runnable();
        if lanes.is_empty() || !lanes.is_within(runnable) {
            return Err("lanes are fetched that cannot run");
        }
        let row = core.threads.pc_row::<W>(warp.first(W));
        let there = LaneMask::where_row(row, |own| own == pc);
        if !lanes.is_within(there) {
            return Err("lanes are fetched whose PC is another one");
        }
        self.pc = pc;
        self.held = lanes;
        self.active = lanes.count();
        let others = runnable & LaneMask::where_row(row, |own| own > pc);
        self.joins_at = nearest(row, others);
        Ok(())
    }
}

/// The smallest PC among some lanes.
fn nearest<const W: usize>(row: &[Pc; W], lanes: LaneMask) -> Option<Pc> {
    lanes.iter().map(|lane| row[lane]).min()
}
