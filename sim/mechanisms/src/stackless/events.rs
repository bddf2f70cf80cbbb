//! What happens to a warp while its instruction is in flight, as events of the control unit.

use super::Stackless;
use super::front_end::FrontEnd;
use super::thread_pcs::ThreadPcs;
use super::warp::Phase;
use heddle_core::{Effect, ShaderCore};
use heddle_types::{Cycle, LaneMask, WarpId, WarpMask};

impl<const W: usize, F: FrontEnd, T: ThreadPcs> Stackless<W, F, T> {
    /// Events that are due: instructions that are done, data that is there.
    pub(super) fn due(&mut self, core: &mut ShaderCore, now: Cycle) {
        while let Some(id) = self.wheel.pop(now) {
            match id.checked_sub(self.warps.len()) {
                None => self.step_done(core, WarpId::new(id)),
                Some(warp) => self.data_there(core, WarpId::new(warp)),
            }
        }
    }

    /// Lanes whose data can be used go on.
    pub(super) fn data_there(&mut self, core: &mut ShaderCore, warp: WarpId) {
        let lanes = std::mem::take(&mut self.warps[warp.index()].coming);
        core.threads.arrive(warp, lanes);
        self.joined.insert(warp);
    }

    /// The instruction of a warp comes to its next event.
    #[inline]
    fn step_done(&mut self, core: &mut ShaderCore, warp: WarpId) {
        let bit = WarpMask::single(warp).bits();
        let state = &mut self.warps[warp.index()];
        match std::mem::replace(&mut state.phase, Phase::None) {
            Phase::Next => {
                state.pc = state.pc.next();
                self.in_memory.remove(warp);
                // Threads joined while it ran, or wait where it comes to, or its key changed.
                let arbitrate = self.joined.contains(warp)
                    || state.joins_at == Some(state.pc)
                    || state.moves_key;
                let events = match arbitrate {
                    false => &mut self.input.advance,
                    true => &mut self.input.arbitrate,
                };
                *events |= bit;
            }
            Phase::Split => {
                self.in_memory.remove(warp);
                self.input.arbitrate |= bit;
            }
            Phase::Rest(effect) => {
                let lanes = state.held;
                match effect {
                    // Nobody asks for the PC of a thread that has ended.
                    Effect::Exit => state.held = LaneMask::NONE,
                    _ => state.pc = state.pc.next(),
                }
                self.joined |= core.rest(effect, warp, lanes).warps;
                self.input.arbitrate |= bit;
            }
            Phase::Address => {
                state.phase = Phase::Line;
                self.input.access |= bit;
            }
            Phase::Replay => {
                state.phase = Phase::Line;
                self.input.replay |= bit;
            }
            Phase::None | Phase::Line => unreachable!("only an instruction in flight has events"),
        }
    }
}
