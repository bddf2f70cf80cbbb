//! Why a job cannot be started on a machine.

use crate::launch::LaunchError;
use crate::launch::layout::NoRoom;
use heddle_contract::ParamError;

/// Why a job cannot be started on a machine.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The job contradicts itself.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A unit cannot be built for this machine.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// It does not fit into the address space.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The program has more words than its PC can tell apart.
    #[error(
        "the program has {words} words (two of them Heddle's own), more than core.pc_bits = \
         {pc_bits} can address; set it to at least {needed}"
    )]
    ProgramTooLarge {
        /// Words of code.
        words: usize,
        /// Width of a PC.
        pc_bits: u32,
        /// Width that would do.
        needed: u32,
    },
    /// A block has more threads than a core.
    #[error(
        "launch {launch}: a block of {threads} threads does not fit on a core of {warps} warps of \
         {warp_size}; use smaller blocks, or more core.warps"
    )]
    BlockTooLarge {
        /// Number of the launch, from 0.
        launch: usize,
        /// Threads of the block.
        threads: u32,
        /// Warps of a core.
        warps: usize,
        /// Threads of a warp.
        warp_size: usize,
    },
    /// A kernel's symbol is no address of code.
    #[error(
        "kernel `{kernel}` starts at 0x{address:08x}, which is no instruction's address in the \
         program's code; mark the symbol as a function of an executable section"
    )]
    KernelOutside {
        /// Name of the kernel.
        kernel: String,
        /// Value of its symbol.
        address: u32,
    },
    /// There are no addresses left behind the code for the stub that ends threads.
    #[error("the program's code ends at the last addresses of memory; link it lower")]
    NoStub,
}
