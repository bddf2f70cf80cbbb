//! A launch as the clock sees it: what it runs, and how it ends.

use super::dispatch::Dispatcher;
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
    /// The program.
    pub code: &'a Code,
    /// Its dimensions.
    pub grid: &'a Grid,
    /// How its blocks start.
    pub blocks: &'a Dispatcher<'a>,
    /// The cycle beyond which it does not run.
    pub limit: Cycle,
    /// Who sees every instruction, if somebody does.
    pub observer: Option<&'a dyn Watch>,
    /// Who sees every access to memory, if somebody does.
    pub races: Option<&'a dyn AccessWatch>,
    /// Where the cycle is shown.
    pub clock: &'a AtomicU64,
}

/// Why a launch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchEnd {
    /// All threads ended.
    Completed,
    /// A core stopped.
    Stopped(Stop),
    /// All threads that are left wait for each other at barriers.
    Deadlock,
    /// All threads that are left run in circles.
    NoProgress,
    /// It took more cycles than it may.
    CycleLimit,
}
