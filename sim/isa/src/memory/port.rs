//! The interface of a memory access, and how an access fails.

use heddle_types::ThreadId;

/// What an access tried to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// A load outside every mapped region.
    Load,
    /// A store outside every mapped region.
    Store,
    /// An atomic access whose address is not a multiple of 4; the A extension demands that
    /// (chapter 8.2), while plain loads and stores may be misaligned.
    MisalignedAtomic,
}

/// A memory access that cannot be performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct MemoryFault {
    /// First byte of the access.
    pub address: u32,
    /// Size of the access in bytes.
    pub bytes: u32,
    /// The kind of access.
    pub access: Access,
}

impl MemoryFault {
    fn text(&self) -> String {
        let MemoryFault {
            address,
            bytes,
            access,
        } = self;
        let what = match access {
            Access::Load => "load outside every mapped region",
            Access::Store => "store outside every mapped region",
            Access::MisalignedAtomic => "misaligned atomic access",
        };
        format!("{what}: {bytes} bytes at 0x{address:08x}")
    }
}

/// The memory that [`crate::execute::load`] and the other access functions use.
///
/// The GPU implements this to put the private stack of each thread and the shared memory of each
/// block in front of global memory; [`super::Memory`] implements it directly for a single thread.
pub trait DataPort {
    /// Reads `bytes` (1, 2 or 4) at a virtual address of a thread, zero-extended.
    ///
    /// # Errors
    /// [`MemoryFault`] if a byte is not mapped.
    fn load(&mut self, thread: ThreadId, address: u32, bytes: u32) -> Result<u32, MemoryFault>;

    /// Writes the low `bytes` (1, 2 or 4) bytes of `value` at a virtual address of a thread.
    ///
    /// # Errors
    /// [`MemoryFault`] if a byte is not mapped; then nothing is written.
    fn store(
        &mut self,
        thread: ThreadId,
        address: u32,
        bytes: u32,
        value: u32,
    ) -> Result<(), MemoryFault>;
}
