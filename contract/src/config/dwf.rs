//! The section of dynamic warp formation.

use super::keys::{choices, section};
use super::{Core, HomeLanes, Swizzle};
use crate::params::require_in_hardware;
use crate::{ParamError, require};

choices! {
    /// Which of the waiting warps is issued next (fung2009, section 4.3).
    pub enum Policy {
        /// The warps at the PC with the most threads (DMaj).
        Majority = "majority",
        /// The warps at the PC with the fewest threads (DMin).
        Minority = "minority",
        /// The warps at the lowest PC (DPC).
        Pc = "pc",
        /// The warps in order of arrival (DTime).
        Timestamp = "timestamp",
        /// The warps whose threads have passed the fewest post-dominators (DPdPri). Golden model only: section 4.4.4
        /// calls it impractical in hardware.
        PdomPriority = "pdom-priority",
    }
}

choices! {
    /// The hardware structure that finds the group of warps to issue next.
    pub enum Structure {
        /// The heap of section 4.4 with its look-up table.
        Heap = "heap",
        /// A tree of comparators over all groups.
        Tournament = "tournament",
        /// A tree of winners in stages, which takes an update in nearly every cycle. Needs `dwf.formation_latency` = 3.
        WinnerTree = "winner_tree",
    }
}

choices! {
    /// When an update of the heap takes effect.
    pub enum HeapUpdates {
        /// When the heap is at rest and the updates before it have left the queue (section 4.4.1).
        Queued = "queued",
        /// At once; the port accesses that the update needs delay the next choice (DWF-54). Golden model only.
        Owed = "owed",
    }
}

choices! {
    /// Which way of a full set is replaced.
    pub enum Replacement {
        /// The least recently used.
        Lru = "lru",
        /// The ways in rotation.
        Fifo = "fifo",
    }
}

choices! {
    /// What waits when data is not in the cache.
    pub enum Miss {
        /// The whole warp (section 4.3).
        Warp = "warp",
        /// Only the threads that miss; the others go on (section 6.3 hints at it).
        Thread = "thread",
    }
}

section! {
    /// Dynamic warp formation (fung2009, section 4; sizes: Table V).
    pub struct Dwf of "dwf" {
        /// Scheduling policy.
        policy: Policy;
        /// Structure behind the policies `majority`, `minority` and `pc`.
        structure: Structure;
        /// Whether a group is issued until it is empty. If not, the best group is chosen anew for each warp, which needs
        /// the structure `tournament`.
        sticky: bool;
        /// Whether threads stay in their home lane (section 4.1). If not, any thread may take any lane, and
        /// threads of a warp that share a home lane are served one after the other; golden model only.
        lane_aware: bool;
        /// Whether formation is ideal: no lane conflicts, no full structures, no cycles spent on choosing; golden model only.
        ideal: bool;
        /// Number of home lanes.
        home_lanes: HomeLanes;
        /// How threads are assigned to home lanes (section 4.1).
        swizzle: Swizzle;
        /// What waits on a cache miss.
        miss: Miss;
        /// Width of a thread number; all ones mark an empty lane. Units count the lanes of a warp in as many bits. To run, a
        /// machine needs a number for every thread. If left out: as few bits as the threads need.
        #[serde(skip_serializing_if = "Option::is_none")]
        tid_bits: Option<u32>(2 to 16; "enough to count the lanes of a warp") "bits";
        /// Entries of the warp pool.
        pool: usize(power of two, 4 to 1024) "warps";
        /// Entries of the PC-warp LUT.
        lut_entries: usize(power of two, 2 to 1024; "two sets or more of `dwf.lut_ways`") "entries";
        /// Associativity of the PC-warp LUT.
        lut_ways: usize(power of two, 1 to 16) "ways";
        /// Replacement policy of the PC-warp LUT.
        lut_replacement: Replacement;
        /// Entries of the heap, or leaves of the tree.
        heap: usize(2 to 256) "entries";
        /// Entries of the heap's look-up table.
        heap_lut_entries: usize(power of two, 4 to 1024; "two sets or more of `dwf.heap_lut_ways`") "entries";
        /// Associativity of the heap's look-up table; not 1, because the two halves of a warp can need the same set.
        heap_lut_ways: usize(power of two, 2 to 16) "ways";
        /// Cycles for each level of the heap. With 1, two groups can change at a time; with 2, one.
        heap_latency: u32(1 to 2) "cycles";
        /// When an update of the heap takes effect. `owed` is an experiment, for the golden model only and with a heap of one cycle
        /// a level; it has no update queue.
        heap_updates: HeapUpdates;
        /// Entries of the update queue.
        queue: usize(2 to 16) "entries";
        /// Pipeline registers in the tournament's tree.
        tournament_latency: u32(0 to 4) "cycles";
        /// Cycles from offering threads to the PC-warp LUT until they have their place in the pool: 0 (all within a cycle) or 3.
        /// With 3, threads of one PC are offered at a time, and the warp that is issued next leaves the pool early.
        formation_latency: u32(one of 0 3) "cycles";
        /// The most spilled warps that are fetched back at a time. Each of them occupies an entry of the pool.
        spill_fetches: usize(1 to 16) "warps";
        /// Cycles that a register takes in each channel between the scheduler and the memory of its spill queue: 0 (none) or 1.
        spill_latency: u32(0 to 1) "cycles";
        /// Entries of the spill queue in memory, one of which stays empty. If left out: as few as hold all threads.
        #[serde(skip_serializing_if = "Option::is_none")]
        spill_entries: Option<usize>(power of two, 4 to 65_536) "entries";
    }
}

impl Dwf {
    pub(super) fn validate(&self, core: &Core) -> Result<(), ParamError> {
        const SECTION: &str = "dwf";
        self.check()?;
        // A table has two sets or more.
        for (name, entries, ways) in [
            ("lut_entries", self.lut_entries, self.lut_ways),
            (
                "heap_lut_entries",
                self.heap_lut_entries,
                self.heap_lut_ways,
            ),
        ] {
            require(SECTION, name, entries, 2 * ways..=1024)?;
        }
        self.validate_heap_updates()?;
        if let Some(bits) = self.tid_bits {
            let least = core.warp_size.ilog2() + 1;
            require(SECTION, "tid_bits", bits, least..=16)?;
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
