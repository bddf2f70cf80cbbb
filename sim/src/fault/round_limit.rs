//! A loop of the host that goes on for longer than it may.

use serde::Serialize;
use std::fmt;

/// A loop of the host went on beyond its rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundLimit {
    /// Number of the loop, from 0.
    #[serde(rename = "loop")]
    pub number: usize,
    /// How many rounds were run.
    pub rounds: u32,
    /// The buffer with the word that ends it.
    pub buffer: String,
    /// First byte of the word in the buffer.
    pub offset: u32,
    /// What the word was at last.
    pub word: u32,
}

impl fmt::Display for RoundLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RoundLimit {
            number,
            rounds,
            buffer,
            offset,
            word,
        } = self;
        write!(
            f,
            "after {rounds} rounds of loop {number} the word at byte {offset} of buffer `{buffer}` is still {word}"
        )
    }
}
