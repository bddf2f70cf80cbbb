//! The answers of the arbiter to memory instructions (collange2011, 4.2): lanes on the line are
//! served, the others replay; lanes that hit run ahead of lanes that miss.

use super::Stackless;
use super::front_end::FrontEnd;
use super::thread_pcs::ThreadPcs;
use super::warp::Phase;
use crate::gpu::{Chip, Hook, ShaderCore, Stop, for_lanes};

impl<const W: usize, F: FrontEnd, T: ThreadPcs, H: Hook> Stackless<W, F, T, H> {
    /// A line has been picked for a warp: its lanes are served.
    pub(super) fn serve(
        &mut self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        now: u64,
    ) -> Result<(), Stop> {
        let (warp, line) = (self.output.result_warp as usize, self.output.result_target);
        let lanes = self.output.result_lanes;
        let asked = self.warps.get(warp).is_some_and(|w| w.phase == Phase::Line);
        if !asked || !self.output.result_valid || lanes == 0 {
            return Err(self.broken(core, warp, "a line is answered that was not asked for"));
        }
        let access = &mut self.warps[warp].access;
        if !access.on_line(lanes, line, chip.line_shift) {
            return Err(self.broken(core, warp, "lanes match that want another line"));
        }
        access
            .serve(core, chip, line as u32, lanes, now)
            .map_err(|raised| core.stop(raised))?;
        self.served(core, warp, now);
        Ok(())
    }

    /// What follows a line: the next one for the lanes left over, or the end of the instruction.
    fn served(&mut self, core: &mut ShaderCore, warp: usize, now: u64) {
        let state = &mut self.warps[warp];
        if state.access.pending != 0 {
            state.phase = Phase::Replay;
            return self.wheel.schedule(warp, now + 1);
        }
        let (lanes, missed) = (state.held, state.access.missed);
        let hit_done = (state.access.ready - 1).max(now + 1);
        if missed == 0 {
            state.phase = Phase::Next;
            return self.wheel.schedule(warp, hit_done);
        }
        // Lanes that hit run ahead; the others stand at the next instruction too, inactive.
        state.phase = Phase::Split;
        state.pc = state.pc.wrapping_add(4);
        core.threads.miss(warp, missed);
        let done = if missed == lanes { now + 1 } else { hit_done };
        self.wheel.schedule(warp, done);
        self.await_data(core, warp, missed, now);
    }

    /// Sets the wake-up of a warp to the first data that it waits for. That may have come already,
    /// while other lines of the instruction were served.
    fn await_data(&mut self, core: &ShaderCore, warp: usize, missed: u64, now: u64) {
        let id = self.warps.len() + warp;
        let mut first = self.wheel.due(id);
        for_lanes(missed, |lane| {
            first = first.min(core.threads.ready_at[warp * W + lane].max(now + 1));
        });
        self.wheel.schedule(id, first);
    }
}
