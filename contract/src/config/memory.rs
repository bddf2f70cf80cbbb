//! Sections of the memory system: a core's cache, the network, the memory modules.

use super::sections::multiple;
use crate::{ParamError, require, require_power_of_two};
use serde::{Deserialize, Serialize};

/// The largest data cache of a core in bytes: larger than in any GPU, and small enough for a host to hold.
const LARGEST_CACHE: u32 = 16 << 20;

/// The largest total size of the data caches of all cores, in bytes.
const ALL_CACHES: u32 = 256 << 20;

/// The most lines of a shared cache, or of the data caches of all cores: the host holds a tag for each. Lines of 64 bytes make up
/// the largest total size.
pub(super) const MOST_LINES: u32 = 4 << 20;

/// The write policy: what a store does on a hit and on a miss in the data cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Write {
    /// Write-back: the store marks the line dirty, and the line is written back when it leaves the cache. A line that is
    /// absent is fetched first.
    Back,
    /// Write-through: the store goes to memory at once and allocates no line.
    Through,
}

/// What a line of private stacks holds that a store has allocated without fetching it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StackLines {
    /// The words that were written since. A load of another word misses, and the line is fetched.
    Written,
    /// All words: every load hits.
    Whole,
}

/// How lanes whose atomics access one word of shared memory are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SharedAtomics {
    /// One lane in each cycle: a bank performs one read and one write of a word in a cycle.
    InTurn,
    /// All lanes in one cycle, as loads and stores are.
    Together,
}

/// The memory backend: what serves misses of the data caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Backend {
    /// A memory that answers every request after `miss_cycles`.
    Fixed,
    /// The network and memory modules of sections `network` and `dram`.
    Network,
    /// The shared caches of sections `l3` and `llc`, followed by a memory that answers after `miss_cycles`.
    SharedCaches,
}

/// Addresses, data cache and shared memory of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Width of a byte address; 32 for RV32.
    pub address_bits: u32,
    /// Bytes of a cache line; power of two, 4 to 1024.
    pub line_bytes: u32,
    /// Bytes of the data cache of a core; a multiple of `line_bytes * cache_ways`. With 0 a core has no cache, and
    /// every line that it accesses is requested from the memory backend.
    pub cache_bytes: u32,
    /// Associativity of the data cache.
    pub cache_ways: usize,
    /// Banks of the data cache; power of two, 1 to 64. Consecutive lines are in consecutive banks.
    /// Each bank serves one line a cycle, or requests it from the memory backend if a core has no cache.
    pub cache_banks: usize,
    /// Whether lines of the same bank are served one after the other. If not, all lines that a warp
    /// accesses are served in one cycle (fung2009, figure 18).
    pub bank_conflicts: bool,
    /// Latency of a cache hit in cycles.
    pub hit_cycles: u32,
    /// Latency of shared memory in cycles. If left out: as many as `hit_cycles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_cycles: Option<u32>,
    /// Whether every access hits (the ideal memory of fung2009, figure 7), but atomics (MEM-13).
    pub all_hits: bool,
    /// Write policy. Without a cache a store goes to memory at once, whatever this key says.
    pub write: Write,
    /// What a line of private stacks holds that a store has allocated without fetching it.
    pub stack_lines: StackLines,
    /// Miss status holding registers (MSHRs): the most lines that a core has requested and waits for; 1 to 4096.
    pub mshrs: usize,
    /// The most accesses that wait for one in-flight line; 1 to 4096.
    pub mshr_merges: usize,
    /// Whether a miss on an in-flight line waits for that line. If not, each access that misses requests the
    /// line itself, so that only the threads of a warp share a request, as lashgar2012 has it (RSZ-14).
    pub mshr_sharing: bool,
    /// The most lines in flight from a core: stores written through, lines written back and
    /// atomics; 1 to 4096. With write-back at least 2: an atomic on a dirty line sends the line and itself at once.
    pub outgoing: usize,
    /// The most warps that wait for the data cache; while this many wait, nothing is issued
    /// ("stalling the SIMD pipeline", fung2009, 6.5). 1 to 4096.
    pub port_queue: usize,
    /// Banks of shared memory, interleaved by words; power of two, 1 to 64.
    pub shared_banks: usize,
    /// How lanes whose atomics access one word of shared memory are served.
    pub shared_atomics: SharedAtomics,
    /// The memory backend: what serves misses of the data caches.
    pub backend: Backend,
    /// Latency in cycles of a cache miss with `backend = "fixed"`, and of a miss in the last cache with
    /// `"shared_caches"`.
    pub miss_cycles: u32,
}

/// The crossbars between cores and memory modules (fung2009, 2.2): one for requests, one for
/// replies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// Cycles from a grant to the packet's arrival; 2 to 1000.
    pub latency: u32,
    /// Bytes that a port moves in a cycle; 1 to 1024.
    pub flit_bytes: u32,
    /// Bytes of a packet besides its data; 0 to 1024.
    pub header_bytes: u32,
    /// Rounds of parallel iterative matching in a cycle; 1 to 16.
    pub iterations: u32,
    /// The most packets that wait at a module in each direction; 1 to 1024.
    pub queue: usize,
}

/// The order in which a module serves its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheduling {
    /// Requests whose row is open first, then the oldest (Rixner and others, 2000).
    FrFcfs,
    /// In order of arrival.
    Fifo,
}

/// Memory modules, each with a controller; times in cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dram {
    /// Modules; 1 to 64.
    pub modules: usize,
    /// Banks of a module; power of two, 1 to 64.
    pub banks: usize,
    /// Bytes of a row of a bank; power of two, at least a line.
    pub row_bytes: u32,
    /// Consecutive bytes that lie in one module; power of two, at least a line, at most a row.
    pub interleave_bytes: u32,
    /// Bytes that a module's data bus carries in a cycle; at most a line.
    pub bus_bytes: u32,
    /// Requests among which a controller chooses; 1 to 64.
    pub queue: usize,
    /// How a controller chooses among requests.
    pub scheduling: Scheduling,
    /// Cycles that a request spends in the controller, besides those of the memory.
    pub controller_cycles: u32,
    /// From a read command to its first data.
    pub t_cl: u32,
    /// From a write command to its first data.
    pub t_wl: u32,
    /// From a precharge to the next activate of the bank.
    pub t_rp: u32,
    /// Between activates of a bank.
    pub t_rc: u32,
    /// From an activate to the precharge of the bank.
    pub t_ras: u32,
    /// From an activate to a column command of the bank.
    pub t_rcd: u32,
    /// Between activates of different banks.
    pub t_rrd: u32,
    /// Between column commands.
    pub t_ccd: u32,
    /// From the last data of a write to the precharge of the bank.
    pub t_wr: u32,
    /// From the last data of a write to a read command.
    pub t_wtr: u32,
}

impl Memory {
    /// Latency of shared memory in cycles.
    pub fn shared_latency(&self) -> u32 {
        self.shared_cycles.unwrap_or(self.hit_cycles)
    }

    /// Checks the section for a machine with this many cores.
    pub(super) fn validate(&self, cores: usize) -> Result<(), ParamError> {
        const SECTION: &str = "memory";
        require(SECTION, "address_bits", self.address_bits, 32..=32)?;
        require(SECTION, "line_bytes", self.line_bytes, 4..=1024)?;
        require_power_of_two(SECTION, "line_bytes", self.line_bytes.into())?;
        require(SECTION, "cache_ways", self.cache_ways, 1..=64)?;
        let way = u64::from(self.line_bytes) * self.cache_ways as u64;
        self.validate_size(cores)?;
        if self.cache_bytes != 0 {
            multiple(SECTION, "cache_bytes", self.cache_bytes.into(), way)?;
        }
        for (name, banks) in [
            ("cache_banks", self.cache_banks),
            ("shared_banks", self.shared_banks),
        ] {
            require(SECTION, name, banks, 1..=64)?;
            require_power_of_two(SECTION, name, banks as u64)?;
        }
        require(SECTION, "hit_cycles", self.hit_cycles, 1..=100_000)?;
        if let Some(cycles) = self.shared_cycles {
            require(SECTION, "shared_cycles", cycles, 1..=100_000)?;
        }
        let least = self.hit_cycles.max(2);
        require(SECTION, "miss_cycles", self.miss_cycles, least..=100_000)?;
        Ok(())
    }
}

impl Memory {
    /// The data cache of a core, and those of all cores together, have a limit.
    fn validate_size(&self, cores: usize) -> Result<(), ParamError> {
        let all = ALL_CACHES.min(MOST_LINES.saturating_mul(self.line_bytes));
        let most = LARGEST_CACHE.min(all / cores as u32);
        let checked = require("memory", "cache_bytes", self.cache_bytes, 0..=most);
        checked.map(drop).map_err(|error| match most < LARGEST_CACHE {
            true => ParamError {
                allowed: format!(
                    "{}: the caches of {cores} cores have {all} bytes together, so give fewer cores or bytes",
                    error.allowed
                ),
                ..error
            },
            false => error,
        })
    }
}

impl Network {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        const SECTION: &str = "network";
        require(SECTION, "latency", self.latency, 2..=1000)?;
        require(SECTION, "flit_bytes", self.flit_bytes, 1..=1024)?;
        require(SECTION, "header_bytes", self.header_bytes, 0..=1024)?;
        require(SECTION, "iterations", self.iterations, 1..=16)?;
        Ok(())
    }
}

impl Dram {
    pub(super) fn validate(&self, line_bytes: u32) -> Result<(), ParamError> {
        const SECTION: &str = "dram";
        require(SECTION, "modules", self.modules, 1..=64)?;
        require(SECTION, "banks", self.banks, 1..=64)?;
        require_power_of_two(SECTION, "banks", self.banks as u64)?;
        let (row, part) = (self.row_bytes, self.interleave_bytes);
        require(SECTION, "row_bytes", row, line_bytes..=1 << 20)?;
        require(SECTION, "interleave_bytes", part, line_bytes..=row)?;
        require(SECTION, "bus_bytes", self.bus_bytes, 1..=line_bytes)?;
        for (name, bytes) in [("row_bytes", row), ("interleave_bytes", part)] {
            require_power_of_two(SECTION, name, bytes.into())?;
        }
        require(
            SECTION,
            "controller_cycles",
            self.controller_cycles,
            0..=10_000,
        )?;
        self.times().try_for_each(|(name, cycles)| {
            require(SECTION, name, cycles, 1..=10_000)?;
            Ok(())
        })
    }

    fn times(&self) -> impl Iterator<Item = (&'static str, u32)> {
        [
            ("t_cl", self.t_cl),
            ("t_wl", self.t_wl),
            ("t_rp", self.t_rp),
            ("t_rc", self.t_rc),
            ("t_ras", self.t_ras),
            ("t_rcd", self.t_rcd),
            ("t_rrd", self.t_rrd),
            ("t_ccd", self.t_ccd),
            ("t_wr", self.t_wr),
            ("t_wtr", self.t_wtr),
        ]
        .into_iter()
    }
}
