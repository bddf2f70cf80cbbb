//! Stacks and shared memory of a block, at the virtual addresses that its threads see.

use heddle_gpu_core::memory::private_range::PrivateRange;
use heddle_gpu_core::memory::space::Space;
use heddle_isa::{Access, MemoryFault};
use heddle_types::ThreadId;

/// The slot of the only block that a space of this device has.
const BLOCK: usize = 0;

/// The memory behind the windows of a block. The words of stacks are interleaved: the same word of neighbouring threads lies
/// side by side.
#[derive(Clone, Debug)]
pub struct Private {
    /// Translates addresses of the windows to places in `bytes`.
    space: Space,
    /// The stacks, and behind them shared memory.
    bytes: Vec<u8>,
    threads: usize,
    stack_window: u32,
    shared_window: u32,
    /// Where shared memory begins in `bytes`.
    shared: usize,
}

impl Private {
    /// The memory of a block of `threads` threads with `shared_bytes` bytes of shared memory.
    pub fn new(range: &PrivateRange, threads: usize, shared_bytes: u32) -> Private {
        let shared = range.stack_bytes * threads as u32;
        let own = PrivateRange {
            stacks: vec![0],
            shared: vec![shared],
            shared_stride: shared_bytes,
            shared_range: shared..shared + shared_bytes,
            ..range.clone()
        };
        Private {
            space: Space::new(&own, 0, threads, shared_bytes),
            bytes: vec![0; (shared + shared_bytes) as usize],
            threads,
            stack_window: range.range.start,
            shared_window: range.shared_window,
            shared: shared as usize,
        }
    }

    /// Clears shared memory for a new block: zeros, with the image at the start. Stacks keep what they hold, as on the golden GPU
    /// (GPU-13).
    pub fn begin(&mut self, image: &[u8]) {
        let shared = self.shared_mut();
        shared.fill(0);
        shared[..image.len()].copy_from_slice(image);
    }

    /// Whether an address lies in the private range, that is in no memory that other blocks see.
    #[inline(always)]
    pub fn contains(&self, address: u32) -> bool {
        self.space.is_private(address)
    }

    /// Shared memory.
    #[inline(always)]
    pub fn shared(&self) -> &[u8] {
        &self.bytes[self.shared..]
    }

    /// Shared memory, to be written.
    #[inline(always)]
    pub fn shared_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.shared..]
    }

    /// The offset of an address from the start of shared memory; too large for addresses outside of it.
    #[inline(always)]
    pub fn in_shared(&self, address: u32) -> u32 {
        address.wrapping_sub(self.shared_window)
    }

    /// Where the aligned word of a stack at this address lies in [`Private::stacks`] for a thread; the same word of the threads
    /// after it follows. `None` for an address that is none of an aligned word of a stack.
    #[inline(always)]
    pub fn stack_word(&self, thread: usize, address: u32) -> Option<usize> {
        let aligned = address.is_multiple_of(4) && self.space.is_stack(address);
        let word = address.wrapping_sub(self.stack_window) as usize / 4;
        aligned.then_some(4 * (word * self.threads + thread))
    }

    /// The words of all stacks.
    #[inline(always)]
    pub fn stacks(&self) -> &[u8] {
        &self.bytes[..self.shared]
    }

    /// The words of all stacks, to be written.
    #[inline(always)]
    pub fn stacks_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.shared]
    }

    /// Where the bytes of an access of a thread of the block lie.
    ///
    /// # Errors
    /// [`MemoryFault`] if they do not lie within one window.
    fn places(
        &self,
        thread: usize,
        address: u32,
        bytes: u32,
        access: Access,
    ) -> Result<impl Iterator<Item = usize>, MemoryFault> {
        self.check(thread, address, bytes, access)?;
        let place = move |address| {
            let thread = ThreadId::new(thread);
            self.space.physical(thread, BLOCK, address, 1)
        };
        // A misaligned access lies in words of a stack that are not side by side.
        Ok((0..bytes).filter_map(move |at| Some(place(address + at)? as usize)))
    }

    /// Refuses an access that does not lie within one window.
    ///
    /// # Errors
    /// [`MemoryFault`].
    pub fn check(
        &self,
        thread: usize,
        address: u32,
        bytes: u32,
        access: Access,
    ) -> Result<(), MemoryFault> {
        let thread = ThreadId::new(thread);
        let place = self.space.physical(thread, BLOCK, address, bytes);
        place.map(drop).ok_or(MemoryFault {
            address,
            bytes,
            access,
        })
    }

    /// Reads `bytes` (1, 2 or 4) bytes for a thread, by its number in the block.
    ///
    /// # Errors
    /// [`MemoryFault`] if they do not lie within one window.
    pub fn read(&self, thread: usize, address: u32, bytes: u32) -> Result<u32, MemoryFault> {
        let places = self.places(thread, address, bytes, Access::Load)?;
        let bytes = places.zip((0..).step_by(8));
        Ok(bytes.fold(0, |value, (place, shift)| {
            value | u32::from(self.bytes[place]) << shift
        }))
    }

    /// Writes the low `bytes` (1, 2 or 4) bytes of a value for a thread, by its number in the block.
    ///
    /// # Errors
    /// As [`Private::read`].
    pub fn write(
        &mut self,
        thread: usize,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault> {
        let mut found = [0; 4];
        let places = self.places(thread, address, bytes, Access::Store)?;
        for (found, place) in found.iter_mut().zip(places) {
            *found = place;
        }
        for (&place, byte) in found.iter().zip(value.to_le_bytes()).take(bytes as usize) {
            self.bytes[place] = byte;
        }
        Ok(())
    }
}
