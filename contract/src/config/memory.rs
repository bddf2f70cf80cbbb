//! Sections of the memory system: a core's cache, the network, the memory modules.

use super::keys::{choices, multiple, section};
use crate::{ParamError, require};

/// The largest data cache of a core in bytes: larger than in any GPU, and small enough for a host to hold.
const LARGEST_CACHE: u32 = 16 << 20;

/// The largest total size of the data caches of all cores, in bytes.
const ALL_CACHES: u32 = 256 << 20;

/// The most lines of a shared cache, or of the data caches of all cores: the host holds a tag for each. Lines of 64 bytes make up
/// the largest total size.
pub(super) const MOST_LINES: u32 = 4 << 20;

choices! {
    /// The write policy: what a store does on a hit and on a miss in the data cache.
    pub enum Write {
        /// Write-back: the store marks the line dirty, and the line is written back when it leaves the cache. A line that is
        /// absent is fetched first.
        Back = "back",
        /// Write-through: the store goes to memory at once and allocates no line.
        Through = "through",
    }
}

choices! {
    /// What a line of private stacks holds that a store has allocated without fetching it.
    pub enum StackLines {
        /// The words that were written since. A load of another word misses, and the line is fetched.
        Written = "written",
        /// All words: every load hits.
        Whole = "whole",
    }
}

choices! {
    /// How lanes whose atomics access one word of shared memory are served.
    pub enum SharedAtomics {
        /// One lane in each cycle: a bank performs one read and one write of a word in a cycle.
        InTurn = "in_turn",
        /// All lanes in one cycle, as loads and stores are.
        Together = "together",
    }
}

choices! {
    /// The memory backend: what serves misses of the data caches.
    pub enum Backend {
        /// A memory that answers every request after `miss_cycles`.
        Fixed = "fixed",
        /// The network and memory modules of sections `network` and `dram`.
        Network = "network",
        /// The shared caches of sections `l3` and `llc`, followed by a memory that answers after `miss_cycles`.
        SharedCaches = "shared_caches",
    }
}

section! {
    /// Addresses, data cache and shared memory of a core.
    pub struct Memory of "memory" {
        /// Width of a byte address; 32 for RV32.
        address_bits: u32(32 to 32) "bits";
        /// Size of a cache line.
        line_bytes: u32(power of two, 4 to 1024) "bytes";
        /// Size of the data cache of a core. With 0 a core has no cache, and every line that it accesses is requested from the
        /// memory backend.
        cache_bytes: u32(0 to 16_777_216; "a multiple of `memory.line_bytes * memory.cache_ways`, in all cores together at most 268,435,456 bytes and 4,194,304 lines") "bytes";
        /// Associativity of the data cache.
        cache_ways: usize(1 to 64) "ways";
        /// Banks of the data cache. Consecutive lines are in consecutive banks. Each bank serves one line a cycle, or requests it
        /// from the memory backend if a core has no cache.
        cache_banks: usize(power of two, 1 to 64) "banks";
        /// Whether lines of the same bank are served one after the other. If not, all lines that a warp accesses are served in one
        /// cycle (fung2009, figure 18).
        bank_conflicts: bool;
        /// Latency of a cache hit.
        hit_cycles: u32(1 to 100_000) "cycles";
        /// Latency of shared memory. If left out: as many as `memory.hit_cycles`.
        #[serde(skip_serializing_if = "Option::is_none")]
        shared_cycles: Option<u32>(1 to 100_000) "cycles";
        /// Whether every access hits (the ideal memory of fung2009, figure 7), but atomics (MEM-13).
        all_hits: bool;
        /// Write policy. Without a cache a store goes to memory at once, whatever this key says.
        write: Write;
        /// What a line of private stacks holds that a store has allocated without fetching it.
        stack_lines: StackLines;
        /// Miss status holding registers (MSHRs): the most lines that a core has requested and waits for.
        mshrs: usize(1 to 4096) "lines";
        /// The most accesses that wait for one in-flight line.
        mshr_merges: usize(1 to 4096) "accesses";
        /// Whether a miss on an in-flight line waits for that line. If not, each access that misses requests the line itself, so
        /// that only the threads of a warp share a request, as lashgar2012 has it (RSZ-14).
        mshr_sharing: bool;
        /// The most lines in flight from a core: stores written through, lines written back and atomics. With write-back, an
        /// atomic on a dirty line sends the line and itself at once.
        outgoing: usize(1 to 4096; "with write-back at least 2") "lines";
        /// The most warps that wait for the data cache; while this many wait, nothing is issued ("stalling the SIMD pipeline",
        /// fung2009, 6.5).
        port_queue: usize(1 to 4096) "warps";
        /// Banks of shared memory, interleaved by words.
        shared_banks: usize(power of two, 1 to 64) "banks";
        /// How lanes whose atomics access one word of shared memory are served.
        shared_atomics: SharedAtomics;
        /// The memory backend: what serves misses of the data caches.
        backend: Backend;
        /// Latency of a cache miss with `backend = "fixed"`, and of a miss in the last cache with `"shared_caches"`.
        miss_cycles: u32(2 to 100_000; "at least `memory.hit_cycles`") "cycles";
    }
}

section! {
    /// The crossbars between cores and memory modules (fung2009, 2.2): one for requests, one for replies.
    pub struct Network of "network" {
        /// Cycles from a grant to the packet's arrival.
        latency: u32(2 to 1000) "cycles";
        /// Bytes that a port moves in a cycle.
        flit_bytes: u32(1 to 1024) "bytes per cycle";
        /// Bytes of a packet besides its data.
        header_bytes: u32(0 to 1024) "bytes";
        /// Rounds of parallel iterative matching in a cycle.
        iterations: u32(1 to 16) "rounds";
        /// The most packets that wait at a module in each direction.
        queue: usize(1 to 1024) "packets";
    }
}

choices! {
    /// The order in which a module serves its requests.
    pub enum Scheduling {
        /// Requests whose row is open first, then the oldest (Rixner and others, 2000).
        FrFcfs = "fr_fcfs",
        /// In order of arrival.
        Fifo = "fifo",
    }
}

section! {
    /// Memory modules, each with a controller.
    pub struct Dram of "dram" {
        /// Modules.
        modules: usize(1 to 64) "modules";
        /// Banks of a module.
        banks: usize(power of two, 1 to 64) "banks";
        /// Size of a row of a bank.
        row_bytes: u32(power of two, 4 to 1_048_576; "at least `memory.line_bytes`") "bytes";
        /// Consecutive bytes that lie in one module.
        interleave_bytes: u32(power of two, 4 to 1_048_576; "at least `memory.line_bytes`, at most `dram.row_bytes`") "bytes";
        /// Bytes that a module's data bus carries in a cycle.
        bus_bytes: u32(1 to 1024; "at most `memory.line_bytes`") "bytes per cycle";
        /// Requests among which a controller chooses.
        queue: usize(1 to 64) "requests";
        /// How a controller chooses among requests.
        scheduling: Scheduling;
        /// Cycles that a request spends in the controller, besides those of the memory.
        controller_cycles: u32(0 to 10_000) "cycles";
        /// From a read command to its first data.
        t_cl: u32(1 to 10_000) "cycles";
        /// From a write command to its first data.
        t_wl: u32(1 to 10_000) "cycles";
        /// From a precharge to the next activate of the bank.
        t_rp: u32(1 to 10_000) "cycles";
        /// Between activates of a bank.
        t_rc: u32(1 to 10_000) "cycles";
        /// From an activate to the precharge of the bank.
        t_ras: u32(1 to 10_000) "cycles";
        /// From an activate to a column command of the bank.
        t_rcd: u32(1 to 10_000) "cycles";
        /// Between activates of different banks.
        t_rrd: u32(1 to 10_000) "cycles";
        /// Between column commands.
        t_ccd: u32(1 to 10_000) "cycles";
        /// From the last data of a write to the precharge of the bank.
        t_wr: u32(1 to 10_000) "cycles";
        /// From the last data of a write to a read command.
        t_wtr: u32(1 to 10_000) "cycles";
    }
}

impl Memory {
    /// Latency of shared memory in cycles.
    pub fn shared_latency(&self) -> u32 {
        self.shared_cycles.unwrap_or(self.hit_cycles)
    }

    /// Checks the section for a machine with this many cores.
    pub(super) fn validate(&self, cores: usize) -> Result<(), ParamError> {
        const SECTION: &str = "memory";
        self.check()?;
        self.validate_size(cores)?;
        if self.cache_bytes != 0 {
            let way = u64::from(self.line_bytes) * self.cache_ways as u64;
            multiple(SECTION, "cache_bytes", self.cache_bytes.into(), way)?;
        }
        let least = self.hit_cycles.max(2);
        require(SECTION, "miss_cycles", self.miss_cycles, least..=100_000)?;
        Ok(())
    }

    /// The data cache of a core, and those of all cores together, have a limit.
    fn validate_size(&self, cores: usize) -> Result<(), ParamError> {
        let all = ALL_CACHES.min(MOST_LINES.saturating_mul(self.line_bytes));
        let most = LARGEST_CACHE.min(all / cores as u32);
        let checked = require("memory", "cache_bytes", self.cache_bytes, 0..=most);
        checked.map(drop).map_err(|error| ParamError {
            allowed: format!(
                "{}: the caches of {cores} cores have {all} bytes together, so give fewer cores or bytes",
                error.allowed
            ),
            ..error
        })
    }
}

impl Network {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        self.check()
    }
}

impl Dram {
    pub(super) fn validate(&self, line_bytes: u32) -> Result<(), ParamError> {
        const SECTION: &str = "dram";
        self.check()?;
        let (row, part) = (self.row_bytes, self.interleave_bytes);
        require(SECTION, "row_bytes", row, line_bytes..=1 << 20)?;
        require(SECTION, "interleave_bytes", part, line_bytes..=row)?;
        require(SECTION, "bus_bytes", self.bus_bytes, 1..=line_bytes)?;
        Ok(())
    }
}
