//! The requests of a core to its data cache, and the cache's responses.

use super::mshr::Waiter;
use super::word_mask::WordMask;
use heddle_types::Cycle;

/// What an instruction does with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineAccess {
    /// Read it.
    Load,
    /// Write to it.
    Store,
    /// Read and write it in one step.
    Atomic,
}

/// A request for one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRequest {
    /// Line number: physical byte address over the bytes of a line.
    pub line: u32,
    /// What the instruction does with the line.
    pub access: LineAccess,
    /// Words of a line of private stacks that a load reads, or that a store writes with all of their bytes. Needed only
    /// for lines whose words the cache [tracks](super::DataCache::tracks).
    pub words: WordMask,
    /// The requester.
    pub waiter: Waiter,
    /// The cycle of the request.
    pub cycle: Cycle,
}

/// The response to a [`LineRequest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// The data is available at this cycle, which is later than the request.
    Hit {
        /// The first cycle in which the data can be used.
        ready: Cycle,
    },
    /// The waiter will be notified of the data.
    Miss,
    /// The request was refused; repeat it in a later cycle.
    Refused,
}
