//! A loop of the host that exceeds its limit of rounds.

use serde::Serialize;
use std::fmt;

/// A loop of the host exceeded its limit of rounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundLimit {
    /// Number of the loop, from 0.
    #[serde(rename = "loop")]
    pub number: usize,
    /// How many rounds were run.
    pub rounds: u32,
    /// The buffer with the word that ends the loop.
    pub buffer: String,
    /// First byte of the word in the buffer.
    pub offset: u32,
    /// The last value of the word.
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
