//! Translation of virtual to physical addresses. Every thread has its stack in one window (ADR-3).

use super::private_range::PrivateRange;
use heddle_types::ThreadId;

/// Address translation of one core in one launch.
///
/// Private stacks: word `w` of thread `t` lies at `(w * threads + t) * 4`, so that the same slot
/// of neighbouring threads lies in one line.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    start: u32,
    bytes: u32,
    stack_bytes: u32,
    stacks: u32,
    threads: u32,
    /// Offset of the shared window in the private range.
    window: u32,
    shared_bytes: u32,
    shared: u32,
    stride: u32,
}

impl Space {
    /// The translation for core `core` with `threads` threads, in a launch whose blocks have `shared_bytes` bytes of
    /// shared memory.
    pub fn new(private: &PrivateRange, core: usize, threads: usize, shared_bytes: u32) -> Self {
        Space {
            start: private.range.start,
            bytes: private.range.end.wrapping_sub(private.range.start),
            stack_bytes: private.stack_bytes,
            stacks: private.stacks[core],
            threads: threads as u32,
            window: private.shared_window - private.range.start,
            shared_bytes,
            shared: private.shared[core],
            stride: private.shared_stride,
        }
    }

    /// Physical address of the first of `bytes` bytes at a thread's virtual address; `None` if the bytes lie in the
    /// private range but not within one window. `block` is the slot of the thread's block on the core.
    #[inline(always)]
    pub fn physical(
        &self,
        thread: ThreadId,
        block: usize,
        address: u32,
        bytes: u32,
    ) -> Option<u32> {
        let offset = address.wrapping_sub(self.start);
        if offset >= self.bytes {
            return Some(address);
        }
        self.windowed(thread.index() as u32, block, offset, bytes)
    }

    /// Whether a virtual address lies in the window of private stacks.
    pub fn is_stack(&self, address: u32) -> bool {
        address.wrapping_sub(self.start) < self.stack_bytes
    }

    /// Whether a virtual address lies in the private range.
    #[inline(always)]
    pub fn is_private(&self, address: u32) -> bool {
        address.wrapping_sub(self.start) < self.bytes
    }

    /// Whether a virtual address lies in the part of the private range after the stacks, which contains shared
    /// memory.
    #[inline(always)]
    pub fn is_shared(&self, address: u32) -> bool {
        let offset = address.wrapping_sub(self.start);
        offset < self.bytes && offset >= self.window
    }

    fn windowed(&self, thread: u32, block: usize, offset: u32, bytes: u32) -> Option<u32> {
        if offset < self.stack_bytes {
            let word = (offset >> 2) * self.threads + thread;
            let inside = offset + bytes <= self.stack_bytes;
            return inside.then_some(self.stacks + 4 * word + (offset & 3));
        }
        let shared = offset.checked_sub(self.window)?;
        let inside = shared + bytes <= self.shared_bytes;
        inside.then(|| self.block_shared(block) + shared)
    }

    /// Shared memory of a block, in bytes.
    pub fn shared_bytes(&self) -> u32 {
        self.shared_bytes
    }

    /// Physical start of a block's shared memory.
    pub fn block_shared(&self, block: usize) -> u32 {
        self.shared + block as u32 * self.stride
    }
}
