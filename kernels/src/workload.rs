//! The interface of every workload.

use crate::difference::{Difference, Expected, compare};
use heddle_isa::Program;
use heddle_sim::launch::{Buffer, Job, Launch};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The amount of work of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For tests, also against Verilated RTL: under a million thread-instructions.
    Small,
    /// For measurements: tens to hundreds of millions of thread-instructions. The programs of fung2009 have work for each of its
    /// 16 cores; those of lashgar2012 have about as much as in its table 1.
    Full,
}

impl Size {
    /// One of two values.
    pub(crate) fn pick<T>(self, small: T, full: T) -> T {
        match self {
            Size::Small => small,
            Size::Full => full,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pick("small", "full"))
    }
}

/// A size that is neither `small` nor `full`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no size is called `{0}`; there are: small, full")]
pub struct UnknownSize(pub String);

impl FromStr for Size {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, UnknownSize> {
        match text {
            "small" => Ok(Size::Small),
            "full" => Ok(Size::Full),
            other => Err(UnknownSize(other.into())),
        }
    }
}

/// A name that no workload has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no workload is called `{name}`; there are: {known}")]
pub struct UnknownWorkload {
    /// The requested name.
    pub name: String,
    /// The available names.
    pub known: String,
}

/// The capacity of a core of the machine. It determines the shape of blocks, never inputs or results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Threads of a core, at least 1.
    pub threads: u32,
    /// Threads of a warp; a power of two.
    pub warp: u32,
}

impl Room {
    /// The capacity of a core with this many warps of this many threads.
    pub fn new(warps: usize, warp_size: usize) -> Self {
        Room {
            threads: (warps * warp_size) as u32,
            warp: warp_size as u32,
        }
    }
}

/// A program, its inputs and its expected results.
///
/// Inputs and results depend only on size and seed, never on the machine or the shape of the blocks.
pub trait Workload: Sync {
    /// The name on the command line, of the folder and of the ELF.
    fn name(&self) -> &'static str;

    /// One line that says what the workload computes and why it is included.
    fn about(&self) -> &'static str;

    /// Path of the kernel's source in the repository.
    fn source(&self) -> &'static str;

    /// The linked program (ELF32, kernel ABI version 1).
    fn elf(&self) -> &'static [u8];

    /// Global buffers with their first contents.
    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer>;

    /// The launches in order, in blocks that fit a core.
    fn launches(&self, size: Size, seed: u64, room: Room) -> Vec<Launch>;

    /// Whether barriers and launches order all accesses of different threads to the same memory, if one of them is a write and
    /// not both are atomic. Only then is memory the same under every mechanism (ADR-4). A workload that is not race-free relies
    /// on warps that run in lock-step.
    fn is_race_free(&self) -> bool {
        true
    }

    /// Program, buffers and launches together.
    fn job(&self, size: Size, seed: u64, room: Room) -> Job {
        let program = Program::parse(self.name(), self.elf());
        Job {
            program: Arc::new(program.unwrap_or_else(|e| panic!("a built-in kernel: {e}"))),
            buffers: self.buffers(size, seed),
            launches: self.launches(size, seed, room),
            loops: Vec::new(),
        }
    }

    /// The final contents of the output buffers, from the independent reference.
    fn expected(&self, size: Size, seed: u64) -> Vec<Expected>;

    /// Compares the output buffers of a run, given as (name, bytes), with the reference.
    ///
    /// # Errors
    /// The first [`Difference`].
    fn check(
        &self,
        size: Size,
        seed: u64,
        outputs: &[(String, Vec<u8>)],
    ) -> Result<(), Difference> {
        self.expected(size, seed)
            .iter()
            .try_for_each(|expected| compare(expected, outputs))
    }
}
