//! What lies next to a wild address.

use serde::Serialize;
use std::fmt;

/// Something in memory that an address just misses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Near {
    /// What it is.
    pub what: Neighbour,
    /// Which side of it the address is on.
    pub side: Side,
    /// Bytes from its last, or to its first; 0 is right behind it.
    pub bytes: u32,
}

/// What is in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbour {
    /// A buffer of the launch, by name.
    Buffer(String),
    /// The launch's arguments.
    Arguments,
    /// The thread's private stack.
    Stack,
    /// The block's shared memory.
    Shared,
    /// The segment of the program at this address.
    Segment(u32),
    /// Address 0, where nothing ever lies.
    Null,
}

/// A side of something in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Addresses below its first.
    Before,
    /// Addresses above its last.
    Behind,
}

/// Farther away is not near.
const REACH: u64 = 1 << 14;

impl Near {
    /// Where the address is as seen from something, if it is outside of it and not far.
    pub(crate) fn of(what: Neighbour, start: u64, end: u64, address: u32) -> Option<Self> {
        let address = u64::from(address);
        let (side, bytes) = if address < start {
            (Side::Before, start - address)
        } else {
            (Side::Behind, address.checked_sub(end)?)
        };
        let bytes = u32::try_from(bytes).ok()?;
        (u64::from(bytes) < REACH).then_some(Near { what, side, bytes })
    }
}

impl fmt::Display for Near {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.side, self.bytes) {
            _ if self.what == Neighbour::Null => f.write_str("near ")?,
            (Side::Behind, 0) => f.write_str("right behind ")?,
            (Side::Behind, bytes) => write!(f, "{bytes} bytes behind ")?,
            (Side::Before, bytes) => write!(f, "{bytes} bytes before ")?,
        }
        match &self.what {
            Neighbour::Buffer(name) => write!(f, "buffer `{name}`"),
            Neighbour::Arguments => f.write_str("the arguments of the launch"),
            Neighbour::Stack => f.write_str("the thread's stack"),
            Neighbour::Shared => f.write_str("the block's shared memory"),
            Neighbour::Segment(address) => write!(f, "the program's segment at 0x{address:08x}"),
            Neighbour::Null => f.write_str("address 0"),
        }
    }
}
