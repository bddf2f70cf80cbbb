//! Launches that a host repeats until a word of memory is 0.

use super::{BufferOffset, Job};
use std::ops::Range;

/// Launches of a job that are repeated, at least once, until a word of a buffer is 0 behind them.
///
/// The host takes no time: it reads and writes between two launches, and caches keep what they have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostLoop {
    /// Numbers of its launches, at least one.
    pub launches: Range<usize>,
    /// The word that ends it.
    pub until_zero: BufferOffset,
    /// What the host writes before each round, in this order.
    pub before: Vec<HostWrite>,
    /// Rounds after which a run is [given up](crate::fault::Outcome::RoundLimit), at least one.
    pub most_rounds: u32,
}

impl HostLoop {
    /// Rounds if a launch file does not say how many.
    pub const MOST_ROUNDS: u32 = 10_000;
}

/// A word that the host writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostWrite {
    /// Where it is.
    pub place: BufferOffset,
    /// What is there then.
    pub value: u32,
}

/// What a job does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// A launch, by its number.
    Launch(usize),
    /// A loop with its number.
    Loop(usize, &'a HostLoop),
}

impl Job {
    /// Launches and loops in their order.
    pub(crate) fn steps(&self) -> Vec<Step<'_>> {
        let (mut steps, mut next) = (Vec::new(), 0);
        for (number, host_loop) in self.loops.iter().enumerate() {
            steps.extend((next..host_loop.launches.start).map(Step::Launch));
            steps.push(Step::Loop(number, host_loop));
            next = host_loop.launches.end;
        }
        steps.extend((next..self.launches.len()).map(Step::Launch));
        steps
    }
}
