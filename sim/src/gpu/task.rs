//! A job on a machine, and who watches.

use super::limits::Limits;
use crate::launch::Job;
use heddle_contract::Config;
use heddle_core::accounting::observer::Watch;
use heddle_memory::BusWatch;
use std::sync::atomic::AtomicU64;

/// What every run needs.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub config: &'a Config,
    pub job: &'a Job,
    pub limits: &'a Limits,
    /// Where the cycle that is being simulated is shown.
    pub clock: &'a AtomicU64,
    pub check_races: bool,
    /// Who sees every instruction, if somebody does.
    pub observer: Option<&'a dyn Watch>,
    /// Whether cores are simulated in every cycle, also in those in which nothing can happen.
    pub every_cycle: bool,
    /// Host threads that may simulate.
    pub threads: usize,
    /// The core whose timeline is reported; all of them if there is none.
    pub timeline_of: Option<usize>,
    /// Whether PCs are counted.
    pub profile: bool,
    /// When the buses of the memory modules are watched, if they are.
    pub bus_watch: Option<BusWatch>,
}
