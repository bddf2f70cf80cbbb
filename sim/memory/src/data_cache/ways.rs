//! What a data cache knows about each of its ways.

use crate::tags::Tags;
use crate::word_mask::WordMask;
use heddle_contract::config::{Memory, StackLines};

/// The large part of a cache, which later launches use again.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// The tags; `None` for a core without a cache.
    pub tags: Option<Tags>,
    /// For each way, the words that a line in state [`State::Written`](crate::State::Written) holds; empty if such lines count as present.
    pub written: Vec<WordMask>,
}

impl Ways {
    /// The ways of a machine's cache, all empty.
    pub fn new(memory: &Memory) -> Self {
        let sets = (memory.cache_bytes / memory.line_bytes) as usize / memory.cache_ways;
        let tracked = match memory.stack_lines {
            StackLines::Written => sets * memory.cache_ways,
            StackLines::Whole => 0,
        };
        Ways {
            tags: (sets != 0).then(|| Tags::new(sets, memory.cache_ways)),
            written: vec![WordMask::NONE; tracked],
        }
    }
}
