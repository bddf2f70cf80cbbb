//! Races of a run: unordered accesses of different threads to the same byte.
//!
//! RAC-1: two accesses race if they touch the same byte in one launch, come from different threads, at least one is a write,
//! not both are atomic, and no barrier orders them:
//! * a barrier of the block orders everything its threads did before the barrier with everything they do after it, including
//!   accesses of threads that have exited;
//! * a partial barrier orders the threads of the original warp;
//! * launches are ordered;
//! * threads of different blocks are never ordered within a launch.
//!
//! Decisions:
//! * **Atomics order nothing but themselves** (RAC-2), whatever their acquire and release bits, and fences order nothing:
//!   accesses protected by a lock are reported. A program whose result depends on who takes a lock first is not the same under
//!   every mechanism, and locks do not finish under all of them.
//! * **A plain load and an atomic race** (RAC-4). RISC-V has no atomic load but `lr`, so a relaxed load that the compiler
//!   turned into `lw` looks like an unintended one; `amoor` with `zero` reads atomically.
//! * **Stores of the same value do not race** (RAC-3) with each other: memory is the same in any order, which is the purpose of
//!   race-freeness. Threads that all set one flag are the common case. A store that has been overwritten by a later, ordered
//!   store is not compared any more.
//! * **Private stacks** are left out (RAC-5): no other thread can address them.
//!
//! The races found depend on the accesses of the run, and hardly on their order: for each byte, enough accesses are remembered to
//! find a race with a later access if one exists.

use crate::fault::ProgramLocation;
pub use heddle_gpu_core::AccessKind;
use serde::Serialize;
use std::fmt;

/// How many different races are described.
pub const SHOWN: usize = 10;

/// The races of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Races {
    /// Accesses that raced with an earlier one.
    pub accesses: u64,
    /// Different races: pairs of instructions in a launch.
    pub pairs: usize,
    /// The first [`SHOWN`] of them, in the order in which they were found.
    pub first: Vec<Race>,
}

/// Two instructions of a launch whose accesses raced, with the first two accesses that did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Race {
    /// Kernel.
    pub kernel: String,
    /// Number of the launch, from 0.
    pub launch: usize,
    /// Address of the byte, as the threads see it.
    pub address: u32,
    /// The region that contains the address.
    pub region: Region,
    /// The access that came first in this run.
    pub earlier: RaceAccess,
    /// The access that raced with it.
    pub later: RaceAccess,
    /// Number of accesses that raced between these two instructions.
    pub accesses: u64,
}

/// The region that contains an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Region {
    /// A buffer of the job.
    Buffer {
        /// Name of the buffer.
        name: String,
        /// Offset of the byte in it.
        offset: u32,
    },
    /// Shared memory of the threads' block.
    Shared {
        /// Offset of the byte in it.
        offset: u32,
    },
    /// The program's own data.
    Program,
}

/// One of two accesses that raced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RaceAccess {
    /// Linear number of the thread in the launch.
    pub thread: u32,
    /// The kind of access.
    pub kind: AccessKind,
    /// The instruction.
    pub place: ProgramLocation,
}

impl Races {
    /// Whether no races were found.
    pub fn is_empty(&self) -> bool {
        self.pairs == 0
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Region::Buffer { name, offset } => write!(f, "byte {offset} of buffer `{name}`"),
            Region::Shared { offset } => write!(f, "byte {offset} of shared memory"),
            Region::Program => f.write_str("data of the program"),
        }
    }
}

impl fmt::Display for RaceAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RaceAccess {
            thread,
            kind,
            place,
        } = self;
        write!(f, "thread {thread}, {kind}, {place}")
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Race {
            kernel,
            launch,
            address,
            region,
            ..
        } = self;
        write!(
            f,
            "kernel `{kernel}`, launch {launch}, {region} (0x{address:08x}), {} accesses:\n  {}\n  {}",
            self.accesses, self.earlier, self.later
        )
    }
}

impl fmt::Display for Races {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        write!(
            f,
            "{} found; {} accesses raced with earlier ones",
            self.pairs, self.accesses
        )?;
        for race in &self.first {
            write!(f, "\n{race}")?;
        }
        match self.pairs - self.first.len() {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}
