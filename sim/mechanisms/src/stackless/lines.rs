//! The arbiter's answers for memory instructions (collange2011, 4.2): lanes on the line are served, the others
//! replay; lanes that hit run ahead of lanes that miss.

use super::Stackless;
use super::front_end::FrontEnd;
use super::thread_pcs::ThreadPcs;
use super::warp::Phase;
use crate::alu::Alu;
use heddle_gpu_core::{Chip, ShaderCore, Stop};
use heddle_memory::Group;
use heddle_types::{Cycle, LaneMask, WarpId};

impl<const W: usize, F: FrontEnd, T: ThreadPcs, A: Alu<W>> Stackless<W, F, T, A> {
    /// The arbiter has picked a line for a warp: serves its lanes.
    pub(super) fn serve(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<(), Stop> {
        let warp = WarpId::of_port(self.output.result_warp);
        let line = self.output.result_target;
        let lanes = LaneMask::new(self.output.result_lanes);
        let state = self.warps.get_mut(warp.index());
        let asked = state.and_then(|state| state.passes.answer());
        let (Some(pass), true, false) = (asked, self.output.result_any, lanes.is_empty()) else {
            return Err(self.broken(core, warp, "a line is answered that was not asked for"));
        };
        let access = &mut self.warps[warp.index()].access;
        if !lanes.is_within(pass.lanes) || !access.on_line(core, lanes, line) {
            return Err(self.broken(core, warp, "lanes match that want another line"));
        }
        let line = line as u32;
        let early = pass.early(line, self.stages_of_answer);
        access
            .serve(core, chip, warp.index(), Group { line, lanes }, now, early)
            .map_err(|raised| core.stop(raised))?;
        self.served(core, warp, now);
        Ok(())
    }

    /// Continues after a line: with the next line for the lanes left over, also if the line was refused, or with the
    /// end of the instruction.
    fn served(&mut self, core: &mut ShaderCore, warp: WarpId, now: Cycle) {
        let state = &mut self.warps[warp.index()];
        if !state.access.pending.is_empty() {
            return self.ask_again(warp, now);
        }
        let (missed, twice) = state.access.hand_over();
        let hit_done = (state.access.ready - 1).max(now + 1);
        if missed.is_empty() {
            return self.goes_on(warp, hit_done, now);
        }
        let hit_known = self.known(hit_done, now);
        let state = &mut self.warps[warp.index()];
        // GPU-5, GPU-6: lanes that hit run ahead; the others are at the next instruction too, but inactive.
        let all = missed == state.held;
        state.phase = Phase::Split;
        state.pc = state.pc.next();
        state.twice |= twice;
        core.threads.miss(warp, missed);
        if all && self.waits_together(core, warp) {
            return self.in_memory.remove(warp);
        }
        self.wheel
            .schedule(warp.index(), if all { now + 1 } else { hit_known });
    }

    /// Requests another pass if a warp has lanes that need lines and take part in no pass.
    pub(super) fn ask_again(&mut self, warp: WarpId, now: Cycle) {
        let state = &mut self.warps[warp.index()];
        if let Some(cycle) = (state.passes).next(state.access.pending, self.stages, now) {
            state.phase = Phase::Replay;
            self.wheel.schedule(warp.index(), cycle);
        }
    }

    /// Data has arrived for lanes of a warp: for the instruction that still requests other lines, or for an earlier
    /// one. Lanes that now have all of their data can continue in the next cycle.
    pub(super) fn arrived(
        &mut self,
        core: &mut ShaderCore,
        warp: WarpId,
        lanes: LaneMask,
        now: Cycle,
    ) {
        let event = self.count + warp.index();
        if self.wheel.due(event) == now {
            self.wheel.cancel(event);
            self.data_there(core, warp);
        }
        let state = &mut self.warps[warp.index()];
        let asking = state.access.missed & lanes;
        if !asking.is_empty() {
            state.access.arrived(asking);
            state.access.ready = state.access.ready.max(now + 1);
        }
        let waiting = lanes.without(asking);
        let both = state.twice & waiting;
        state.twice = state.twice.without(both);
        state.coming |= waiting.without(both);
        if !state.coming.is_empty() {
            self.wheel.schedule(event, now + 1);
        }
    }
}
