//! Executes the instruction at the top of a warp's stack.

use super::Pdom;
use super::regions::Regions;
use super::stack::Stacks;
use super::warp::Phase;
use crate::alu::Alu;
use heddle_gpu_core::{Chip, Effect, Issue, ShaderCore, Stop};
use heddle_types::{Cycle, LaneMask, WarpId};

impl<const W: usize, R: Regions<W>, S: Stacks, A: Alu<W>> Pdom<W, R, S, A> {
    /// Executes the instruction of the warp whose stack top has been read, and schedules its next event. Returns
    /// whether it was issued; it is not if no pipe could take it.
    #[inline(always)]
    pub(super) fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        warp: WarpId,
        now: Cycle,
    ) -> Result<bool, Stop> {
        let read_pc = self.output.read_pc;
        let read_lanes = LaneMask::new(self.output.read_lanes);
        let fetched = self
            .regions
            .fetch(&mut self.warps[warp.index()], read_pc, read_lanes);
        let Some((word, lanes)) = fetched else {
            self.begin(warp);
            return Ok(false);
        };
        let pc = chip.code.pc(word);
        if core.pipes.refuse(chip.code, pc, warp, now) {
            return Ok(false);
        }
        let state = &mut self.warps[warp.index()];
        if let Err(what) = state.fetched::<W>(core, warp.first(W), pc, lanes) {
            return Err(R::misplaced(core, state, warp.first(W), what));
        }
        let first = warp.first(W);
        let step = core.fetch(chip.code, pc, first, lanes)?;
        let state = &mut self.warps[warp.index()];
        self.regions.issued(core, state, first, step, word);
        let issue = Issue {
            step,
            pc,
            first,
            lanes,
        };
        let (effect, busy) = self.alu.issue(core, chip, issue, now)?;
        core.issued(lanes.count(), busy);
        core.take_pipe(chip, step, now, busy);
        self.follow(core, warp, &issue, effect, now)?;
        let latency = core.latency(step, busy);
        let notified_in = match effect {
            Effect::Memory => latency,
            // RST-14: the unit is notified as early as the next PCs are known, but not so early that the answer of the stacks
            // arrives before the result.
            _ => {
                let ahead = self.answers.cycles().min(step.ahead.into());
                latency.saturating_sub(1 + ahead).max(1)
            }
        };
        self.in_flight.result(warp.index(), now + notified_in);
        self.ready.remove(warp);
        self.in_pipeline.insert(warp);
        self.last_issued = warp;
        Ok(true)
    }

    /// The unit is notified of regions that begin before the warp's next instruction.
    fn begin(&mut self, warp: WarpId) {
        self.warps[warp.index()].phase = Phase::Begins;
        self.done.push_back(warp);
        self.ready.remove(warp);
        self.in_pipeline.insert(warp);
    }

    /// Updates a warp for the effect of its instruction.
    #[inline(always)]
    fn follow(
        &mut self,
        core: &ShaderCore,
        warp: WarpId,
        issue: &Issue,
        effect: Effect,
        now: Cycle,
    ) -> Result<(), Stop> {
        let state = &mut self.warps[warp.index()];
        state.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => {
                state.held = LaneMask::NONE;
                Phase::Control
            }
            Effect::Memory => {
                self.in_flight.access(core, warp.index(), issue, now)?;
                if self.answers.cycles() > 0 {
                    self.done.push_back(warp);
                    self.awaits_data.insert(warp);
                    self.awaits_stack.insert(warp);
                }
                Phase::Next
            }
            effect => Phase::Rest(effect),
        };
        Ok(())
    }
}
