//! The golden GPU: cores that run a job cycle by cycle.
//!
//! What a core is: threads and registers (`threads`), their blocks (`blocks`), instructions
//! (`execute`) and memory instructions (`access`). Who may issue is decided by a
//! [mechanism](crate::mechanism). A core with its scheduler is a `station`; one clock (`clock`) lets
//! them all run for a quantum of cycles, on one host thread or several (`crew`), and what they did to
//! each other takes effect at its end (`core_memory`). Cycles in which nothing can happen are left
//! out, which changes no count.
//!
//! Decisions where the sources are silent: instruction fetch never misses; a warp has one
//! instruction in flight; data caches are flushed at the end of every launch.

mod access;
mod activity;
mod blocks;
mod clock;
mod code;
mod core_memory;
mod counts;
mod crew;
mod dispatch;
mod error;
mod execute;
mod field;
mod ids;
mod launches;
mod load;
mod machine;
mod observer;
mod pipes;
mod profile;
mod progress;
mod races;
mod run;
mod shader_core;
mod sign;
mod socket;
mod space;
mod spread;
mod station;
mod statistics;
mod stuck;
mod threads;
mod wheel;

pub(crate) use access::Access;
pub(crate) use activity::{Bucket, History};
pub(crate) use code::{Code, Kind, Step};
pub(crate) use counts::Stall;
pub use counts::{ArbiterCounts, Stalls};
pub use error::Error;
pub(crate) use execute::{Effect, Issue, Outside, Raised};
pub use observer::{Issued, Observer};
pub(crate) use profile::Row as ProfileRow;
pub(crate) use shader_core::{Chip, ShaderCore, Stop};
pub use socket::Socket;
pub(crate) use spread::Quartiles;
pub(crate) use threads::{for_lanes, lanes_where};
pub(crate) use wheel::Wheel;

use crate::Job;
use crate::mechanism::Mechanism;
use crate::report::Report;
use heddle_contract::{Behaviour, Config, ParamError};
use heddle_memory::BusWatch;
use run::Task;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

/// How long a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Clock cycles of each launch.
    pub max_cycles: u64,
}

impl Default for Limits {
    /// 10,000 million cycles.
    fn default() -> Self {
        Limits {
            max_cycles: 10_000_000_000,
        }
    }
}

/// The golden GPU of a machine.
#[derive(Clone, Debug)]
pub struct Gpu {
    config: Config,
    clock: Arc<AtomicU64>,
    check_races: bool,
    every_cycle: bool,
    threads: usize,
    timeline_of: Option<usize>,
    profile: bool,
    bus_watch: Option<BusWatch>,
}

impl Gpu {
    /// The GPU of a machine.
    ///
    /// # Errors
    /// [`ParamError`] for a machine that is outside its limits.
    pub fn new(config: &Config) -> Result<Gpu, ParamError> {
        config.validate()?;
        Ok(Gpu {
            config: config.clone(),
            clock: Arc::default(),
            check_races: false,
            every_cycle: false,
            threads: 1,
            timeline_of: None,
            profile: false,
            bus_watch: None,
        })
    }

    /// The same GPU, which shows its clock to whoever watches a long run from another thread.
    pub fn with_clock(mut self, clock: &Arc<AtomicU64>) -> Gpu {
        self.clock = clock.clone();
        self
    }

    /// The same GPU, which looks for [races](crate::race) and [reports](Report::races) them if
    /// `check` says so. All else is the same, but slower.
    pub fn with_race_check(mut self, check: bool) -> Gpu {
        self.check_races = check;
        self
    }

    /// The same GPU, which simulates its cores in every cycle if `every_cycle` says so: a watch over the
    /// claim that cycles which are left out change nothing. All else is the same, but much slower.
    pub fn with_every_cycle(mut self, every_cycle: bool) -> Gpu {
        self.every_cycle = every_cycle;
        self
    }

    /// The same GPU, simulated by so many host threads (at least one). Every result is the same.
    pub fn with_threads(mut self, threads: usize) -> Gpu {
        self.threads = threads;
        self
    }

    /// The same GPU, whose report shows the [timeline](crate::report::Statistics::timeline) of one
    /// core in place of all of them, and with it how far this core's threads get.
    pub fn with_timeline_of(mut self, core: Option<usize>) -> Gpu {
        self.timeline_of = core;
        self
    }

    /// The same GPU, which counts what happens at every PC and [reports](Report::profile) it if
    /// `profile` says so. All else is the same, but slower.
    pub fn with_profile(mut self, profile: bool) -> Gpu {
        self.profile = profile;
        self
    }

    /// The same GPU, which watches the data buses of its memory modules and
    /// [reports](Report::bus_use) what they carried. All else is the same.
    pub fn with_bus_watch(mut self, watch: Option<BusWatch>) -> Gpu {
        self.bus_watch = watch;
        self
    }

    /// Runs a job with golden units.
    ///
    /// A program's fault, a deadlock or the limit of cycles is no error but an
    /// [outcome](Report::outcome).
    ///
    /// # Errors
    /// [`Error`] for a job that this machine cannot start.
    pub fn run(&self, job: &Job, mechanism: Mechanism, limits: &Limits) -> Result<Report, Error> {
        self.task(job, mechanism, limits).golden()
    }

    /// [`Gpu::run`], with an observer that sees every issued instruction.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub fn run_observed(
        &self,
        job: &Job,
        mechanism: Mechanism,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, Error> {
        let observer = Mutex::new(observer);
        let mut task = self.task(job, mechanism, limits);
        task.observer = Some(&observer);
        task.golden()
    }

    /// Runs a job with units of the caller's making in the place of the golden ones, one per core,
    /// each in its reset state, under the [usual](Socket::MECHANISMS) mechanism whose cores have them.
    /// They are clocked in every cycle in which the GPU runs, and handed back.
    ///
    /// Cycles, counts and memory are those of [`Gpu::run`] if the units behave as the golden one.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub fn run_with<U: Socket, B: Behaviour<U>>(
        &self,
        job: &Job,
        limits: &Limits,
        unit: impl FnMut(usize, &U::Params) -> B,
    ) -> Result<(Report, Vec<B>), Error> {
        self.run_under::<U, B>(job, U::MECHANISMS[0], limits, unit)
    }

    /// [`Gpu::run_with`] under any of the mechanisms whose cores have the units.
    ///
    /// # Errors
    /// As [`Gpu::run`], and where cores of a mechanism do not have such a unit.
    pub fn run_under<U: Socket, B: Behaviour<U>>(
        &self,
        job: &Job,
        mechanism: Mechanism,
        limits: &Limits,
        mut unit: impl FnMut(usize, &U::Params) -> B,
    ) -> Result<(Report, Vec<B>), Error> {
        U::check_under(mechanism)?;
        let params = U::params(&self.config)?;
        let cores = 0..self.config.cores;
        let mut units: Vec<B> = cores.map(|core| unit(core, &params)).collect();
        let plugs = units.iter_mut().map(|unit| unit as _).collect();
        let report = U::run(self.task(job, mechanism, limits), plugs)?;
        Ok((report, units))
    }

    fn task<'a>(&'a self, job: &'a Job, mechanism: Mechanism, limits: &'a Limits) -> Task<'a> {
        let config = &self.config;
        Task {
            config,
            job,
            mechanism,
            limits,
            clock: &self.clock,
            check_races: self.check_races,
            every_cycle: self.every_cycle,
            observer: None,
            threads: self.threads,
            timeline_of: self.timeline_of,
            profile: self.profile,
            bus_watch: self.bus_watch,
        }
    }
}
