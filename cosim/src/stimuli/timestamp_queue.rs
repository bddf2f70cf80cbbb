//! Stimuli of `timestamp_queue`: those of every scheduler of warps.

pub use super::warp_scheduler::TimestampQueue;
