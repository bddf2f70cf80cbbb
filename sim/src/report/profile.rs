//! Where lanes are lost: a row for every PC that was executed.

use super::ratio;
use crate::fault::Place;
use heddle_core::accounting::profile::Row as Counted;
use heddle_isa::SourceLine;
use serde::Serialize;

/// What was executed at a PC.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProfileRow {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The line that it was compiled from, if the ELF file has DWARF that tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Issues.
    pub issued: u64,
    /// Instructions of threads.
    pub thread_instructions: u64,
    /// Threads of an issue, on average.
    pub mean_active_lanes: f64,
    /// Lanes without a thread, summed over issues. Under `mimd`, where each thread issues alone, all
    /// lanes but one of each issue.
    pub lost_lanes: u64,
    /// Where threads went, for branches and jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<Branches>,
    /// What was asked of the data cache and shared memory, for loads, stores and atomics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The file as the compiler was told.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
}

/// Where threads went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Branches {
    /// Threads that went elsewhere than to the next instruction.
    pub taken: u64,
    /// Threads that went on with it.
    pub not_taken: u64,
    /// Issues with threads of both kinds.
    pub diverged: u64,
}

/// What was asked of memory.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lines {
    /// Lines asked for.
    pub lines: u64,
    /// Lines for each issue; 1 is coalesced best.
    pub per_instruction: f64,
    /// Lines that were not in the cache.
    pub misses: u64,
}

impl ProfileRow {
    /// A row of a mechanism that issues up to `width` threads at once.
    pub(crate) fn new(
        place: Place,
        source: Option<SourceLine>,
        counted: &Counted,
        width: usize,
    ) -> Self {
        let branches = (counted.taken + counted.not_taken != 0).then_some(Branches {
            taken: counted.taken,
            not_taken: counted.not_taken,
            diverged: counted.diverged,
        });
        let lines = (counted.lines != 0).then(|| Lines {
            lines: counted.lines,
            per_instruction: ratio(counted.lines, counted.issued),
            misses: counted.misses,
        });
        ProfileRow {
            place,
            source: source.map(|SourceLine { file, line }| Source {
                file: file.to_owned(),
                line,
            }),
            issued: counted.issued,
            thread_instructions: counted.threads,
            mean_active_lanes: ratio(counted.threads, counted.issued),
            lost_lanes: (counted.issued * width as u64).saturating_sub(counted.threads),
            branches,
            lines,
        }
    }
}
