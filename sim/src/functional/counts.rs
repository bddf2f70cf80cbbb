//! What the functional device counts.

use crate::report::ratio;
use serde::Serialize;

/// Executed instructions of warps, by their number of active lanes.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    by_active: [u64; 65],
}

impl Counts {
    /// No instructions.
    pub fn new() -> Counts {
        Counts { by_active: [0; 65] }
    }

    /// Counts an instruction with `active` lanes.
    #[inline(always)]
    pub fn executed(&mut self, active: usize) {
        self.by_active[active] += 1;
    }

    /// Adds the counts of a launch.
    pub fn add(&mut self, launch: &Counts) {
        for (mine, theirs) in self.by_active.iter_mut().zip(launch.by_active) {
            *mine += theirs;
        }
    }

    /// Instructions of warps.
    pub fn instructions(&self) -> u64 {
        self.by_active.iter().sum()
    }

    /// Instructions, summed over threads.
    pub fn thread_instructions(&self) -> u64 {
        (0..).zip(self.by_active).map(|(n, count)| n * count).sum()
    }

    /// The counts of warps of `width` threads, for a report.
    pub fn of_width(&self, width: usize) -> FunctionalCounts {
        let (instructions, thread_instructions) = (self.instructions(), self.thread_instructions());
        FunctionalCounts {
            instructions,
            thread_instructions,
            simd_efficiency: ratio(thread_instructions, instructions * width as u64),
            active_lane_histogram: self.by_active[..=width].to_vec(),
        }
    }
}

/// The counts of a functional run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FunctionalCounts {
    /// Instructions of warps, regardless of the number of active lanes.
    pub instructions: u64,
    /// Instructions executed, summed over threads.
    pub thread_instructions: u64,
    /// Active lanes divided by the lanes of a warp, averaged over `instructions`.
    pub simd_efficiency: f64,
    /// `instructions` by their number of active lanes, from 0 to all.
    pub active_lane_histogram: Vec<u64>,
}
