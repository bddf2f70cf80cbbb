//! Executes the instruction that has been fetched.

use super::Stackless;
use super::front_end::FrontEnd;
use super::pipeline::Look;
use super::thread_pcs::ThreadPcs;
use super::warp::Phase;
use crate::alu::Alu;
use heddle_contract::config::Nesting;
use heddle_gpu_core::{Chip, Effect, Issue, ShaderCore, Step, Stop};
use heddle_types::{Cycle, LaneMask, Pc, WarpId, WordPc};

impl<const W: usize, F: FrontEnd, T: ThreadPcs, A: Alu<W>> Stackless<W, F, T, A> {
    /// Executes the instruction at the common PC of a warp, and schedules its next event; returns whether a pipe
    /// could take it.
    #[inline(always)]
    pub(super) fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<bool, Stop> {
        let warp = WarpId::of_port(self.input.fetch_warp);
        let (pc, lanes) = (
            chip.code.pc(WordPc::of_port(self.output.fetch_pc)),
            LaneMask::new(self.output.fetch_lanes),
        );
        if core.pipes.refuse(chip.code, pc, warp, now) {
            return Ok(false);
        }
        self.warps[warp.index()]
            .fetched(core, warp, pc, lanes)
            .map_err(|what| self.broken(core, warp, what))?;
        // TPC-3: at the fetch, so that the end of the instruction need not wait for the comparison.
        if T::COMPARES || F::COMPARES {
            self.compare(core, chip, warp, pc, lanes);
        }
        let first = warp.first(W);
        let step = core.fetch(chip.code, pc, first, lanes)?;
        let issue = Issue {
            step,
            pc,
            first,
            lanes,
        };
        let (effect, busy) = self.alu.issue(core, chip, issue, now)?;
        core.issued(self.warps[warp.index()].active, busy);
        core.take_pipe(chip, step, now, busy);
        if effect == Effect::Control {
            let row = core.threads.pc_row::<W>(first);
            self.pcs.branch(chip, warp, lanes, row);
            self.front_end.branch(chip, warp, lanes, row);
        }
        self.follow(core, warp, &issue, effect, now)?;
        self.schedule(warp, step, now, core.latency(step, busy));
        Ok(true)
    }

    /// Has the comparators look for lanes at the PC behind the fetched one.
    fn compare(&mut self, core: &ShaderCore, chip: &Chip, warp: WarpId, pc: Pc, lanes: LaneMask) {
        let look = Look {
            warp,
            others: core.threads.warps[warp.index()].runnable().without(lanes),
            next: pc.next(),
        };
        self.pcs.compare(chip, warp, look.next);
        match self.looks.at_once() {
            true => self.look(look),
            false => self.looks.fetched(look),
        }
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
        state.moves_key = issue.step.writes_sp && self.nesting == Nesting::Sp;
        state.phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => {
                state.held = LaneMask::NONE;
                Phase::Split
            }
            Effect::Memory => {
                self.in_memory.insert(warp);
                let begun = state.access.begin(core, issue, now);
                begun.map_err(|raised| core.stop(raised))?;
                Phase::Address
            }
            effect => Phase::Rest(effect),
        };
        Ok(())
    }

    #[inline(always)]
    fn schedule(&mut self, warp: WarpId, step: &Step, now: Cycle, latency: u64) {
        self.last_fetched = warp;
        let notified_in = latency.saturating_sub(1).max(self.joins_known);
        let phase = self.warps[warp.index()].phase;
        let ahead = match phase {
            Phase::Next => return self.goes_on(warp, now + notified_in, now),
            Phase::Split => self.ahead().min(step.ahead.into()),
            _ => 0,
        };
        let notified_in = notified_in.saturating_sub(ahead).max(1);
        self.wheel.schedule(warp.index(), now + notified_in);
    }
}
