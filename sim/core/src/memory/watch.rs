//! Watching accesses as they act on memory.

use super::core_memory::View;
use heddle_types::Pc;
use serde::Serialize;
use std::fmt;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AccessKind {
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Reads and writes at once, or one half of LR and SC.
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

/// An access as it acts.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// What it does.
    pub kind: AccessKind,
    /// Linear number of the thread in the launch.
    pub thread: u32,
    /// Its instruction.
    pub pc: Pc,
    /// Barriers of the thread's block that had opened.
    pub block_epoch: u32,
    /// Barriers of its original warp that had opened.
    pub warp_epoch: u32,
    /// First byte, as the thread sees it.
    pub address: u32,
    /// Where it lies; the other bytes follow.
    pub physical: u32,
    /// How many bytes.
    pub bytes: u32,
}

/// Sees every access to memory that threads of a block or of several share.
pub trait AccessWatch: Sync {
    /// An access has just acted on memory.
    fn see(&self, access: &Seen, memory: &mut View);

    /// Memory at these physical addresses becomes a new block's.
    fn forget(&self, start: u32, bytes: u32);
}
