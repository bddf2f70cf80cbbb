//! A job on a machine, with the options of its run.

use super::limits::Limits;
use crate::launch::Job;
use heddle_contract::Config;
use heddle_gpu_core::accounting::observer::Watch;
use heddle_gpu_core::clock::JobTimes;
use heddle_memory::BusWatch;
use std::sync::atomic::AtomicU64;

/// The settings that every run needs.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub config: &'a Config,
    pub job: &'a Job,
    pub limits: &'a Limits,
    /// Publishes the cycle that is being simulated.
    pub clock: &'a AtomicU64,
    pub check_races: bool,
    pub check_flow: bool,
    /// An observer that sees every instruction, if any.
    pub observer: Option<&'a dyn Watch>,
    /// Whether cores are simulated in every cycle, even if nothing can happen in it.
    pub every_cycle: bool,
    /// Takes the times of the jobs of host threads, if that was requested.
    pub times: Option<&'a JobTimes>,
    /// Host threads that may simulate.
    pub threads: usize,
    /// The core whose timeline is reported; all cores if `None`.
    pub timeline_of: Option<usize>,
    /// Cycles of all launches together after which the run is cut, if it is.
    pub window: Option<u64>,
    /// Whether events are counted for each PC.
    pub profile: bool,
    /// When the buses of the memory modules are watched, if at all.
    pub bus_watch: Option<BusWatch>,
}
