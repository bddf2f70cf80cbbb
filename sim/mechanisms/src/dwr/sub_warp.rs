//! A sub-warp: what it executes, and what it waits for.

use crate::pdom::{Note, Warp};

/// What the next event of a sub-warp means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaits {
    /// Nothing is in flight.
    Nothing,
    /// Its LAT barrier executes.
    Barrier,
    /// It waits for its partners; no event comes.
    Partners,
    /// The data of its memory instruction, and of all members, is there.
    Data,
    /// The instruction is done.
    Result,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct SubWarp {
    /// Its threads' PCs and its instruction.
    pub warp: Warp<Note>,
    pub awaits: Awaits,
    /// The LAT that it is at is not synchronised: it is on the ignore list.
    pub ignored: bool,
    /// It issued a memory instruction: positions of those that execute it in the large warp, a bit each.
    pub members: u64,
    /// Its data is not there, of a memory instruction that its stack is told of while it is in flight.
    pub awaits_data: bool,
    /// The same, for the answer of its stack.
    pub awaits_stack: bool,
}

impl SubWarp {
    pub fn new() -> Self {
        SubWarp {
            warp: Warp::new(),
            awaits: Awaits::Nothing,
            ignored: false,
            members: 0,
            awaits_data: false,
            awaits_stack: false,
        }
    }
}
