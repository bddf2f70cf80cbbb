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

/// A thread as its CSRs show it.
#[derive(Clone, Copy, Debug)]
pub struct Identity<'a> {
    /// Dimensions of the launch.
    pub grid: &'a Grid,
    /// Number of the thread's block in the grid.
    pub block: u32,
    /// Position of the block in the grid.
    pub block_index: [u32; 3],
    /// Number of the thread in its block.
    pub index: u32,
    /// Number of instructions that the thread has executed.
    pub retired: u64,
    /// The current cycle.
    pub now: u64,
}

impl Identity<'_> {
    /// Value of a CSR; `None` if the CSR does not exist.
    pub fn csr(&self, csr: u16) -> Option<u32> {
        let axis = |base: u16| usize::from(csr - base);
        Some(match csr {
            0xcd3..=0xcd5 => self.grid.thread_index(self.index)[axis(0xcd3)],
            0xcd6..=0xcd8 => self.block_index[axis(0xcd6)],
            0xcd9..=0xcdb => self.grid.block[axis(0xcd9)],
            0xcdc..=0xcde => self.grid.grid[axis(0xcdc)],
            0xf14 => self.grid.global(self.block, self.index),
            // `time` ticks with the clock.
            0xc00 | 0xc01 => self.now as u32,
            0xc80 | 0xc81 => (self.now >> 32) as u32,
            0xc02 => self.retired as u32,
            0xc82 => (self.retired >> 32) as u32,
            _ => return None,
        })
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
        let identity = Identity {
            grid: self.grid,
            block: block.number,
            block_index: block.index,
            index: self.index[thread.index()],
            retired: self.retired[thread.index()],
            now: self.now.number(),
        };
        identity.csr(csr)
    }
}
