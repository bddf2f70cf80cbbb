//! Stimuli of `winner_tree`: those of every scheduler of warps, one warp at a time.

pub use super::warp_scheduler::WinnerTree;
