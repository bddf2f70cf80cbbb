//! Counters of the network and of the memory modules.

use crate::packet::{Kind, Packet};
use heddle_types::{Cycle, add_counts};
use serde::Serialize;
use std::ops::AddAssign;

/// Requests of one kind that have been answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// Number of requests.
    pub requests: u64,
    /// Cycles from the departure of a request from its core to the first use of the reply, summed over requests.
    pub latency_cycles: u64,
}

/// Counts of one memory module. With `memory.backend = "fixed"` only `reads`, `writes` and `atomics` count, all in the
/// first module; with `"shared_caches"` only `reads` and `writes` count, for the lines that pass the last cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ModuleCounts {
    /// Lines read for cores.
    pub reads: Answered,
    /// Lines written by cores.
    pub writes: Answered,
    /// Atomics; each one reads and writes its line.
    pub atomics: Answered,
    /// Rows opened.
    pub activates: u64,
    /// Rows closed.
    pub precharges: u64,
    /// Requests whose row was already open at their turn. An atomic counts once.
    pub row_hits: u64,
    /// Requests that had to open their row in a bank without an open one.
    pub row_misses: u64,
    /// Requests that had to close another row before they could open theirs.
    pub row_conflicts: u64,
    /// Cycles in which the data bus carries data.
    pub bus_cycles: u64,
    /// Cycles that requests spent in the controller before their last column command, summed over requests. This is
    /// the occupancy of the controller, summed over cycles.
    pub queued_cycles: u64,
}

/// Counts of one crossbar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CrossbarCounts {
    /// Packets granted.
    pub packets: u64,
    /// Cycles for which the packets hold a port.
    pub flits: u64,
    /// Cycles that packets waited for their grant, summed over packets.
    pub waiting_cycles: u64,
}

/// Counts of the data cluster, the path from all cores to the shared caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClusterCounts {
    /// Lines that passed the data cluster, in either direction.
    pub lines: u64,
    /// Cycles that lines waited for their turn, summed over lines.
    pub waiting_cycles: u64,
}

/// Counts of a shared cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LevelCounts {
    /// Lines that were looked up.
    pub accesses: u64,
    /// Lines that were present or in flight.
    pub hits: u64,
    /// Lines that were absent.
    pub misses: u64,
    /// Hits that waited for a line in flight.
    pub pending_hits: u64,
    /// Cycles that lines waited for their bank, summed over lines.
    pub bank_cycles: u64,
    /// Lines written back to the next level.
    pub written: u64,
}

/// Counts of the caches that all cores share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SharedCounts {
    /// The data cluster, the path to the shared caches.
    pub data_cluster: ClusterCounts,
    /// The first shared cache.
    pub l3: LevelCounts,
    /// The last shared cache.
    pub llc: LevelCounts,
}

/// Counts of the memory backend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BackendCounts {
    /// The crossbar from cores to modules.
    pub requests: CrossbarCounts,
    /// The crossbar from modules to cores.
    pub replies: CrossbarCounts,
    /// The memory modules in order.
    pub modules: Vec<ModuleCounts>,
    /// The shared caches, if there are any.
    pub shared: Option<SharedCounts>,
}

impl BackendCounts {
    pub(super) fn new(modules: usize) -> Self {
        BackendCounts {
            modules: vec![ModuleCounts::default(); modules],
            ..Self::default()
        }
    }

    /// The sum over all modules.
    pub fn total(&self) -> ModuleCounts {
        let mut total = ModuleCounts::default();
        self.modules.iter().for_each(|module| total += *module);
        total
    }
}

impl ModuleCounts {
    /// Counts a request whose reply can be used from `cycle` on.
    pub(super) fn answered(&mut self, packet: &Packet, cycle: Cycle) {
        let count = match packet.kind {
            Kind::Read => &mut self.reads,
            Kind::Write => &mut self.writes,
            Kind::Atomic => &mut self.atomics,
        };
        count.requests += 1;
        count.latency_cycles += cycle - packet.cycle;
    }
}

impl AddAssign for Answered {
    fn add_assign(&mut self, other: Self) {
        add_counts!(self, &other => Answered { requests, latency_cycles });
    }
}

impl AddAssign for ModuleCounts {
    fn add_assign(&mut self, other: Self) {
        add_counts!(self, &other => ModuleCounts { reads, writes, atomics, activates, precharges, row_hits, row_misses, row_conflicts, bus_cycles, queued_cycles });
    }
}
