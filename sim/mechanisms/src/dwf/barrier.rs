//! Threads that arrive at a barrier or at their end, and threads that continue from a barrier.

use super::warp::Phase;
use super::{Dwf, Formation};
use heddle_gpu_core::{Effect, ShaderCore};
use heddle_types::{LaneMask, WarpMask};

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// The threads of an in-flight warp wait at a barrier or end.
    pub(super) fn rest(&mut self, core: &mut ShaderCore, id: usize, phase: Phase) {
        let effect = match phase {
            Phase::Barrier => Effect::Barrier,
            Phase::PartialBarrier => Effect::PartialBarrier,
            Phase::Exit => Effect::Exit,
            _ => unreachable!("only an instruction in flight has events"),
        };
        let mut released = WarpMask::NONE;
        for (warp, lanes) in self.in_flight[id].rows() {
            released |= core.rest(effect, warp, lanes).warps;
        }
        if effect == Effect::Exit {
            self.in_flight[id].lanes = LaneMask::NONE;
            self.free.insert(id);
        } else {
            self.go_on(core, id);
            self.in_flight[id].phase = Phase::Waiting;
            self.waiting.push(id);
        }
        if !released.is_empty() {
            self.release(core, released);
        }
    }

    /// Threads of these original warps whose barrier has opened continue, in order of arrival.
    fn release(&mut self, core: &ShaderCore, warps: WarpMask) {
        let waiting = std::mem::take(&mut self.waiting);
        for &id in &waiting {
            let free = self.in_flight[id].lanes_where(|thread| {
                let (warp, lane) = (thread.warp(W), thread.lane(W));
                warps.contains(warp) && core.threads.warps[warp.index()].runnable().contains(lane)
            });
            if !free.is_empty() {
                let free = self.part(id, free);
                self.in_flight[free].phase = Phase::None;
                self.queues.released.push_back(free);
            }
        }
        self.waiting = waiting;
        let in_flight = &self.in_flight;
        self.waiting
            .retain(|&id| in_flight[id].phase == Phase::Waiting);
    }
}
