//! The error for a full address space.

/// The address space has no room for a region.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no room for {bytes} bytes of {what} in 4 GiB of addresses")]
pub struct NoRoom {
    /// What did not fit.
    pub what: Placing,
    /// Size of the region.
    pub bytes: u64,
}

/// What is being placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Placing {
    /// A buffer.
    #[error("buffer `{name}`")]
    Buffer {
        /// Number of the buffer, from 0.
        index: usize,
        /// Name of the buffer.
        name: String,
    },
    /// A buffer with a requested address.
    #[error("buffer `{name}` at 0x{address:08x}")]
    BufferAt {
        /// Number of the buffer, from 0.
        index: usize,
        /// Name of the buffer.
        name: String,
        /// Requested first address.
        address: u32,
    },
    /// Memory of a device.
    #[error("an allocation")]
    Allocation,
    /// The arguments of a launch.
    #[error("arguments of launch {index}")]
    Arguments {
        /// Which launch, from 0.
        index: usize,
    },
    /// Shared memory of a launch's blocks.
    #[error("shared memory of a block of launch {index}")]
    Shared {
        /// Which launch, from 0.
        index: usize,
    },
    /// Stacks and shared memory of all cores.
    #[error("stacks and shared memory for cores = {cores}")]
    Private {
        /// Number of cores.
        cores: usize,
    },
}

impl NoRoom {
    /// How to fix it.
    pub fn remedy(&self) -> &'static str {
        match self.what {
            Placing::Buffer { .. } | Placing::Arguments { .. } | Placing::Allocation => {
                "use smaller or fewer buffers"
            }
            Placing::BufferAt { .. } => {
                "move it away from the program's segments, from other buffers and from both ends"
            }
            Placing::Shared { .. } => "use less shared memory",
            Placing::Private { .. } => {
                "use a smaller core.stack_bytes, fewer cores or less shared memory"
            }
        }
    }
}
