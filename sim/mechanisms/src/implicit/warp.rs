//! A warp with an implicit stack: its paths, and the instruction in flight of the one that runs.

use super::paths::Paths;
use heddle_gpu_core::{Effect, ShaderCore};
use heddle_types::{LaneMask, WarpId};

/// What the end of a warp's instruction means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing is in flight.
    #[default]
    None,
    /// The lanes continue with the next instruction.
    Next,
    /// The PCs of the lanes have been written.
    Control,
    /// The lanes wait at a barrier or end.
    Rest(Effect),
}

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Warp {
    pub phase: Phase,
    /// The PCs stored for the threads are out of date, but for those that a branch in flight has written.
    pub paths: Paths,
}

impl Warp {
    /// Writes the PCs of the paths to the threads, and which threads wait for others.
    pub fn settle<const W: usize>(&self, core: &mut ShaderCore, warp: WarpId) {
        let first = warp.first(W);
        let mut stacked = LaneMask::NONE;
        for path in self.paths.stack() {
            core.threads.set_pc::<W>(first, path.lanes, path.place.pc);
            if !path.waits {
                stacked |= path.lanes;
            }
        }
        let running = self.paths.running();
        if self.phase != Phase::Control {
            core.threads
                .set_pc::<W>(first, running.lanes, running.place.pc);
        }
        core.threads.warps[warp.index()].stacked = stacked;
    }
}
