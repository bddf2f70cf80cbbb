//! Barriers that the threads of a block did not reach together.
//!
//! The barrier of the kernel ABI counts arrivals, so a run goes on if threads of a block wait at different barriers, or if some have
//! ended. OpenCL and CUDA allow neither (RAC-6). A barrier is the instruction that executes it (RAC-7).

use crate::fault::SourcePlace;
use serde::Serialize;
use std::fmt;

/// The barrier divergence of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BarrierDivergence {
    /// Openings of a block's barrier that not all threads of the block reached at one instruction.
    pub openings: u64,
    /// Different cases: a launch with two barriers, or with a barrier and threads that had ended.
    pub cases: usize,
    /// The first [`SHOWN`] of them, by launch and by the barriers' addresses.
    pub first: Vec<PartedThreads>,
}

/// How many cases are described.
pub const SHOWN: usize = 10;

/// Threads of a block that waited at a barrier while others were elsewhere: the lowest of the first opening, because these are
/// the same under every mechanism (RAC-9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartedThreads {
    /// Kernel.
    pub kernel: String,
    /// Number of the launch, from 0.
    pub launch: usize,
    /// Linear number of the lowest thread at the barrier in the launch, in the first of these openings in the lowest block.
    pub thread: u32,
    /// The barrier.
    pub barrier: SourcePlace,
    /// The lowest of the other threads.
    pub other: OtherThread,
    /// Number of openings that were like this.
    pub openings: u64,
}

/// A thread of the block that was elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OtherThread {
    /// It waited at another barrier.
    Waited {
        /// Linear number in the launch.
        thread: u32,
        /// The other barrier.
        barrier: SourcePlace,
    },
    /// It had ended.
    Ended {
        /// Linear number in the launch.
        thread: u32,
    },
}

impl BarrierDivergence {
    /// Whether the threads of each block reached all barriers together.
    pub fn is_empty(&self) -> bool {
        self.openings == 0
    }
}

impl fmt::Display for OtherThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OtherThread::Waited { thread, barrier } => {
                write!(f, "thread {thread} waited at {barrier}")
            }
            OtherThread::Ended { thread } => write!(f, "thread {thread} had left the kernel"),
        }
    }
}

impl fmt::Display for PartedThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PartedThreads {
            kernel,
            launch,
            thread,
            barrier,
            other,
            openings,
        } = self;
        write!(
            f,
            "kernel `{kernel}`, launch {launch}, {openings} openings:\n  thread {thread} waited at {barrier}\n  {other}"
        )
    }
}

impl fmt::Display for BarrierDivergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        write!(f, "{} found, at {} openings", self.cases, self.openings)?;
        for parted in &self.first {
            write!(f, "\n{parted}")?;
        }
        match self.cases - self.first.len() {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}
