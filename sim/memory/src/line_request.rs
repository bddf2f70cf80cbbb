//! What a core asks its data cache, and what it answers.

use super::mshr::Waiter;
use heddle_types::Cycle;

/// What a core wants to do with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineAccess {
    /// Read it.
    Load,
    /// Write to it.
    Store,
    /// Read and write it in one step.
    Atomic,
}

/// A wish for one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRequest {
    /// Line number: physical byte address over the bytes of a line.
    pub line: u32,
    /// What for.
    pub access: LineAccess,
    /// Who asks.
    pub waiter: Waiter,
    /// The cycle of the request.
    pub cycle: Cycle,
}

/// The answer to a [`LineRequest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// The data is there at this cycle, later than the request.
    Hit {
        /// First cycle with the data.
        ready: Cycle,
    },
    /// The data will be announced to the waiter.
    Miss,
    /// Not now; ask again in a later cycle.
    Refused,
}
