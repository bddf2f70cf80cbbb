//! Where lanes are lost: a row for every PC that was executed.

use super::ratio;
use crate::fault::{ProgramLocation, Source};
use heddle_gpu_core::Stalls;
use heddle_gpu_core::accounting::profile::Row as Counted;
use heddle_isa::SourceLine;
use serde::Serialize;

/// The executions of the instruction at a PC.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProfileRow {
    /// The instruction.
    #[serde(flatten)]
    pub place: ProgramLocation,
    /// The line that it was compiled from, if the ELF file has DWARF line information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// How many times the instruction was issued.
    pub issued: u64,
    /// Thread instructions.
    pub thread_instructions: u64,
    /// Average number of threads per issue.
    pub mean_active_lanes: f64,
    /// Cycles in which a core issued nothing because of this instruction, by reason (TIM-7): those before the next instruction of
    /// the core, if a thread issues it that executed this one last. Cycles without threads belong to no instruction.
    pub stalls: Stalls,
    /// Lanes without a thread, summed over issues. Under `mimd`, where each thread issues alone, all lanes but one for each
    /// issue.
    pub lost_lanes: u64,
    /// Where threads went, for branches and jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<Branches>,
    /// Requests to the data cache and shared memory, for loads, stores and atomics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
}

/// Where threads went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Branches {
    /// Threads that went elsewhere than to the next instruction.
    pub taken: u64,
    /// Threads that continued with the next instruction.
    pub not_taken: u64,
    /// Issues with threads of both kinds.
    pub diverged: u64,
}

/// Requests to memory.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lines {
    /// Lines requested.
    pub lines: u64,
    /// Lines per issue; 1 means perfectly coalesced.
    pub per_instruction: f64,
    /// Lines that were not in the cache.
    pub misses: u64,
}

impl ProfileRow {
    /// A row of the profile of a mechanism that issues up to `width` threads at once.
    pub(crate) fn new(
        place: ProgramLocation,
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
            source: source.map(Source::from),
            issued: counted.issued,
            thread_instructions: counted.threads,
            mean_active_lanes: ratio(counted.threads, counted.issued),
            stalls: counted.stalls,
            lost_lanes: (counted.issued * width as u64).saturating_sub(counted.threads),
            branches,
            lines,
        }
    }
}
