//! Launches that a host repeats until a word of memory is 0.

use super::{BufferOffset, Job};
use std::ops::Range;

/// Launches of a job that are repeated, at least once, until a word of a buffer is 0 after a round.
///
/// The host takes no time: it reads and writes between two launches, and caches keep their contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostLoop {
    /// Numbers of the loop's launches, at least one.
    pub launches: Range<usize>,
    /// The word that ends the loop.
    /// GPU-20: one word ends the loop, and the host writes words only.
    pub until_zero: BufferOffset,
    /// Words that the host writes before each round, in this order.
    pub before: Vec<HostWrite>,
    /// Number of rounds after which a run is [given up](crate::fault::Outcome::RoundLimit), at least one.
    pub most_rounds: u32,
}

impl HostLoop {
    /// The limit of rounds if a launch file does not give one.
    pub const MOST_ROUNDS: u32 = 10_000;
}

/// A word that the host writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostWrite {
    /// Where the host writes the word.
    pub place: BufferOffset,
    /// The value of the word.
    pub value: u32,
}

/// A step of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// A launch, by its number.
    Launch(usize),
    /// A loop with its number.
    Loop(usize, &'a HostLoop),
}

impl Job {
    /// Launches and loops in order.
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
