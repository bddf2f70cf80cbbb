//! What lies next to a wild address.

use serde::Serialize;
use std::fmt;

/// A memory region that an address narrowly misses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Near {
    /// The kind of region.
    pub what: Neighbour,
    /// The side of the region on which the address lies.
    pub side: Side,
    /// Distance in bytes to the region's first byte, or from its end; 0 is directly behind the region.
    pub bytes: u32,
}

/// A kind of memory region.
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
    /// Address 0, where nothing is ever mapped.
    Null,
}

/// A side of a memory region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Addresses below the region.
    Before,
    /// Addresses above the region.
    Behind,
}

/// Addresses at this distance or farther are not near.
const REACH: u64 = 1 << 14;

impl Near {
    /// The position of the address relative to a region, if it lies outside of the region and close to it.
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
