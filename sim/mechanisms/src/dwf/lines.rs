//! Memory instructions of warps whose threads come from anywhere.

use super::warp::{Phase, miss};
use super::{Dwf, Formation};
use heddle_contract::config::Miss;
use heddle_core::{Chip, Issue, Served, ShaderCore, Step, Stop};
use heddle_types::{Cycle, LaneMask, ThreadId};

impl<const W: usize, F: Formation<W>> Dwf<W, F> {
    /// Computes the addresses of the threads of a flight that leaves the scheduler.
    pub(super) fn begin(
        &mut self,
        core: &ShaderCore,
        id: usize,
        step: &Step,
        now: Cycle,
    ) -> Result<(), Stop> {
        let flight = &mut self.flights[id];
        let issue = Issue {
            step,
            pc: flight.pc,
            first: ThreadId::default(),
            lanes: flight.lanes,
        };
        let begun = flight
            .access
            .begin_gathered(core, &issue, &flight.threads, now);
        begun.map_err(|raised| core.stop(raised))
    }

    /// Serves the first flight at the port, which it keeps until it has all of its lines.
    pub(super) fn serve(
        &mut self,
        core: &mut ShaderCore,
        chip: &Chip,
        now: Cycle,
    ) -> Result<(), Stop> {
        let (flights, mut done) = (&mut self.flights, None);
        self.port.serve(core, |core, id| {
            let access = &mut flights[id].access;
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

    /// All lines of a flight have been asked for: it waits for the last datum, or each thread for its
    /// own.
    fn part_hits(&mut self, core: &mut ShaderCore, id: usize, now: Cycle) {
        let flight = &mut self.flights[id];
        let missed = flight.access.missed;
        let hit = flight.lanes.without(missed);
        flight.missed = !missed.is_empty();
        if self.miss == Miss::Thread && !missed.is_empty() && !hit.is_empty() {
            let hits = self.part(id, hit);
            self.flights[hits].missed = false;
            self.flights[hits].access.hand_over();
            self.wait(core, hits, now);
        }
        self.wait(core, id, now);
    }

    fn wait(&mut self, core: &mut ShaderCore, id: usize, now: Cycle) {
        self.flights[id].phase = Phase::Data;
        miss(core, &self.flights[id]);
        self.await_data(id, now + 1);
    }

    /// The scheduler is told a cycle ahead of data that lets threads go on, and as much sooner as their way through it is
    /// longer, but not before `earliest`.
    fn await_data(&mut self, id: usize, earliest: Cycle) {
        let flight = &mut self.flights[id];
        let missed = flight.access.missed;
        if missed.is_empty() || self.miss == Miss::Thread && missed != flight.lanes {
            flight.due = flight.access.ready - 1;
            let told = self.told(id, u64::MAX).max(earliest);
            self.wheel.schedule(id, told);
        }
    }

    /// Data has come for lanes of a flight.
    pub(super) fn arrived(&mut self, id: usize, lanes: LaneMask, now: Cycle) {
        let flight = &mut self.flights[id];
        flight.access.arrived(lanes);
        if flight.phase == Phase::Data {
            self.await_data(id, now);
        }
    }

    /// Threads that have their data go on.
    pub(super) fn data_there(&mut self, core: &mut ShaderCore, id: usize) {
        let ready = self.flights[id]
            .lanes
            .without(self.flights[id].access.missed);
        let there = self.part(id, ready);
        for (warp, lanes) in self.flights[there].rows() {
            core.threads.arrive(warp, lanes);
        }
        if there != id {
            self.flights[id].phase = Phase::Data;
        }
        self.flights[there].phase = Phase::None;
        self.go_on(core, there);
        match self.flights[there].missed {
            true => self.queues.returned.push_back(there),
            false => self.queues.done.push_back(there),
        }
    }
}
