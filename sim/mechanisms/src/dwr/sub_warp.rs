//! A sub-warp: the instruction that it executes, and the event that it waits for.

use crate::pdom::{Note, Warp};

/// What the next event of a sub-warp means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaits {
    /// No event: nothing is in flight.
    Nothing,
    /// The sub-warp has begun its LAT barrier, and learns in the next cycle whether its LAT is on the ignore list.
    Answer,
    /// The LAT barrier of the sub-warp executes.
    Barrier,
    /// The sub-warp waits for its partners, without an event.
    Partners,
    /// The data of the sub-warp's memory instruction has arrived, for all members.
    Data,
    /// The instruction is done.
    Result,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct SubWarp {
    /// The PCs of the threads, and the instruction.
    pub warp: Warp<Note>,
    pub awaits: Awaits,
    /// Whether the LAT at the current PC is not synchronised because it is on the ignore list.
    pub ignored: bool,
    /// For the sub-warp that issued a memory instruction: the positions in the large warp of all sub-warps that
    /// execute it, one bit each.
    pub members: u64,
    /// Whether the data has not arrived yet for a memory instruction that was reported to the stack while in flight.
    pub awaits_data: bool,
    /// The same for the answer of the stack.
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
