//! What a core counts.

use super::activity::Activity;
use super::stall::Stalls;

/// Counters of one core.
#[derive(Clone, Debug)]
pub struct CoreCounts {
    pub instructions: u64,
    pub thread_instructions: u64,
    /// By number of active lanes.
    pub lanes: [u64; 65],
    pub stalls: Stalls,
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

    pub fn merge(&mut self, other: &CoreCounts) {
        self.instructions += other.instructions;
        self.thread_instructions += other.thread_instructions;
        for (mine, theirs) in self.lanes.iter_mut().zip(&other.lanes) {
            *mine += theirs;
        }
        self.stalls.merge(&other.stalls);
    }
}
