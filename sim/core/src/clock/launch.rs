//! A launch as the clock sees it: its parts, and how it ends.

use super::dispatch::Dispatcher;
use super::job_times::JobTimes;
use crate::accounting::observer::Watch;
use crate::execution::code::Code;
use crate::memory::watch::AccessWatch;
use crate::shader_core::Stop;
use crate::threads::Grid;
use heddle_types::Cycle;
use std::sync::atomic::AtomicU64;

/// A launch on a machine.
#[derive(Clone, Copy)]
pub struct LaunchContext<'a> {
    /// The code that the launch runs.
    pub code: &'a Code,
    /// The dimensions of the launch.
    pub grid: &'a Grid,
    /// Starts the blocks of the launch.
    pub blocks: &'a Dispatcher<'a>,
    /// The cycle at which the launch is cut off.
    pub limit: Cycle,
    /// Sees every instruction, if observation was requested.
    pub observer: Option<&'a dyn Watch>,
    /// Sees every memory access, if the check for races was requested.
    pub races: Option<&'a dyn AccessWatch>,
    /// Takes the times of the jobs, if that was requested.
    pub times: Option<&'a JobTimes>,
    /// Where the clock publishes the current cycle.
    pub clock: &'a AtomicU64,
}

/// Why a launch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchEnd {
    /// All threads have ended.
    Completed,
    /// A core stopped.
    Stopped(Stop),
    /// All remaining threads wait for each other at barriers.
    Deadlock,
    /// All remaining threads loop without progress.
    NoProgress,
    /// The launch reached its cycle limit.
    CycleLimit,
}
