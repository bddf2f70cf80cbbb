//! The virtual and physical addresses of stacks and of shared memory.

use std::ops::Range;

/// The private range: threads see windows at virtual addresses, which map to arenas at physical addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateRange {
    /// The virtual address range; an address in it that belongs to no window faults.
    pub range: Range<u32>,
    /// Bytes of a thread's stack; its window starts the range.
    pub stack_bytes: u32,
    /// First virtual address of a block's shared memory: `tp`.
    pub shared_window: u32,
    /// Start of the physical stacks of each core; the words of the core's threads are interleaved.
    pub stacks: Vec<u32>,
    /// Start of the physical shared memory of each core: one segment for each resident block.
    pub shared: Vec<u32>,
    /// Distance between these segments in bytes; a multiple of the line size.
    pub shared_stride: u32,
    /// The physical addresses of all shared memory.
    pub shared_range: Range<u32>,
}

impl PrivateRange {
    /// `sp` at entry: just above the stack window.
    pub fn stack_top(&self) -> u32 {
        self.range.start + self.stack_bytes
    }

    /// The physical addresses of all stacks.
    pub fn stack_range(&self) -> Range<u32> {
        self.range.start..self.shared_range.start
    }
}
