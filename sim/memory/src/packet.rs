//! Packets between cores and memory.

use heddle_types::Cycle;

/// The purpose of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Read a line.
    Read,
    /// Write a line.
    Write,
    /// Read a word, change it and write it back in one step.
    Atomic,
}

/// A packet from a core to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The sending core.
    pub core: u16,
    /// The core's own tag; it is returned with the reply.
    pub tag: u32,
    /// Line number: physical byte address over the bytes of a line.
    pub line: u32,
    /// The purpose of the packet.
    pub kind: Kind,
    /// The cycle in which it leaves the core.
    pub cycle: Cycle,
}

/// A packet back to a core: the data of a read, the old word of an atomic, or the completion of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reply {
    /// The core that sent the request.
    pub core: u16,
    /// The tag of the request.
    pub tag: u32,
    /// The line of the request.
    pub line: u32,
    /// The purpose of the request.
    pub kind: Kind,
    /// The first cycle in which the core can use the reply.
    pub cycle: Cycle,
}

impl Packet {
    /// The reply to this packet, which the core can use from `cycle` on.
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
