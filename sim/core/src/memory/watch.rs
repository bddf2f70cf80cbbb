//! Observers of accesses at the moment when they act on memory.

use super::core_memory::View;
use heddle_types::Pc;
use serde::Serialize;
use std::fmt;

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AccessKind {
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Reads and writes in one step; also each of LR and SC.
    Atomic,
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccessKind::Load => "load",
            AccessKind::Store => "store",
            AccessKind::Atomic => "atomic",
        })
    }
}

/// An access at the moment when it acts on memory.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The kind of the access.
    pub kind: AccessKind,
    /// Linear number of the thread in the launch.
    pub thread: u32,
    /// The PC of the instruction.
    pub pc: Pc,
    /// Number of barriers of the thread's block that had opened.
    pub block_epoch: u32,
    /// Number of barriers of the thread's original warp that had opened.
    pub warp_epoch: u32,
    /// Virtual address of the first byte.
    pub address: u32,
    /// Physical address of the first byte; the other bytes follow it.
    pub physical: u32,
    /// Number of bytes.
    pub bytes: u32,
}

/// Observes every access to memory that several threads share, within a block or across blocks, and the barriers between accesses.
pub trait AccessWatch: Sync {
    /// An access has just acted on memory.
    fn see(&self, access: &Seen, memory: &mut View);

    /// Memory at these physical addresses is given to a new block.
    fn forget(&self, start: u32, bytes: u32);

    /// A thread, by its linear number in the launch, has come to a barrier of its block. It has not been here since that
    /// barrier last opened.
    fn arrive(&self, thread: u32, pc: Pc);

    /// A thread has ended.
    fn exit(&self, thread: u32);
}
