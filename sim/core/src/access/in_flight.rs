//! Instructions in flight, from their issue to their result.
//!
//! Those that go to memory wait for their addresses, for the port to the data cache and for their data, and the whole
//! instruction waits for the last of it; a scheduler learns of the end only. One that treats lanes that
//! hit otherwise than those that miss has an [`Access`] and a [`MemoryPort`] of its own.

use super::memory_port::{MemoryPort, Served};
use super::request::Access;
use crate::execution::issue::Issue;
use crate::fault::Raised;
use crate::shader_core::{Chip, ShaderCore, Stop};
use crate::wheel::Wheel;
use heddle_memory::Waiter;
use heddle_types::{Cycle, LaneMask, ThreadId, WarpId};

/// What the next event of an instruction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It is done.
    Result,
    /// Its addresses are there.
    Address,
    /// All of its data is there.
    Data,
}

/// A memory instruction of up to `W` lanes.
#[derive(Clone, Debug)]
struct Memory<const W: usize> {
    stage: Stage,
    /// Its original warp, and its lanes there.
    warp: WarpId,
    lanes: LaneMask,
    access: Access<W>,
}

/// See the [module](self). An id (a warp, a part of one) has one instruction in flight at most.
#[derive(Clone, Debug)]
pub struct InFlight<const W: usize> {
    wheel: Wheel,
    port: MemoryPort,
    memory: Vec<Memory<W>>,
    /// How many cycles before data can be used the scheduler is told.
    lead: u64,
}

impl<const W: usize> InFlight<W> {
    /// Nothing in flight, for so many ids. The scheduler is told of data `lead` (0 or 1) cycles before it
    /// can be used.
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

    /// The result of an id's instruction is there in a cycle.
    #[inline(always)]
    pub fn result(&mut self, id: usize, cycle: Cycle) {
        self.wheel.schedule(id, cycle);
    }

    /// An id issues a memory instruction of threads that follow each other.
    ///
    /// # Errors
    /// An address with nothing behind it.
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

    /// [`InFlight::access`] of an instruction whose `issue` names fewer lanes than `W`.
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

    /// Whether all lanes of an id's memory instruction want shared memory.
    pub fn is_all_shared(&self, id: usize) -> bool {
        self.memory[id].access.is_all_shared()
    }

    /// The next id whose instruction is done. To be asked until there is none, in every cycle that is simulated.
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

    /// A cycle of the port.
    ///
    /// # Errors
    /// An access with no memory behind it.
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

    /// Data has come for lanes of an id.
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

    /// The next cycle after `now` in which an instruction gets on.
    #[inline(always)]
    pub fn next(&self, now: Cycle) -> Cycle {
        match self.port.acts() {
            true => now + 1,
            false => self.wheel.next(now + 1),
        }
    }
}

impl<const W: usize> Memory<W> {
    /// The scheduler is told when the last of the data is there, but not before `earliest`.
    fn await_data(&self, wheel: &mut Wheel, id: usize, earliest: Cycle, lead: u64) {
        if self.access.missed.is_empty() {
            wheel.schedule(id, (self.access.ready - lead).max(earliest));
        }
    }
}
