//! A sub-warp: what it executes, and what it waits for.

use crate::mechanism::pdom::{Note, Warp};

/// What the next event of a sub-warp means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaits {
    /// Nothing is in flight.
    Nothing,
    /// Its LAT barrier executes.
    Barrier,
    /// It waits for its partners; no event comes.
    Partners,
    /// Addresses are there.
    Address,
    /// All data is there.
    Data,
    /// The instruction is done.
    Result,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct SubWarp<const S: usize> {
    /// Its threads' PCs and its instruction.
    pub warp: Warp<S, Note>,
    pub awaits: Awaits,
    /// The LAT that it is at is not synchronised: it is on the ignore list.
    pub ignored: bool,
    /// It issued a memory instruction: positions of those that execute it in the large warp, a bit each.
    pub members: u64,
    /// And their lanes, in the large warp.
    pub all_lanes: u64,
}

impl<const S: usize> SubWarp<S> {
    pub fn new() -> Self {
        SubWarp {
            warp: Warp::new(),
            awaits: Awaits::Nothing,
            ignored: false,
            members: 0,
            all_lanes: 0,
        }
    }
}
