//! Executes the warp that leaves the scheduler. The threads of each original warp execute together, since their
//! registers are adjacent.

use super::warp::{Phase, members, rows, whole_warp};
use super::{Dwf, Formation};
use heddle_gpu_core::{Chip, Effect, Issue, ShaderCore, Step, Stop};
use heddle_types::{Cycle, LaneMask, Pc, ThreadId};

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// Executes the warp that leaves, and schedules its next event.
    pub(super) fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<(), Stop> {
        let pc = chip.code.pc(self.leaving.pc);
        self.leave(core, pc)?;
        let warp = self.leaving;
        let first = warp.threads[warp.lanes.first().unwrap_or(0)];
        let step = core.fetch(chip.code, pc, first, LaneMask::single(0))?;
        let effect = self.execute(core, chip, step, now)?;
        // CPT-19: each pass over the lanes takes as long as the mask of the whole warp would.
        let busy = core.hold(step, warp.lanes) * self.passes();
        // The warp has left the scheduler; the next one stays in the scheduler until this one has its pipe.
        let start = core.pipes.free_for(step).max(now);
        core.take_pipe(chip, step, start, busy);
        self.issue_free = core.pipes.first_free().max(start + 1);
        core.issued(warp.lanes.count(), busy);
        let id = self.new_in_flight();
        let in_flight_warp = &mut self.in_flight[id];
        (
            in_flight_warp.pc,
            in_flight_warp.lanes,
            in_flight_warp.threads,
        ) = (pc, warp.lanes, warp.threads);
        in_flight_warp.missed = false;
        in_flight_warp.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => Phase::Control,
            Effect::Barrier => Phase::Barrier,
            Effect::PartialBarrier => Phase::PartialBarrier,
            Effect::Exit => Phase::Exit,
            Effect::Memory => Phase::Address,
        };
        if effect == Effect::Memory {
            self.begin(core, id, step, now)?;
        }
        let latency = core.latency(step, busy);
        self.schedule(id, start, latency, step.ahead.into());
        Ok(())
    }

    /// Records that threads leave the scheduler.
    ///
    /// # Errors
    /// If the threads were not in the scheduler, have another PC, or are not in lanes of their home lanes.
    fn leave(&mut self, core: &ShaderCore, pc: Pc) -> Result<(), Stop> {
        let warp = self.leaving;
        if warp.lanes.is_empty() {
            return Err(self.broken(
                core,
                ThreadId::default(),
                "a warp without threads is issued",
            ));
        }
        if !self.warp_leaves(core, pc) {
            for (lane, thread) in members(warp.lanes, &warp.threads) {
                self.thread_leaves(core, pc, lane, thread)?;
            }
        }
        self.in_scheduler -= warp.lanes.count() as usize;
        Ok(())
    }

    /// As `thread_leaves` for all threads of an original warp at once, if it is whole and nothing is wrong; returns
    /// whether this is so.
    fn warp_leaves(&mut self, core: &ShaderCore, pc: Pc) -> bool {
        let warp = &self.leaving;
        let Some(original) = whole_warp(warp.lanes, &warp.threads) else {
            return false;
        };
        let Some(inside) = self.inside.get_mut(original.index()) else {
            return false;
        };
        let pcs = core.threads.pcs::<W>(original.first(W));
        let there = LaneMask::where_row(pcs, |own| own == pc) & *inside;
        let at_home = !self.lane_aware || self.homes.has_all(warp);
        let leaves = at_home && there == warp.lanes;
        if leaves {
            *inside = LaneMask::NONE;
        }
        leaves
    }

    fn thread_leaves(
        &mut self,
        core: &ShaderCore,
        pc: Pc,
        lane: usize,
        thread: ThreadId,
    ) -> Result<(), Stop> {
        if !self.is_inside(thread) {
            return Err(self.broken(core, thread, "a thread is issued that was not there"));
        }
        if core.threads.pc[thread.index()] != pc {
            return Err(self.broken(core, thread, "a thread is issued at another PC"));
        }
        if self.lane_aware && self.homes.home(thread) != self.homes.of_lane(lane) {
            return Err(self.broken(core, thread, "a thread is issued in another lane"));
        }
        self.inside[thread.warp(W).index()].remove(thread.lane(W));
        Ok(())
    }

    fn execute(
        &self,
        core: &mut ShaderCore,
        chip: &Chip,
        step: &Step,
        now: Cycle,
    ) -> Result<Effect, Stop> {
        let pc = chip.code.pc(self.leaving.pc);
        let mut effect = Effect::Next;
        for (warp, lanes) in rows::<W>(self.leaving.lanes, &self.leaving.threads) {
            let issue = Issue {
                step,
                pc,
                first: warp.first(W),
                lanes,
            };
            effect = core.issue::<W>(chip, issue, now)?;
        }
        Ok(effect)
    }

    /// How many times the warp that leaves passes through the lanes.
    fn passes(&self) -> u64 {
        match self.serves_in_turn {
            true => self.homes.passes(&self.leaving),
            false => 1,
        }
    }

    /// Schedules the result of a warp `latency` cycles after its start. The scheduler is notified one cycle ahead of
    /// the result, and earlier where the next PCs are known before and the path through the scheduler is long enough.
    fn schedule(&mut self, id: usize, start: Cycle, latency: u64, ahead: u64) {
        let in_flight_warp = &mut self.in_flight[id];
        in_flight_warp.due = start + latency.saturating_sub(1).max(1);
        let notified_at = match in_flight_warp.phase {
            Phase::Address => start + latency,
            Phase::Next | Phase::Control => self.notified_at(id, ahead).max(start + 1),
            _ => in_flight_warp.due,
        };
        self.wheel.schedule(id, notified_at);
        self.in_pipeline += 1;
    }
}
