//! Stimuli of `majority_scheduler`: those of every scheduler of warps.

pub use super::warp_scheduler::MajorityScheduler;
