//! What every workload offers.

use crate::difference::{Difference, Expected, compare};
use heddle_isa::Program;
use heddle_sim::launch::{Buffer, Job, Launch};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// How much work a workload is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For tests, also against Verilated RTL: under a million thread-instructions.
    Small,
    /// For measurements: tens to hundreds of millions of thread-instructions, and for the programs of
    /// fung2009 work for each of its 16 cores; for those of lashgar2012 as many as in its table 1, about.
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
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: String,
}

/// What a core of the machine has room for. It shapes blocks, never inputs or results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Threads of a core, at least 1.
    pub threads: u32,
    /// Threads of a warp; a power of two.
    pub warp: u32,
}

impl Room {
    /// The room of a core of so many warps of so many threads.
    pub fn new(warps: usize, warp_size: usize) -> Self {
        Room {
            threads: (warps * warp_size) as u32,
            warp: warp_size as u32,
        }
    }
}

/// A program, its inputs and what must come out.
///
/// Inputs and results depend on size and seed only, never on the machine or the shape of the blocks.
pub trait Workload: Sync {
    /// Name on the command line, of the folder and of the ELF.
    fn name(&self) -> &'static str;

    /// What it computes and why it is here, in a line.
    fn about(&self) -> &'static str;

    /// The linked program (ELF32, kernel ABI version 1).
    fn elf(&self) -> &'static [u8];

    /// Global buffers with their first contents.
    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer>;

    /// The launches in order, in blocks that a core has room for.
    fn launches(&self, size: Size, seed: u64, room: Room) -> Vec<Launch>;

    /// Whether barriers and launches order all accesses of different threads to the same memory, if
    /// one of them is a write and not both are atomic. Only then memory is the same under every
    /// mechanism. What is not race-free relies on warps that run in lock-step.
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

    /// What the output buffers hold in the end, from the independent reference.
    fn expected(&self, size: Size, seed: u64) -> Vec<Expected>;

    /// Compares the output buffers of a run, (name, bytes) each, with the reference.
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
