//! The warp that leaves the scheduler is executed: the threads of each original warp together, as
//! their registers lie together.

use super::warp::{Phase, members, rows};
use super::{Dwf, Formation};
use heddle_core::{Chip, Effect, Issue, ShaderCore, Step, Stop};
use heddle_types::{Cycle, LaneMask, Pc, ThreadId};

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// Executes the warp that leaves, and sets its next event.
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
        let busy = core.hold(step, warp.lanes) * self.passes();
        // The warp has left the scheduler; the next one stays in it until this one has its pipe.
        let start = core.pipes.free_for(step).max(now);
        core.pipes.take(step, start, busy);
        self.issue_free = core.pipes.first_free().max(start + 1);
        core.issued(warp.lanes.count(), busy);
        let id = self.new_flight();
        let flight = &mut self.flights[id];
        (flight.pc, flight.lanes, flight.threads) = (pc, warp.lanes, warp.threads);
        flight.missed = false;
        flight.phase = match effect {
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

    /// Takes note of threads that leave the scheduler.
    ///
    /// # Errors
    /// What is wrong with them: they must have been there, at this PC, in lanes of their home lanes.
    fn leave(&mut self, core: &ShaderCore, pc: Pc) -> Result<(), Stop> {
        let warp = self.leaving;
        if warp.lanes.is_empty() {
            return Err(self.broken(
                core,
                ThreadId::default(),
                "a warp without threads is issued",
            ));
        }
        for (lane, thread) in members(warp.lanes, &warp.threads) {
            if !self.inside.get(thread.index()).copied().unwrap_or(false) {
                return Err(self.broken(core, thread, "a thread is issued that was not there"));
            }
            if core.threads.pc[thread.index()] != pc {
                return Err(self.broken(core, thread, "a thread is issued at another PC"));
            }
            if self.lane_aware && self.homes.home(thread) != self.homes.of_lane(lane) {
                return Err(self.broken(core, thread, "a thread is issued in another lane"));
            }
            self.inside[thread.index()] = false;
        }
        self.in_scheduler -= warp.lanes.count() as usize;
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

    /// How often the warp that leaves goes over the lanes.
    fn passes(&self) -> u64 {
        match self.serves_in_turn {
            true => self.homes.passes(&self.leaving),
            false => 1,
        }
    }

    /// A warp's result is there so many cycles after its start. The scheduler is told a cycle ahead of it, and sooner where
    /// next PCs are known before and the way through the scheduler takes long enough.
    fn schedule(&mut self, id: usize, start: Cycle, latency: u64, ahead: u64) {
        let flight = &mut self.flights[id];
        flight.due = start + latency.saturating_sub(1).max(1);
        let told = match flight.phase {
            Phase::Address => start + latency,
            Phase::Next | Phase::Control => self.told(id, ahead).max(start + 1),
            _ => flight.due,
        };
        self.wheel.schedule(id, told);
        self.in_pipeline += 1;
    }
}
