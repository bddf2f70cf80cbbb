//! Where threads see their stacks and their block's shared memory, and where these are.

use std::ops::Range;

/// The private range: windows at virtual addresses, arenas at physical ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateRange {
    /// The range; virtual addresses in it that belong to no window fault.
    pub range: Range<u32>,
    /// Bytes of a thread's stack; its window starts the range.
    pub stack_bytes: u32,
    /// First virtual address of a block's shared memory: `tp`.
    pub shared_window: u32,
    /// Physical stacks of each core: words of its threads interleaved.
    pub stacks: Vec<u32>,
    /// Physical shared memory of each core: one stretch per resident block.
    pub shared: Vec<u32>,
    /// Distance between those stretches in bytes; a multiple of the line.
    pub shared_stride: u32,
    /// All physical shared memory.
    pub shared_range: Range<u32>,
}

impl PrivateRange {
    /// `sp` at entry: just above the stack window.
    pub fn stack_top(&self) -> u32 {
        self.range.start + self.stack_bytes
    }

    /// All physical stacks.
    pub fn stack_range(&self) -> Range<u32> {
        self.range.start..self.shared_range.start
    }
}
