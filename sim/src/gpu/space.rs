//! From virtual to physical addresses, and data accesses through them.

use crate::launch::layout::Private;
use heddle_isa::{Access, DataPort, Memory, MemoryFault};

/// Address translation of one core in one launch.
///
/// Private stacks: word `w` of thread `t` lies at `(w * threads + t) * 4`, so that the same slot
/// of neighbouring threads lies in one line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    start: u32,
    bytes: u32,
    stack_bytes: u32,
    stacks: u32,
    threads: u32,
    /// Offset of the shared window in the range.
    window: u32,
    shared_bytes: u32,
    shared: u32,
    stride: u32,
}

impl Space {
    pub fn new(private: &Private, core: usize, threads: usize, shared_bytes: u32) -> Self {
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

    /// Physical address of the first of `bytes` bytes at a thread's virtual address; `None` if
    /// they lie in the private range but not in one window. `block` is the slot of the thread's
    /// block on the core.
    #[inline(always)]
    pub fn physical(&self, thread: usize, block: usize, address: u32, bytes: u32) -> Option<u32> {
        let offset = address.wrapping_sub(self.start);
        if offset >= self.bytes {
            return Some(address);
        }
        self.windowed(thread as u32, block, offset, bytes)
    }

    /// Whether a virtual address lies in the window of private stacks.
    pub fn is_stack(&self, address: u32) -> bool {
        address.wrapping_sub(self.start) < self.stack_bytes
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

/// Global memory as all cores see it.
#[derive(Debug)]
pub(crate) struct Data {
    pub memory: Memory,
    /// Stores that changed a value: while it stands still, threads can only learn what they knew.
    pub changes: u64,
}

/// Accesses at physical addresses.
impl DataPort for Data {
    #[inline(always)]
    fn load(&mut self, _thread: usize, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        self.memory.read(address, bytes)
    }

    #[inline(always)]
    fn store(
        &mut self,
        thread: usize,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        let old = match self.load(thread, address, bytes) {
            Err(fault) => {
                let access = Access::Store;
                return Err(MemoryFault { access, ..fault });
            }
            Ok(old) => old,
        };
        let ones = u32::MAX >> (32 - 8 * bytes);
        self.changes += u64::from((old ^ value) & ones != 0);
        self.memory.write(address, bytes, value)
    }
}

/// Byte-wise accesses at virtual addresses, for what is misaligned: the bytes of a stack word
/// and of the next one are far apart.
pub(crate) struct Bytewise<'a> {
    pub data: &'a mut Data,
    pub space: &'a Space,
    pub block: usize,
}

impl Bytewise<'_> {
    fn physical(
        &self,
        thread: usize,
        address: u32,
        bytes: u32,
        access: Access,
    ) -> Result<[u32; 4], MemoryFault> {
        let fault = MemoryFault {
            address,
            bytes,
            access,
        };
        let mut physical = [0; 4];
        for at in 0..bytes {
            let address = address.checked_add(at).ok_or(fault)?;
            let found = self.space.physical(thread, self.block, address, 1);
            physical[at as usize] = found.ok_or(fault)?;
            self.data
                .memory
                .read(physical[at as usize], 1)
                .map_err(|_| fault)?;
        }
        Ok(physical)
    }
}

impl DataPort for Bytewise<'_> {
    fn load(&mut self, thread: usize, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        let physical = self.physical(thread, address, bytes, Access::Load)?;
        let mut value = 0;
        for at in (0..bytes as usize).rev() {
            value = value << 8 | self.data.load(thread, physical[at], 1)?;
        }
        Ok(value)
    }

    fn store(
        &mut self,
        thread: usize,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        let physical = self.physical(thread, address, bytes, Access::Store)?;
        for (at, address) in physical.into_iter().take(bytes as usize).enumerate() {
            self.data
                .store(thread, address, 1, value >> (8 * at) & 0xff)?;
        }
        Ok(())
    }
}
