//! Memory instructions of warps whose threads have arbitrary slots.

use super::warp::{Phase, miss};
use super::{Dwf, Formation};
use heddle_contract::config::Miss;
use heddle_gpu_core::{Chip, Issue, Served, ShaderCore, Step, Stop};
use heddle_types::{Cycle, LaneMask, ThreadId};

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// Computes the addresses of the threads of an in-flight warp that leaves the scheduler.
    pub(super) fn begin(
        &mut self,
        core: &ShaderCore,
        id: usize,
        step: &Step,
        now: Cycle,
    ) -> Result<(), Stop> {
        let in_flight_warp = &mut self.in_flight[id];
        let issue = Issue {
            step,
            pc: in_flight_warp.pc,
            first: ThreadId::default(),
            lanes: in_flight_warp.lanes,
        };
        let begun =
            in_flight_warp
                .access
                .begin_gathered(core, &issue, &in_flight_warp.threads, now);
        begun.map_err(|raised| core.stop(raised))
    }

    /// Serves the first in-flight warp at the port, which stays first until it has all of its lines.
    pub(super) fn serve(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<(), Stop> {
        let (in_flight, mut done) = (&mut self.in_flight, None);
        self.port.serve(core, |core, id| {
            let access = &mut in_flight[id].access;
            let served = access.serve_cycle(core, chip, id, now);
            let some = served.map_err(|raised| core.stop(raised))?;
            let all = access.pending.is_empty();
            done = all.then_some(id);
            Ok(Served { some, all })
        })?;
        if let Some(id) = done {
            self.in_pipeline -= 1;
            self.part_hits(core, id, now);
        }
        Ok(())
    }

    /// All lines of an in-flight warp have been requested. The warp now waits for its last data, or each thread for
    /// its own data.
    fn part_hits(&mut self, core: &mut ShaderCore, id: usize, now: Cycle) {
        let in_flight_warp = &mut self.in_flight[id];
        let missed = in_flight_warp.access.missed;
        let hit = in_flight_warp.lanes.without(missed);
        in_flight_warp.missed = !missed.is_empty();
        if self.miss == Miss::Thread && !missed.is_empty() && !hit.is_empty() {
            let hits = self.part(id, hit);
            self.in_flight[hits].missed = false;
            self.in_flight[hits].access.hand_over();
            self.wait(core, hits, now);
        }
        self.wait(core, id, now);
    }

    fn wait(&mut self, core: &mut ShaderCore, id: usize, now: Cycle) {
        self.in_flight[id].phase = Phase::Data;
        miss(core, &self.in_flight[id]);
        self.await_data(id, now + 1);
    }

    /// The scheduler is notified one cycle ahead of data that lets threads continue, and earlier by the cycles that
    /// the scheduler adds to their path, but not before `earliest`.
    fn await_data(&mut self, id: usize, earliest: Cycle) {
        let in_flight_warp = &mut self.in_flight[id];
        let missed = in_flight_warp.access.missed;
        if missed.is_empty() || self.miss == Miss::Thread && missed != in_flight_warp.lanes {
            in_flight_warp.due = in_flight_warp.access.ready - 1;
            let notified_at = self.notified_at(id, u64::MAX).max(earliest);
            self.wheel.schedule(id, notified_at);
        }
    }

    /// Data has arrived for lanes of an in-flight warp.
    pub(super) fn arrived(&mut self, id: usize, lanes: LaneMask, now: Cycle) {
        let in_flight_warp = &mut self.in_flight[id];
        in_flight_warp.access.arrived(lanes);
        if in_flight_warp.phase == Phase::Data {
            self.await_data(id, now);
        }
    }

    /// Threads that have their data continue.
    pub(super) fn data_there(&mut self, core: &mut ShaderCore, id: usize) {
        let ready = self.in_flight[id]
            .lanes
            .without(self.in_flight[id].access.missed);
        let there = self.part(id, ready);
        for (warp, lanes) in self.in_flight[there].rows() {
            core.threads.arrive(warp, lanes);
        }
        if there != id {
            self.in_flight[id].phase = Phase::Data;
        }
        self.in_flight[there].phase = Phase::None;
        self.go_on(core, there);
        // DWF-50: threads that hit keep the priority of the pipeline.
        match self.in_flight[there].missed {
            true => self.queues.returned.push_back(there),
            false => self.queues.done.push_back(there),
        }
    }
}
