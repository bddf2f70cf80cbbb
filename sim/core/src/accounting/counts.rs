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
    /// Warp instructions by number of active lanes.
    pub by_active: [u64; 65],
    /// Cycles in which nothing was issued.
    pub stalls: Stalls,
    /// What every cycle was used for.
    pub activity: Activity,
}

impl CoreCounts {
    /// Counters of a core that issues up to `width` threads at once.
    pub fn new(width: usize) -> Self {
        CoreCounts {
            instructions: 0,
            thread_instructions: 0,
            by_active: [0; 65],
            stalls: Stalls::default(),
            activity: Activity::new(width),
        }
    }

    /// Adds the counts of another core, except its activity, which stays that of one core.
    pub fn merge(&mut self, other: &CoreCounts) {
        let CoreCounts {
            instructions,
            thread_instructions,
            by_active,
            stalls,
            activity: _,
        } = other;
        self.instructions += instructions;
        self.thread_instructions += thread_instructions;
        for (mine, theirs) in self.by_active.iter_mut().zip(by_active) {
            *mine += theirs;
        }
        self.stalls += *stalls;
    }
}
