//! The counts of data caches, and of all memory modules together.

use super::backend::{BackendCounts, CrossbarCounts, ModuleCounts};
use super::line_request::{LineAccess, LineRequest, Service};
use heddle_types::add_counts;
use serde::Serialize;

/// Accesses of all data caches; accesses to shared memory are not included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CacheCounts {
    /// Lines requested by loads, stores and atomics. Lanes of a warp that need the same line request it once.
    pub accesses: u64,
    /// The same, counted once for each thread: the base of the miss rates of fung2009 (MEM-8).
    pub thread_accesses: u64,
    /// Loads and stores that found their line.
    pub hits: u64,
    /// Loads and stores that did not find their line, and atomics, which always go to memory.
    pub misses: u64,
    /// Misses that waited for a line in flight.
    pub pending_hits: u64,
    /// Loads among the accesses.
    pub loads: u64,
    /// Stores among the accesses.
    pub stores: u64,
    /// Atomics among the accesses.
    pub atomics: u64,
    /// Stores among the misses.
    pub store_misses: u64,
    /// Lines sent to memory: stores written through, or lines written back.
    pub written: u64,
    /// Requests for a line that were refused because miss registers, ways or places for outgoing lines were used up. A
    /// request that is repeated counts in each cycle.
    pub refused: u64,
    /// Cycles in which a warp had lines left over because of bank conflicts in the cache.
    pub bank_conflicts: u64,
    /// Cycles in which a warp had words left over because of bank conflicts in shared memory.
    pub shared_conflicts: u64,
}

impl CacheCounts {
    pub(super) fn served(&mut self, request: &LineRequest, service: Service) {
        self.accesses += 1;
        self.thread_accesses += u64::from(request.waiter.lanes.count());
        match request.access {
            LineAccess::Load => self.loads += 1,
            LineAccess::Store => self.stores += 1,
            LineAccess::Atomic => self.atomics += 1,
        }
        self.misses += u64::from(service == Service::Miss);
    }

    /// Adds the counts of another cache.
    pub fn merge(&mut self, other: &CacheCounts) {
        add_counts!(self, other => CacheCounts { accesses, thread_accesses, hits, misses, pending_hits, loads, stores, atomics, store_misses, written, refused, bank_conflicts, shared_conflicts });
    }
}

/// The memory modules in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DramCounts {
    /// Lines read, atomics included.
    pub reads: u64,
    /// Lines written, atomics included.
    pub writes: u64,
    /// Share of the requests of all modules whose row was already open at their turn.
    pub row_hit_rate: f64,
    /// Cycles in which data buses carried data, as a share of all cycles (fung2009, table II).
    pub bandwidth_use: f64,
    /// Mean number of cycles from the departure of a read from its core to the first use of its data.
    pub read_latency: f64,
    /// The counts of each module.
    pub modules: Vec<ModuleCounts>,
}

/// The crossbars in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NetworkCounts {
    /// The crossbar from cores to modules.
    pub requests: CrossbarCounts,
    /// The crossbar from modules to cores.
    pub replies: CrossbarCounts,
}

impl DramCounts {
    /// The counts of a run of `cycles` cycles.
    pub fn new(backend: &BackendCounts, cycles: u64) -> Self {
        let all = backend.total();
        let ratio = |part: u64, whole: u64| match whole {
            0 => 0.0,
            _ => part as f64 / whole as f64,
        };
        let rows = all.row_hits + all.row_misses + all.row_conflicts;
        DramCounts {
            reads: all.reads.requests + all.atomics.requests,
            writes: all.writes.requests + all.atomics.requests,
            row_hit_rate: ratio(all.row_hits, rows),
            bandwidth_use: ratio(all.bus_cycles, cycles * backend.modules.len() as u64),
            read_latency: ratio(all.reads.latency_cycles, all.reads.requests),
            modules: backend.modules.clone(),
        }
    }
}

impl From<&BackendCounts> for NetworkCounts {
    fn from(backend: &BackendCounts) -> Self {
        NetworkCounts {
            requests: backend.requests,
            replies: backend.replies,
        }
    }
}
