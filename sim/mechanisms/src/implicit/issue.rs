//! Executes the instruction of a warp's running path.

use super::Implicit;
use super::path::Path;
use super::warp::Phase;
use heddle_gpu_core::{Chip, Effect, Issue, ShaderCore, Stop};
use heddle_types::{Cycle, WarpId};

/// Cycles between two instructions of a warp, at least: GPU-4, as with the other mechanisms of hardware. A load or store takes
/// longer anyway, and its addresses are known as early as with them.
const LEAST: u64 = 2;

impl<const W: usize> Implicit<W> {
    /// Executes the instruction of a warp, and schedules the event of its result; returns whether a pipe could take it.
    #[inline(always)]
    pub(super) fn issue(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        warp: WarpId,
        now: Cycle,
    ) -> Result<bool, Stop> {
        let Path { place, lanes, .. } = *self.warps[warp.index()].paths.running();
        let (pc, first) = (place.pc, warp.first(W));
        if core.pipes.refuse(chip.code, pc, warp, now) {
            return Ok(false);
        }
        let step = core.fetch(chip.code, pc, first, lanes)?;
        let issue = Issue {
            step,
            pc,
            first,
            lanes,
        };
        let effect = core.issue::<W>(chip, issue, now)?;
        let busy = core.hold(step, lanes);
        core.issued(lanes.count(), busy);
        core.take_pipe(chip, step, now, busy);
        self.follow(core, warp, &issue, effect, now)?;
        let latency = match effect {
            Effect::Memory => core.latency(step, busy),
            _ => core.latency(step, busy).max(LEAST),
        };
        self.in_flight.result(warp.index(), now + latency);
        self.ready.remove(warp);
        self.in_pipeline.insert(warp);
        self.last_issued = warp;
        Ok(true)
    }

    /// Updates a warp for the effect of its instruction.
    fn follow(
        &mut self,
        core: &ShaderCore,
        warp: WarpId,
        issue: &Issue,
        effect: Effect,
        now: Cycle,
    ) -> Result<(), Stop> {
        self.warps[warp.index()].phase = match effect {
            Effect::Next => Phase::Next,
            Effect::Control => Phase::Control,
            Effect::Memory => {
                // IST-11: a path waits for all of its lines.
                self.in_flight.access(core, warp.index(), issue, now)?;
                Phase::Next
            }
            effect => Phase::Rest(effect),
        };
        Ok(())
    }
}
