//! The events of a warp's instruction in flight, as inputs of the control unit.

use super::Stackless;
use super::front_end::FrontEnd;
use super::thread_pcs::ThreadPcs;
use super::warp::Phase;
use crate::alu::Alu;
use heddle_gpu_core::{Effect, ShaderCore};
use heddle_types::{Cycle, LaneMask, WarpId, WarpMask};

impl<const W: usize, F: FrontEnd, T: ThreadPcs, A: Alu<W>> Stackless<W, F, T, A> {
    /// Handles the events that are due: instructions that are done, data that has arrived.
    pub(super) fn due(&mut self, core: &mut ShaderCore, now: Cycle) {
        while let Some(id) = self.wheel.pop(now) {
            match id.checked_sub(self.count) {
                None => self.step_done(core, WarpId::new(id)),
                Some(warp) => self.data_there(core, WarpId::new(warp)),
            }
        }
    }

    /// Lanes whose data can be used continue.
    pub(super) fn data_there(&mut self, core: &mut ShaderCore, warp: WarpId) {
        let lanes = std::mem::take(&mut self.warps[warp.index()].coming);
        core.threads.arrive(warp, lanes);
        self.joined.insert(warp);
    }

    /// Handles the next event of a warp's instruction.
    #[inline]
    fn step_done(&mut self, core: &mut ShaderCore, warp: WarpId) {
        let bit = WarpMask::single(warp).bits();
        let state = &mut self.warps[warp.index()];
        match std::mem::replace(&mut state.phase, Phase::None) {
            Phase::Ahead => {
                let next = Some(state.pc.next());
                state.phase = Phase::Next;
                if self.joined.contains(warp) || state.joins_at == next {
                    return self.step_done(core, warp);
                }
                let done = state.done;
                self.wheel.schedule(warp.index(), done);
            }
            Phase::Next => {
                state.pc = state.pc.next();
                self.in_memory.remove(warp);
                // Threads joined during the instruction, or wait at the next PC, or the nesting key changed.
                // SLR-3, SLR-6: after every event that splits or joins threads, and where the common PC reaches threads that
                // wait.
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
                    // The PC of a thread that has ended is never needed.
                    Effect::Exit => state.held = LaneMask::NONE,
                    _ => state.pc = state.pc.next(),
                }
                self.joined |= core.rest(effect, warp, lanes).warps;
                if effect == Effect::Exit || !self.waits_together(core, warp) {
                    self.input.arbitrate |= bit;
                }
            }
            Phase::Released => self.input.advance |= bit,
            Phase::Address => {
                state.phase = Phase::Line;
                state.passes.begin();
                self.input.access |= bit;
            }
            Phase::Replay => {
                state.phase = Phase::Line;
                self.input.replay |= bit;
            }
            Phase::None | Phase::Line | Phase::Together => {
                unreachable!("only an instruction in flight has events")
            }
        }
    }

    /// An instruction is done in cycle `done`, and no thread leaves the common PC.
    pub(super) fn goes_on(&mut self, warp: WarpId, done: Cycle, now: Cycle) {
        let known = self.known(done, now);
        let state = &mut self.warps[warp.index()];
        state.done = done;
        state.phase = match known < done && !state.moves_key {
            true => Phase::Ahead,
            false => Phase::Next,
        };
        let cycle = match state.phase {
            Phase::Ahead => known,
            _ => done,
        };
        self.wheel.schedule(warp.index(), cycle);
    }

    /// Whether all threads of a warp have executed its instruction and wait. If the arbiter has more than one stage,
    /// the threads are then held until the first of them can continue: if all can, their common PC is known.
    pub(super) fn waits_together(&mut self, core: &ShaderCore, warp: WarpId) -> bool {
        let state = &mut self.warps[warp.index()];
        let all = state.held == core.threads.warps[warp.index()].live;
        // SLR-14: if all threads can go on, they need no choice of the arbiter.
        let together = all && self.stages > 1;
        if together {
            state.phase = Phase::Together;
            self.together.insert(warp);
        }
        together
    }

    /// Warps whose threads all waited continue: if all threads can, as early as an arbiter of one stage would have
    /// answered; if only some can, by a choice of the arbiter.
    pub(super) fn release(&mut self, core: &ShaderCore, now: Cycle) {
        for warp in self.joined & self.together {
            let threads = &core.threads.warps[warp.index()];
            let state = &mut self.warps[warp.index()];
            self.together.remove(warp);
            if threads.runnable() == threads.live {
                self.joined.remove(warp);
                state.phase = Phase::Released;
                self.wheel.schedule(warp.index(), now + 2);
            } else {
                state.phase = Phase::None;
                self.input.arbitrate |= WarpMask::single(warp).bits();
            }
        }
    }
}
