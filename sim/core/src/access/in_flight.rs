//! Instructions in flight, from their issue to their result.
//!
//! A memory instruction waits for its addresses, then for the port to the data cache, then for its data. It is
//! complete when its last lane is, and only then is the scheduler notified. A scheduler that treats lanes that hit
//! differently from lanes that miss uses an [`Access`] and a [`MemoryPort`] of its own instead.

use super::memory_port::{MemoryPort, Served};
use super::request::Access;
use crate::execution::issue::Issue;
use crate::fault::Raised;
use crate::shader_core::{Chip, ShaderCore, Stop};
use crate::wheel::Wheel;
use heddle_memory::Waiter;
use heddle_types::{Cycle, LaneMask, ThreadId, WarpId};

/// What the next event of an instruction in flight means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The instruction is done.
    Result,
    /// The addresses of the instruction are known.
    Address,
    /// All data of the instruction has arrived.
    Data,
}

/// A memory instruction of up to `W` lanes.
#[derive(Clone, Debug)]
struct Memory<const W: usize> {
    stage: Stage,
    /// The original warp of the instruction, and the instruction's lanes in that warp.
    warp: WarpId,
    lanes: LaneMask,
    access: Access<W>,
}

/// See the [module](self). An id (a warp, or a warp split) has at most one instruction in flight.
#[derive(Clone, Debug)]
pub struct InFlight<const W: usize> {
    wheel: Wheel,
    port: MemoryPort,
    memory: Vec<Memory<W>>,
    /// How many cycles before its data can be used the scheduler is notified.
    lead: u64,
}

impl<const W: usize> InFlight<W> {
    /// Nothing in flight, with room for `ids` ids. The scheduler is notified of data `lead` (0 or 1) cycles before
    /// the data can be used.
    pub fn new(ids: usize, port: MemoryPort, lead: u64) -> Self {
        let idle = Memory {
            stage: Stage::Result,
            warp: WarpId::default(),
            lanes: LaneMask::NONE,
            access: Access::idle(),
        };
        InFlight {
            wheel: Wheel::new(ids),
            port,
            memory: vec![idle; ids],
            lead,
        }
    }

    /// Sets the cycle in which the result of an id's instruction is available.
    #[inline(always)]
    pub fn result(&mut self, id: usize, cycle: Cycle) {
        self.wheel.schedule(id, cycle);
    }

    /// An id issues a memory instruction whose threads have consecutive slots.
    ///
    /// # Errors
    /// If an address maps to no memory.
    #[inline]
    pub fn access(
        &mut self,
        core: &ShaderCore,
        id: usize,
        issue: &Issue,
        now: Cycle,
    ) -> Result<(), Stop> {
        self.begin(core, id, issue, |access| access.begin(core, issue, now))
    }

    /// [`InFlight::access`] for an instruction whose `issue` names fewer lanes than `W`.
    ///
    /// # Errors
    /// As [`InFlight::access`].
    pub fn access_some(
        &mut self,
        core: &ShaderCore,
        id: usize,
        issue: &Issue,
        now: Cycle,
    ) -> Result<(), Stop> {
        let mut threads = [ThreadId::default(); W];
        for lane in issue.lanes {
            threads[lane] = issue.first + lane;
        }
        self.begin(core, id, issue, |access| {
            access.begin_gathered(core, issue, &threads, now)
        })
    }

    fn begin(
        &mut self,
        core: &ShaderCore,
        id: usize,
        issue: &Issue,
        begin: impl FnOnce(&mut Access<W>) -> Result<(), Raised>,
    ) -> Result<(), Stop> {
        let memory = &mut self.memory[id];
        memory.stage = Stage::Address;
        memory.warp = issue.first.warp(core.threads.warp_size);
        memory.lanes = issue.lanes << issue.first.lane(core.threads.warp_size);
        begin(&mut memory.access).map_err(|raised| core.stop(raised))
    }

    /// Whether all lanes of an id's memory instruction access shared memory.
    pub fn is_all_shared(&self, id: usize) -> bool {
        self.memory[id].access.is_all_shared()
    }

    /// The next id whose instruction is done. Call it in every simulated cycle until it returns `None`.
    #[inline(always)]
    pub fn due(&mut self, core: &mut ShaderCore, now: Cycle) -> Option<usize> {
        while let Some(id) = self.wheel.pop(now) {
            let memory = &mut self.memory[id];
            match std::mem::replace(&mut memory.stage, Stage::Result) {
                Stage::Result => return Some(id),
                Stage::Address => self.port.push(id),
                Stage::Data => {
                    core.threads.arrive(memory.warp, memory.lanes);
                    return Some(id);
                }
            }
        }
        None
    }

    /// Simulates one cycle of the port.
    ///
    /// # Errors
    /// If an access maps to no memory.
    #[inline(always)]
    pub fn serve(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        let InFlight {
            wheel,
            port,
            memory,
            lead,
        } = self;
        port.serve(core, |core, id| {
            let memory = &mut memory[id];
            let served = memory.access.serve_cycle(core, chip, id, now);
            let some = served.map_err(|raised| core.stop(raised))?;
            let all = memory.access.pending.is_empty();
            if all {
                memory.stage = Stage::Data;
                core.threads.miss(memory.warp, memory.lanes);
                memory.await_data(wheel, id, now + 1, *lead);
            }
            Ok(Served { some, all })
        })
    }

    /// Data has arrived for lanes of an id.
    #[inline]
    pub fn data(&mut self, waiter: Waiter, now: Cycle) {
        let id = waiter.tag as usize;
        let memory = &mut self.memory[id];
        memory.access.arrived(waiter.lanes);
        if memory.stage == Stage::Data {
            memory.await_data(&mut self.wheel, id, now + 1 - self.lead, self.lead);
        }
    }

    /// The port to the data cache.
    #[inline]
    pub fn port(&self) -> &MemoryPort {
        &self.port
    }

    /// The next cycle after `now` in which an instruction can advance.
    #[inline(always)]
    pub fn next(&self, now: Cycle) -> Cycle {
        match self.port.acts() {
            true => now + 1,
            false => self.wheel.next(now + 1),
        }
    }
}

impl<const W: usize> Memory<W> {
    /// Schedules the notification of the scheduler if no data is missing any more: when the last data is available,
    /// but not before `earliest`.
    fn await_data(&self, wheel: &mut Wheel, id: usize, earliest: Cycle, lead: u64) {
        if self.access.missed.is_empty() {
            wheel.schedule(id, (self.access.ready - lead).max(earliest));
        }
    }
}
