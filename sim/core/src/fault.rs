//! Reasons why a thread cannot continue.

use heddle_isa::execute::TrapCause;
use heddle_isa::{FetchFault, MemoryFault};
use heddle_types::{Pc, ThreadId};

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultReason {
    /// The thread jumped to a PC without an instruction.
    #[error(transparent)]
    Fetch(#[from] FetchFault),
    /// An access of the thread maps to no memory.
    #[error(transparent)]
    Memory(#[from] MemoryFault),
    /// The instruction is illegal here.
    #[error(transparent)]
    Trap(#[from] TrapCause),
    /// Environment calls, breakpoints and machine-mode returns have no meaning in a kernel.
    #[error("a kernel has no environment to call: return, or execute 0x0000000b, to end a thread")]
    System,
    /// The thread's warp is split more often, or has more open calls, than its stack can hold.
    #[error(
        "the warp's reconvergence stack is full: more than {entries} entries for branches that \
         diverged and calls that are open"
    )]
    StackOverflow {
        /// Number of entries of a stack.
        entries: usize,
    },
    /// Lanes leave a region that is not the one on top of the explicit stack of their warp.
    #[error(
        "threads leave a region here that is not the one on top of the warp's reconvergence stack, \
         as after a longjmp or a computed goto with unknown targets"
    )]
    Unbalanced,
}

/// A fault as a core reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raised {
    /// The thread, as its slot on the core.
    pub thread: ThreadId,
    /// The PC of the faulting instruction.
    pub pc: Pc,
    /// Data address or jump target.
    pub address: Option<u32>,
    /// The reason of the fault.
    pub reason: FaultReason,
}
