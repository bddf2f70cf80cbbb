//! Memory instructions of warps: lines one by one, threads of all original warps on a line together.

use super::warp::{Flight, Phase, members, miss};
use super::{Dwf, Formation};
use crate::gpu::{Chip, Hook, Issue, Raised, ShaderCore, Step, Stop};
use heddle_contract::config::Miss;

impl<const W: usize, F: Formation<W>, H: Hook> Dwf<W, F, H> {
    /// Computes the addresses of a warp's threads.
    pub(super) fn begin(
        &mut self,
        core: &ShaderCore,
        step: &Step,
        pc: u32,
        now: u64,
    ) -> Result<(), Stop> {
        for (_, first) in members(self.leaving.lanes, &self.leaving.threads) {
            let issue = Issue {
                step,
                pc,
                first,
                lanes: 1,
            };
            let begun = self.accesses[first].begin(core, &issue, now);
            begun.map_err(|raised| core.stop(raised))?;
        }
        Ok(())
    }

    /// Serves a line; a warp keeps the port until it has all of its lines.
    pub(super) fn serve(
        &mut self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        now: u64,
    ) -> Result<(), Stop> {
        let Some(&id) = self.port.front() else {
            return Ok(());
        };
        self.serve_line(core, chip, id, now)
            .map_err(|raised| core.stop(raised))?;
        if self.flights[id].pending == 0 {
            self.port.pop_front();
            self.in_pipeline -= 1;
            self.await_data(core, id, now);
        }
        Ok(())
    }

    /// Serves the line of the first thread that wants one to all that want the same.
    fn serve_line(
        &mut self,
        core: &mut ShaderCore,
        chip: &mut Chip,
        id: usize,
        now: u64,
    ) -> Result<(), Raised> {
        let flight = &mut self.flights[id];
        let first =
            &self.accesses[usize::from(flight.threads[flight.pending.trailing_zeros() as usize])];
        let line = first.operand(0) >> chip.line_shift;
        let service = chip.lines.access(first.request(core, line, now));
        for (lane, thread) in members(flight.pending, &flight.threads) {
            let access = &mut self.accesses[thread];
            if access.operand(0) >> chip.line_shift == line {
                access.served(core, chip, service, 1)?;
                flight.pending &= !(u64::from(access.pending == 0) << lane);
            }
        }
        Ok(())
    }

    /// All lines of a warp have been asked for: it waits for the last datum, or each thread for its
    /// own.
    fn await_data(&mut self, core: &mut ShaderCore, id: usize, now: u64) {
        let missed = self.flights[id].lanes_where(|thread| self.accesses[thread].missed != 0);
        self.flights[id].missed = missed != 0;
        let hit = self.flights[id].lanes & !missed;
        if self.miss == Miss::Warp || missed == 0 || hit == 0 {
            return self.wait(core, id, now);
        }
        let hits = self.part(id, hit);
        self.flights[hits].missed = false;
        self.wait(core, hits, now);
        self.wait(core, id, now);
    }

    fn wait(&mut self, core: &mut ShaderCore, id: usize, now: u64) {
        let flight = &mut self.flights[id];
        let together = self.miss == Miss::Warp || !flight.missed;
        let mut last = 0;
        for (_, thread) in members(flight.lanes, &flight.threads) {
            let access = &self.accesses[thread];
            let ready = &mut core.threads.ready_at[thread];
            *ready = match access.missed {
                0 => access.ready,
                _ => access.ready.max(*ready),
            }
            .max(now + 1);
            last = last.max(*ready);
        }
        if together {
            for (_, thread) in members(flight.lanes, &flight.threads) {
                core.threads.ready_at[thread] = last;
            }
        }
        miss(core, flight);
        self.expect_data(core, id, now);
    }

    /// The next event of a flight is its first datum.
    fn expect_data(&mut self, core: &ShaderCore, id: usize, now: u64) {
        let flight = &mut self.flights[id];
        flight.phase = Phase::Data;
        let first = first_datum(core, flight);
        self.wheel.schedule(id, (first - 1).max(now + 1));
    }

    /// Data is there: threads that have theirs go on. The scheduler is told a cycle ahead.
    pub(super) fn data_there(&mut self, core: &mut ShaderCore, id: usize, now: u64) {
        let ready = self.flights[id].lanes_where(|thread| core.threads.ready_at[thread] <= now + 1);
        let there = self.part(id, ready);
        for (warp, _) in self.flights[there].rows() {
            core.threads.wake(warp, now + 1);
        }
        if there != id {
            self.expect_data(core, id, now);
        }
        self.flights[there].phase = Phase::None;
        self.go_on(core, there);
        match self.flights[there].missed {
            true => self.queues.returned.push_back(there),
            false => self.queues.done.push_back(there),
        }
    }
}

/// When the first datum of a flight comes.
fn first_datum<const W: usize>(core: &ShaderCore, flight: &Flight<W>) -> u64 {
    let ready = members(flight.lanes, &flight.threads).map(|(_, t)| core.threads.ready_at[t]);
    ready.min().expect("a flight has threads")
}
