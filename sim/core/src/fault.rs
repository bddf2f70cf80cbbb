//! Why a thread cannot go on.

use heddle_isa::execute::TrapCause;
use heddle_isa::{FetchFault, MemoryFault};
use heddle_types::{Pc, ThreadId};

/// What a thread may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultReason {
    /// There is no instruction where it went.
    #[error(transparent)]
    Fetch(#[from] FetchFault),
    /// Its access has no memory behind it.
    #[error(transparent)]
    Memory(#[from] MemoryFault),
    /// The instruction is illegal here.
    #[error(transparent)]
    Trap(#[from] TrapCause),
    /// Environment calls, breakpoints and machine-mode returns mean nothing in a kernel.
    #[error("a kernel has no environment to call: return, or execute 0x0000000b, to end a thread")]
    System,
    /// The thread's warp parts more often, or has more calls open, than its stack can hold.
    #[error(
        "the warp's reconvergence stack is full: more than {entries} entries for branches that \
         diverged and calls that are open"
    )]
    StackOverflow {
        /// Entries of a stack.
        entries: usize,
    },
    /// Lanes leave a region, and it is not the one on top of their warp's explicit stack.
    #[error(
        "threads leave a region here that is not the one on top of the warp's reconvergence stack"
    )]
    Unbalanced,
}

/// A fault as a core sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raised {
    /// Slot on the core.
    pub thread: ThreadId,
    /// The instruction.
    pub pc: Pc,
    /// Data address or jump target.
    pub address: Option<u32>,
    /// What it did.
    pub reason: FaultReason,
}
