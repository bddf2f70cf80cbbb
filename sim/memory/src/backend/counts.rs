//! What the network and the memory modules count.

use crate::packet::{Kind, Packet};
use heddle_types::Cycle;
use serde::Serialize;
use std::ops::AddAssign;

/// Requests of one kind that have been answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// How many.
    pub requests: u64,
    /// Cycles from leaving the core to the first use of the reply, summed over them.
    pub latency_cycles: u64,
}

/// Counts of one memory module. With `memory.beyond = "fixed"` only `reads`, `writes` and `atomics`
/// count, all in the first module; with `"shared_caches"` what passes the last cache, as `reads` and
/// `writes`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ModuleCounts {
    /// Lines read for cores.
    pub reads: Answered,
    /// Lines written by cores.
    pub writes: Answered,
    /// Atomics; each reads and writes its line.
    pub atomics: Answered,
    /// Rows opened.
    pub activates: u64,
    /// Rows closed.
    pub precharges: u64,
    /// Requests whose row was open when their turn came. An atomic counts once.
    pub row_hits: u64,
    /// Requests that had to open their row in a bank without an open one.
    pub row_misses: u64,
    /// Requests that had to close another row before they could open theirs.
    pub row_conflicts: u64,
    /// Cycles in which the data bus carries data.
    pub bus_cycles: u64,
    /// Cycles that requests spent in the controller before their last column command, summed over
    /// them: the sum over all cycles of how many the controller holds.
    pub queued_cycles: u64,
}

/// Counts of one crossbar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CrossbarCounts {
    /// Packets granted.
    pub packets: u64,
    /// Cycles for which they hold a port.
    pub flits: u64,
    /// Cycles that packets waited for their grant, summed over them.
    pub waiting_cycles: u64,
}

/// Counts of the data cluster, the way of all cores to the shared caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClusterCounts {
    /// Lines that passed it, in either direction.
    pub lines: u64,
    /// Cycles that they waited for their turn, summed over them.
    pub waiting_cycles: u64,
}

/// Counts of a shared cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LevelCounts {
    /// Lines looked for.
    pub accesses: u64,
    /// Those that were found, or on their way.
    pub hits: u64,
    /// Those that were not.
    pub misses: u64,
    /// Hits among these that waited for a line on its way.
    pub pending_hits: u64,
    /// Cycles that lines waited for their bank, summed over them.
    pub bank_cycles: u64,
    /// Lines written back to what is behind.
    pub written: u64,
}

/// Counts of the caches that all cores share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SharedCounts {
    /// The way to them.
    pub data_cluster: ClusterCounts,
    /// The first.
    pub l3: LevelCounts,
    /// The last.
    pub llc: LevelCounts,
}

/// Counts of everything behind the cores.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BackendCounts {
    /// Cores to modules.
    pub requests: CrossbarCounts,
    /// Modules to cores.
    pub replies: CrossbarCounts,
    /// By module.
    pub modules: Vec<ModuleCounts>,
    /// Of shared caches, if there are any.
    pub shared: Option<SharedCounts>,
}

impl BackendCounts {
    pub(super) fn new(modules: usize) -> Self {
        BackendCounts {
            modules: vec![ModuleCounts::default(); modules],
            ..Self::default()
        }
    }

    /// All modules together.
    pub fn total(&self) -> ModuleCounts {
        let mut total = ModuleCounts::default();
        self.modules.iter().for_each(|module| total += *module);
        total
    }
}

impl ModuleCounts {
    /// A request whose reply can be used from `cycle` on.
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
        self.requests += other.requests;
        self.latency_cycles += other.latency_cycles;
    }
}

impl AddAssign for ModuleCounts {
    fn add_assign(&mut self, other: Self) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.atomics += other.atomics;
        self.activates += other.activates;
        self.precharges += other.precharges;
        self.row_hits += other.row_hits;
        self.row_misses += other.row_misses;
        self.row_conflicts += other.row_conflicts;
        self.bus_cycles += other.bus_cycles;
        self.queued_cycles += other.queued_cycles;
    }
}
