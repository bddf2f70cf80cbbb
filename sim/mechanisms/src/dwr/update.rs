//! Updates of the stacks for instructions that are done.

use super::sub_warp::Awaits;
use super::{Dwr, Parts};
use crate::pdom::Points;
use crate::pdom::{Phase, Regions};
use heddle_contract::bits;
use heddle_gpu_core::{Chip, Effect, FaultReason, Raised, ShaderCore, Stop};
use heddle_types::{LaneMask, ThreadId, WarpId};

impl<const S: usize, P: Parts> Dwr<S, P> {
    /// Presents to each bank the update of the instruction that has waited longest there.
    pub(super) fn tell(&mut self, core: &ShaderCore, chip: &Chip) {
        for position in bits(self.banks.waiting()) {
            let Some(warp) = self.banks.present(position) else {
                continue;
            };
            let sub = self.partners.sub(warp, position);
            let state = &mut self.subs[sub].warp;
            let (first, input) = (ThreadId::new(sub * S), self.banks.input(position));
            let exits = state.phase == Phase::Rest(Effect::Exit);
            input.exit = if exits { state.lanes.bits() } else { 0 };
            <Points as Regions<S>>::tell(&self.points, core, chip, state, first, input);
        }
    }

    /// Handles the answers of the banks for the sub-warps that were updated.
    pub(super) fn updated(&mut self, core: &mut ShaderCore) -> Result<(), Stop> {
        for position in bits(self.banks.unanswered()) {
            let Some(warp) = self.banks.answered(position) else {
                continue;
            };
            let sub = self.partners.sub(warp, position);
            if self.banks.overflows(&mut self.parts, position) {
                return Err(self.overflow(core, sub));
            }
            let state = &mut self.subs[sub].warp;
            if !state.left.is_empty() {
                state.lanes = std::mem::take(&mut state.left);
                <Points as Regions<S>>::again(&mut state.note);
                self.banks.again(position, warp);
                continue;
            }
            self.subs[sub].awaits_stack = false;
            if !self.subs[sub].awaits_data {
                self.go_on(core, sub);
            }
        }
        Ok(())
    }

    fn overflow(&self, core: &ShaderCore, sub: usize) -> Stop {
        let state = &self.subs[sub].warp;
        core.stop(Raised {
            thread: ThreadId::new(sub * S) + state.lanes.first().unwrap_or(0),
            pc: state.pc,
            address: None,
            reason: FaultReason::StackOverflow {
                entries: self.banks.depth(),
            },
        })
    }

    /// The instruction of a sub-warp is done and its stack is up to date.
    pub(super) fn go_on(&mut self, core: &mut ShaderCore, sub: usize) {
        self.in_pipeline -= 1;
        self.subs[sub].awaits = Awaits::Nothing;
        let state = &mut self.subs[sub].warp;
        match std::mem::replace(&mut state.phase, Phase::None) {
            Phase::Control => self.ready.insert(sub),
            Phase::Rest(effect) => self.rest(core, sub, effect),
            _ => {
                state.pc = state.pc.next();
                self.ready.insert(sub);
            }
        }
    }

    /// Lanes arrive at a barrier or at their end. A sub-warp waits at a barrier as a whole.
    fn rest(&mut self, core: &mut ShaderCore, sub: usize, effect: Effect) {
        let (warp, position) = self.place(sub);
        let state = &mut self.subs[sub].warp;
        let lanes = state.lanes << (position * S);
        if effect == Effect::Exit {
            state.held = LaneMask::NONE;
        } else {
            state.pc = state.pc.next();
            state.phase = Phase::Waiting;
            self.sync.excuse(sub, true);
        }
        let released = core.rest(effect, warp, lanes);
        if effect == Effect::Exit {
            let left = core.threads.warps[warp.index()].live.part(position * S, S);
            if left.is_empty() {
                self.sync.excuse(sub, true);
            } else {
                self.ready.insert(sub);
            }
        }
        for warp in released.warps {
            self.release(core, warp);
        }
    }

    /// Sub-warps of a large warp that no longer wait at a barrier continue.
    fn release(&mut self, core: &ShaderCore, warp: WarpId) {
        let threads = &core.threads.warps[warp.index()];
        let waiting = threads.waiting();
        for sub in self.partners.of(warp) {
            let lanes = self.in_warp(sub, self.subs[sub].warp.lanes);
            let state = &mut self.subs[sub].warp;
            if state.phase == Phase::Waiting && !waiting.overlaps(lanes) {
                state.phase = Phase::None;
                self.sync.excuse(sub, false);
                self.ready.insert(sub);
            }
        }
    }

    /// Whether any sub-warp waits for its partners before a LAT.
    pub(super) fn some_wait(&self) -> bool {
        let mut subs = self.subs.iter();
        subs.any(|sub| sub.awaits == Awaits::Partners)
    }

    /// Lanes of a large warp whose sub-warps wait for their partners before a LAT.
    pub(super) fn before_lat(&self, warp: WarpId) -> LaneMask {
        let subs = self.partners.of(warp).map(|sub| (sub, &self.subs[sub]));
        let waiting = subs.filter(|(_, state)| state.awaits == Awaits::Partners);
        waiting.fold(LaneMask::NONE, |all, (sub, state)| {
            all | self.in_warp(sub, state.warp.lanes)
        })
    }

    /// Lanes of a large warp that are on top of their stacks or wait at a barrier.
    pub(super) fn on_top(&self, core: &ShaderCore, warp: WarpId) -> LaneMask {
        let threads = &core.threads.warps[warp.index()];
        let waiting = threads.waiting();
        self.partners.of(warp).fold(LaneMask::NONE, |all, sub| {
            let state = &self.subs[sub].warp;
            let lanes = self.in_warp(sub, LaneMask::all(S));
            all | match state.phase {
                Phase::Waiting => waiting & lanes,
                _ => self.in_warp(sub, state.lanes),
            }
        })
    }
}
