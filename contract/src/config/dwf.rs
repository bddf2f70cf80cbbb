//! The section of dynamic warp formation.

use super::{Core, HomeLanes, Swizzle};
use crate::params::require_in_hardware;
use crate::{ParamError, require, require_power_of_two};
use serde::{Deserialize, Serialize};

/// Which of the waiting warps is issued next (fung2009, section 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The warps at the PC with the most threads (DMaj).
    Majority,
    /// The warps at the PC with the fewest threads (DMin).
    Minority,
    /// The warps at the lowest PC (DPC).
    Pc,
    /// The warps in order of arrival (DTime).
    Timestamp,
    /// The warps whose threads have passed the fewest post-dominators (DPdPri). Golden model only: section 4.4.4
    /// calls it impractical in hardware.
    PdomPriority,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 5] = [
        Policy::Majority,
        Policy::Minority,
        Policy::Pc,
        Policy::Timestamp,
        Policy::PdomPriority,
    ];

    /// Name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Majority => "majority",
            Policy::Minority => "minority",
            Policy::Pc => "pc",
            Policy::Timestamp => "timestamp",
            Policy::PdomPriority => "pdom-priority",
        }
    }
}

/// The hardware structure that finds the group of warps to issue next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Structure {
    /// The heap of section 4.4 with its look-up table.
    Heap,
    /// A tree of comparators over all groups.
    Tournament,
}

/// When an update of the heap takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeapUpdates {
    /// When the heap is at rest and the updates before it have left the queue (section 4.4.1).
    Queued,
    /// At once; the port accesses that the update needs delay the next choice (DWF-54). Golden model only.
    Owed,
}

/// Which way of a full set is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// The least recently used.
    Lru,
    /// The ways in rotation.
    Fifo,
}

/// What waits when data is not in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Miss {
    /// The whole warp (section 4.3).
    Warp,
    /// Only the threads that miss; the others go on (section 6.3 hints at it).
    Thread,
}

/// Dynamic warp formation (fung2009, section 4; sizes: Table V).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dwf {
    /// Scheduling policy.
    pub policy: Policy,
    /// Structure behind the policies `majority`, `minority` and `pc`.
    pub structure: Structure,
    /// Whether a group is issued until it is empty. If not, the best group is chosen anew for each warp, which needs
    /// the structure `tournament`.
    pub sticky: bool,
    /// Whether threads stay in their home lane (section 4.1). If not, any thread may take any lane, and
    /// threads of a warp that share a home lane are served one after the other; golden model only.
    pub lane_aware: bool,
    /// Whether formation is ideal: no lane conflicts, no full structures, no cycles spent on choosing; golden model only.
    pub ideal: bool,
    /// Number of home lanes.
    pub home_lanes: HomeLanes,
    /// How threads are assigned to home lanes (section 4.1).
    pub swizzle: Swizzle,
    /// What waits on a cache miss.
    pub miss: Miss,
    /// Width of a thread number; all ones mark an empty lane. Units count the lanes of a warp in as many bits, so the width
    /// must suffice for that count. To run, a machine needs a number for every thread. If left out: as few bits as the threads
    /// need.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tid_bits: Option<u32>,
    /// Entries of the warp pool; power of two, 4 to 1024.
    pub pool: usize,
    /// Entries of the PC-warp LUT; power of two, at most 1024.
    pub lut_entries: usize,
    /// Associativity of the PC-warp LUT; power of two, 1 to 16.
    pub lut_ways: usize,
    /// Replacement policy of the PC-warp LUT.
    pub lut_replacement: Replacement,
    /// Entries of the heap, or leaves of the tournament; 2 to 256.
    pub heap: usize,
    /// Entries of the heap's look-up table; power of two, at most 1024.
    pub heap_lut_entries: usize,
    /// Associativity of the heap's look-up table; power of two, 2 to 16: the two halves of a warp can need the same set.
    pub heap_lut_ways: usize,
    /// Cycles for each level of the heap; 1 to 2. With 1, two groups can change at a time; with 2, one.
    pub heap_latency: u32,
    /// When an update of the heap takes effect. `owed` is an experiment, for the golden model only and with a heap of one cycle
    /// a level; it has no update queue.
    pub heap_updates: HeapUpdates,
    /// Entries of the update queue; 2 to 16.
    pub queue: usize,
    /// Pipeline registers in the tournament's tree; 0 to 4.
    pub tournament_latency: u32,
    /// Cycles from offering threads to the PC-warp LUT until they have their place in the pool: 0 (all within a cycle) or 3.
    /// With 3, threads of one PC are offered at a time, and the warp that is issued next leaves the pool early.
    pub formation_latency: u32,
    /// The most spilled warps that are fetched back at a time; 1 to 16. Each of them occupies an entry of the pool.
    pub spill_fetches: usize,
    /// Entries of the spill queue in memory, one of which stays empty; power of two. If left out: as
    /// few as hold all threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spill_entries: Option<usize>,
}

impl Dwf {
    pub(super) fn validate(&self, core: &Core) -> Result<(), ParamError> {
        const SECTION: &str = "dwf";
        require(SECTION, "pool", self.pool, 4..=1024)?;
        require_power_of_two(SECTION, "pool", self.pool as u64)?;
        table(["lut_entries", "lut_ways"], self.lut_entries, self.lut_ways)?;
        require(SECTION, "heap_lut_ways", self.heap_lut_ways, 2..=16)?;
        table(
            ["heap_lut_entries", "heap_lut_ways"],
            self.heap_lut_entries,
            self.heap_lut_ways,
        )?;
        require(SECTION, "heap", self.heap, 2..=256)?;
        require(SECTION, "heap_latency", self.heap_latency, 1..=2)?;
        self.validate_heap_updates()?;
        require(SECTION, "queue", self.queue, 2..=16)?;
        require(
            SECTION,
            "tournament_latency",
            self.tournament_latency,
            0..=4,
        )?;
        if ![0, 3].contains(&self.formation_latency) {
            return Err(ParamError {
                unit: SECTION,
                name: "formation_latency",
                value: self.formation_latency.to_string(),
                allowed: "0 or 3".into(),
            });
        }
        require(SECTION, "spill_fetches", self.spill_fetches, 1..=16)?;
        if let Some(bits) = self.tid_bits {
            let least = core.warp_size.ilog2() + 1;
            require(SECTION, "tid_bits", bits, least..=16)?;
        }
        if let Some(entries) = self.spill_entries {
            require(SECTION, "spill_entries", entries, 4..=65536)?;
            require_power_of_two(SECTION, "spill_entries", entries as u64)?;
        }
        Ok(())
    }

    fn validate_heap_updates(&self) -> Result<(), ParamError> {
        if self.heap_updates == HeapUpdates::Queued || self.heap_latency == 1 {
            return Ok(());
        }
        Err(ParamError {
            unit: "dwf",
            name: "heap_updates",
            value: "owed".into(),
            // DWF-54: with two cycles a level, a memory has other ports than in Table V.
            allowed: "queued, as heap_latency = 2 needs; owed counts ports with heap_latency = 1"
                .into(),
        })
    }

    /// Refuses updates of the heap that no hardware has, for a unit of the hardware.
    pub(crate) fn require_queued_updates(&self, unit: &'static str) -> Result<(), ParamError> {
        let is_queued = self.heap_updates == HeapUpdates::Queued;
        require_in_hardware(unit, "heap_updates", is_queued, "owed", "queued")
    }

    /// Whether forming a warp takes several cycles.
    pub fn is_pipelined(&self) -> bool {
        self.formation_latency != 0
    }

    /// The most threads of a warp that can share a home lane.
    pub fn slots(&self, core: &Core) -> usize {
        core.warp_size / self.home_lanes.count(core)
    }

    /// Width of a thread number; all ones mark no thread.
    pub fn tid_bits(&self, core: &Core) -> u32 {
        self.tid_bits
            .unwrap_or_else(|| (core.threads() + 1).next_power_of_two().ilog2())
    }

    /// Entries of the spill queue.
    pub fn spill_entries(&self, core: &Core) -> usize {
        self.spill_entries
            .unwrap_or_else(|| (core.threads() + 1).next_power_of_two())
    }
}

/// Checks the entries and ways of a set-associative table, which has two sets or more.
fn table(names: [&'static str; 2], entries: usize, ways: usize) -> Result<(), ParamError> {
    const SECTION: &str = "dwf";
    let [entries_name, ways_name] = names;
    require(SECTION, ways_name, ways, 1..=16)?;
    require_power_of_two(SECTION, ways_name, ways as u64)?;
    require(SECTION, entries_name, entries, 2 * ways..=1024)?;
    require_power_of_two(SECTION, entries_name, entries as u64)?;
    Ok(())
}
