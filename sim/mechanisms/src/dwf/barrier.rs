//! Threads that come to a barrier or to their end, and threads that go on from there.

use super::warp::Phase;
use super::{Dwf, Formation};
use heddle_core::{Effect, ShaderCore};
use heddle_types::{LaneMask, WarpMask};

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// The threads of a flight wait or end.
    pub(super) fn rest(&mut self, core: &mut ShaderCore, id: usize, phase: Phase) {
        let effect = match phase {
            Phase::Barrier => Effect::Barrier,
            Phase::PartialBarrier => Effect::PartialBarrier,
            Phase::Exit => Effect::Exit,
            _ => unreachable!("only an instruction in flight has events"),
        };
        let mut released = WarpMask::NONE;
        for (warp, lanes) in self.flights[id].rows() {
            released |= core.rest(effect, warp, lanes).warps;
        }
        if effect == Effect::Exit {
            self.flights[id].lanes = LaneMask::NONE;
            self.free.insert(id);
        } else {
            self.go_on(core, id);
            self.flights[id].phase = Phase::Waiting;
            self.waiting.push(id);
        }
        if !released.is_empty() {
            self.release(core, released);
        }
    }

    /// Threads of these original warps whose barrier has opened go on, in order of arrival.
    fn release(&mut self, core: &ShaderCore, warps: WarpMask) {
        let waiting = std::mem::take(&mut self.waiting);
        for &id in &waiting {
            let free = self.flights[id].lanes_where(|thread| {
                let (warp, lane) = (thread.warp(W), thread.lane(W));
                warps.contains(warp) && core.threads.warps[warp.index()].runnable().contains(lane)
            });
            if !free.is_empty() {
                let free = self.part(id, free);
                self.flights[free].phase = Phase::None;
                self.queues.released.push_back(free);
            }
        }
        self.waiting = waiting;
        let flights = &self.flights;
        self.waiting
            .retain(|&id| flights[id].phase == Phase::Waiting);
    }
}
