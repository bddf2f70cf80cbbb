//! The instruction on top of a warp's stack is executed.

use super::Pdom;
use super::alu::Alu;
use super::points::is_call;
use super::stack::Stacks;
use super::warp::Phase;
use crate::gpu::{Chip, Effect, Hook, Issue, Outside, ShaderCore, Step, Stop};

impl<const W: usize, S: Stacks, H: Hook, A: Alu<W>> Pdom<W, S, H, A> {
    /// Executes the instruction of the warp that has been read, and sets its next event; whether a pipe
    /// could take it.
    #[inline(always)]
    pub(super) fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        warp: usize,
        now: u64,
    ) -> Result<bool, Stop> {
        let word = self.points.word(self.output.read_pc);
        let (pc, lanes) = (chip.code.address(word), self.output.read_lanes);
        if core.pipes.refuse(chip.code, pc, warp, now) {
            return Ok(false);
        }
        self.warps[warp]
            .fetched(core, warp, pc, lanes)
            .map_err(|what| self.broken(core, warp, what))?;
        let first = warp * W;
        let step = core.fetch(chip.code, pc, first, lanes)?;
        let state = &mut self.warps[warp];
        if step.is_control() {
            state.meeting = self.points.meeting(step, word);
            state.calls = is_call(step);
        }
        state.depth = core
            .threads
            .depths
            .of(first + lanes.trailing_zeros() as usize);
        let issue = Issue {
            step,
            pc,
            first,
            lanes,
        };
        let outside = Outside {
            code: chip.code,
            grid: chip.grid,
            now,
        };
        let (effect, busy) = self.alu.issue(core, outside, issue, self.hook)?;
        core.issued(lanes.count_ones(), busy);
        core.pipes.take(step, now, busy);
        self.follow(core, warp, &issue, effect, now)?;
        self.schedule(warp, step, now, busy);
        Ok(true)
    }

    /// What the effect of an instruction means for its warp.
    #[inline(always)]
    fn follow(
        &mut self,
        core: &ShaderCore,
        warp: usize,
        issue: &Issue,
        effect: Effect,
        now: u64,
    ) -> Result<(), Stop> {
        let state = &mut self.warps[warp];
        state.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => {
                state.held = 0;
                Phase::Control
            }
            Effect::Memory => {
                let begun = state.access.begin(core, issue, now);
                begun.map_err(|raised| core.stop(raised))?;
                Phase::Address
            }
            effect => Phase::Rest(effect),
        };
        Ok(())
    }

    #[inline(always)]
    fn schedule(&mut self, warp: usize, step: &Step, now: u64, busy: u64) {
        let mut latency = u64::from(step.cycles) + busy - 1;
        if self.warps[warp].phase != Phase::Address {
            latency = latency.saturating_sub(1).max(1);
        }
        self.wheel.schedule(warp, now + latency);
        self.ready &= !(1 << warp);
        self.in_pipeline |= 1 << warp;
        self.last_issued = warp;
    }
}
