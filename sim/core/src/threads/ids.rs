//! The CSRs that a kernel can read: the identity of a thread, and counters (kernel ABI, version 1).

use super::blocks::Blocks;
use super::state::WarpThreads;
use heddle_isa::execute::CsrSource;
use heddle_types::{Cycle, ThreadId};

/// Dimensions of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
}

/// The position with this linear number; x varies fastest.
pub fn position(number: u32, extent: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extent;
    [number % x, number / x % y, number / x / y]
}

impl Grid {
    /// Threads of a block.
    pub fn block_threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// Blocks of the launch.
    pub fn blocks(&self) -> u32 {
        self.grid.iter().product()
    }

    /// Position of a thread in its block.
    pub fn thread_index(&self, number: u32) -> [u32; 3] {
        position(number, self.block)
    }

    /// Position of a block in the grid.
    pub fn block_index(&self, number: u32) -> [u32; 3] {
        position(number, self.grid)
    }

    /// Linear number of a thread in the launch: the blocks before its own, then its number in it.
    pub fn global(&self, block: u32, thread: u32) -> u32 {
        block * self.block_threads() + thread
    }
}

/// The state that a CSR read may look at.
pub struct Ids<'a> {
    /// Dimensions of the launch.
    pub grid: &'a Grid,
    /// The blocks of the core.
    pub blocks: &'a Blocks,
    /// The state of the core's warps.
    pub warps: &'a [WarpThreads],
    /// Number of each thread in its block.
    pub index: &'a [u32],
    /// Number of instructions that each thread has executed.
    pub retired: &'a [u64],
    /// Threads of a warp.
    pub warp_size: usize,
    /// The current cycle.
    pub now: Cycle,
}

impl CsrSource for Ids<'_> {
    fn read(&self, csr: u16, thread: ThreadId) -> Option<u32> {
        let block = self
            .blocks
            .block(self.warps[thread.warp(self.warp_size).index()].block);
        let index = self.index[thread.index()];
        let axis = |base: u16| usize::from(csr - base);
        Some(match csr {
            0xcd3..=0xcd5 => self.grid.thread_index(index)[axis(0xcd3)],
            0xcd6..=0xcd8 => block.index[axis(0xcd6)],
            0xcd9..=0xcdb => self.grid.block[axis(0xcd9)],
            0xcdc..=0xcde => self.grid.grid[axis(0xcdc)],
            0xf14 => self.grid.global(block.number, index),
            // `time` ticks with the clock.
            0xc00 | 0xc01 => self.now.number() as u32,
            0xc80 | 0xc81 => (self.now.number() >> 32) as u32,
            0xc02 => self.retired[thread.index()] as u32,
            0xc82 => (self.retired[thread.index()] >> 32) as u32,
            _ => return None,
        })
    }
}
