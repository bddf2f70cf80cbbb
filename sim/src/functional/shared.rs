//! What the blocks of a launch share.

use super::counts::Counts;
use heddle_gpu_core::Code;
use heddle_gpu_core::clock::Entry;
use heddle_gpu_core::memory::private_range::PrivateRange;
use heddle_gpu_core::threads::Grid;
use heddle_isa::Memory;
use std::sync::atomic::AtomicU64;

/// How blocks start.
pub struct Plan<'a> {
    /// Dimensions of the launch.
    pub grid: &'a Grid,
    /// The registers of threads at entry.
    pub entry: Entry,
    /// First contents of shared memory.
    pub image: &'a [u8],
    /// The windows of stacks and of shared memory.
    pub private: &'a PrivateRange,
    /// Shared memory of a block, in bytes.
    pub shared_bytes: u32,
    /// How many blocks are resident at a time: as many as the cores of the machine hold (FUN-4).
    pub resident: usize,
}

/// What all blocks of a launch share.
pub struct Shared<'a> {
    /// The program.
    pub code: &'a Code,
    /// Dimensions of the launch.
    pub grid: &'a Grid,
    /// The memory that all blocks see.
    pub memory: &'a mut Memory,
    /// Counts of the launch.
    pub counts: &'a mut Counts,
    /// Number of instructions of warps since the run began.
    pub executed: u64,
    /// The number of instructions at which the launch is cut off.
    pub limit: u64,
    /// Where the number of instructions is published.
    pub clock: &'a AtomicU64,
}
