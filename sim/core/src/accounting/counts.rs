//! What a core counts.

use super::activity::Activity;
use super::stall::Stalls;

/// Counters of one core.
#[derive(Clone, Debug)]
pub struct CoreCounts {
    /// Warp instructions issued.
    pub instructions: u64,
    /// Instructions, summed over threads.
    pub thread_instructions: u64,
    /// By number of active lanes.
    pub lanes: [u64; 65],
    /// Cycles in which nothing was issued.
    pub stalls: Stalls,
    /// What every cycle was used for.
    pub activity: Activity,
}

impl CoreCounts {
    /// Counters of a core that issues up to `lanes` threads at once.
    pub fn new(lanes: usize) -> Self {
        CoreCounts {
            instructions: 0,
            thread_instructions: 0,
            lanes: [0; 65],
            stalls: Stalls::default(),
            activity: Activity::new(lanes),
        }
    }

    /// Adds those of another core, but for its activity.
    pub fn merge(&mut self, other: &CoreCounts) {
        self.instructions += other.instructions;
        self.thread_instructions += other.thread_instructions;
        for (mine, theirs) in self.lanes.iter_mut().zip(&other.lanes) {
            *mine += theirs;
        }
        self.stalls.merge(&other.stalls);
    }
}
