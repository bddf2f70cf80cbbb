//! The functional device: the right results and the counts of instructions, without time.
//!
//! It is no hardware (FUN-1). Blocks run with the instructions of the golden GPU, but there are no pipelines, caches or networks,
//! and no mechanism: the threads of a warp that are at the lowest PC of the deepest call execute together (`groups`, FUN-2).
//! Everything is limited to a number of instructions, after which others get their turn, so threads may wait for each other
//! (FUN-3, FUN-4). Reading order: `launch` (the blocks of a launch), `block`, `warp`, `run` (the instructions of a group of
//! threads), `access` (loads and stores), `private` (stacks and shared memory).

mod access;
mod block;
mod counts;
mod groups;
mod launch;
mod private;
mod report;
mod run;
mod shared;
mod warp;

pub(crate) use block::Thread;
pub(crate) use counts::Counts;
pub use counts::FunctionalCounts;
pub(crate) use launch::{Ended, run_blocks};
pub use report::{FunctionalLaunch, FunctionalReport, NoTime};
pub(crate) use shared::{Plan, Shared};

/// The name of the device in outputs, in place of that of a mechanism.
pub const FUNCTIONAL: &str = "functional";
