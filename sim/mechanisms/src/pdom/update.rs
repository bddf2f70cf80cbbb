//! Updates of the unit for instructions that are done, and the unit's answers.

use super::Pdom;
use super::regions::Regions;
use super::stack::Stacks;
use super::warp::Phase;
use crate::alu::Alu;
use heddle_gpu_core::{Chip, Effect, FaultReason, Raised, ShaderCore, Stop};
use heddle_types::{LaneMask, WarpId};

impl<const W: usize, R: Regions<W>, S: Stacks, A: Alu<W>> Pdom<W, R, S, A> {
    /// Presents the update of the instruction that has waited longest, if the unit can take it; returns its warp.
    pub(super) fn present(&mut self, core: &ShaderCore, chip: &Chip) -> Option<WarpId> {
        let warp = *self.done.front()?;
        if self.output.popping || self.busy().contains(warp) {
            return None;
        }
        self.done.pop_front();
        let state = &mut self.warps[warp.index()];
        self.input.update = true;
        self.input.update_warp = warp.into();
        let exits = state.phase == Phase::Rest(Effect::Exit);
        self.input.exit = if exits { state.lanes.bits() } else { 0 };
        self.regions
            .tell(core, chip, state, warp.first(W), &mut self.input);
        Some(warp)
    }

    /// Handles the unit's answer for a warp. If lanes have to be split again, their update is next.
    pub(super) fn updated(&mut self, core: &mut ShaderCore, warp: WarpId) -> Result<(), Stop> {
        let state = &mut self.warps[warp.index()];
        if self.output.overflow || self.output.unbalanced {
            return Err(core.stop(Raised {
                thread: warp.first(W) + state.lanes.first().unwrap_or(0),
                pc: state.pc,
                address: None,
                reason: match self.output.overflow {
                    true => FaultReason::StackOverflow {
                        entries: self.depth,
                    },
                    // EXS-10: lanes that leave where no region is open.
                    false => FaultReason::Unbalanced,
                },
            }));
        }
        if !state.left.is_empty() {
            state.lanes = std::mem::take(&mut state.left);
            R::again(&mut state.note);
            self.done.push_front(warp);
            return Ok(());
        }
        self.awaits_stack.remove(warp);
        if !self.awaits_data.contains(warp) {
            self.go_on(core, warp);
        }
        Ok(())
    }

    /// The instruction of a warp is done and its stack is up to date.
    pub(super) fn go_on(&mut self, core: &mut ShaderCore, warp: WarpId) {
        let state = &mut self.warps[warp.index()];
        self.in_pipeline.remove(warp);
        match std::mem::replace(&mut state.phase, Phase::None) {
            Phase::Control | Phase::Begins => self.ready.insert(warp),
            Phase::Rest(effect) => self.rest(core, warp, effect),
            _ => {
                state.pc = state.pc.next();
                self.ready.insert(warp);
            }
        }
    }

    /// Lanes arrive at a barrier or at their end. A warp waits at a barrier as a whole: the other threads on its
    /// stack do not run in the meantime, whether they have arrived or not.
    fn rest(&mut self, core: &mut ShaderCore, warp: WarpId, effect: Effect) {
        let state = &mut self.warps[warp.index()];
        if effect == Effect::Exit {
            state.held = LaneMask::NONE;
            self.ready.insert(warp);
        } else {
            state.pc = state.pc.next();
            state.phase = Phase::Waiting;
        }
        let released = core.rest(effect, warp, state.lanes).warps;
        for warp in released {
            if self.warps[warp.index()].phase == Phase::Waiting {
                self.warps[warp.index()].phase = Phase::None;
                self.ready.insert(warp);
            }
        }
    }
}
