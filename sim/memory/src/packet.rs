//! What travels between cores and memory.

use heddle_types::Cycle;

/// What a packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Read a line.
    Read,
    /// Write a line.
    Write,
    /// Read a word, change it and write it back in one step.
    Atomic,
}

/// What a core sends out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The core.
    pub core: u16,
    /// The core's own; it comes back with the reply.
    pub tag: u32,
    /// Line number: physical byte address over the bytes of a line.
    pub line: u32,
    /// What for.
    pub kind: Kind,
    /// The cycle in which it leaves the core.
    pub cycle: Cycle,
}

/// What comes back: the data of a read, the old word of an atomic, the end of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reply {
    /// The core.
    pub core: u16,
    /// As sent.
    pub tag: u32,
    /// As sent.
    pub line: u32,
    /// As sent.
    pub kind: Kind,
    /// First cycle in which the core can use it.
    pub cycle: Cycle,
}

impl Packet {
    /// The reply that the core can use from `cycle` on.
    pub(crate) fn reply(&self, cycle: Cycle) -> Reply {
        Reply {
            core: self.core,
            tag: self.tag,
            line: self.line,
            kind: self.kind,
            cycle,
        }
    }
}
