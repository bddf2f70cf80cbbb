//! The golden GPU: runs the launches of a job on a machine, cycle by cycle, and reports.
//!
//! The parts of a job are placed in memory (`load`). Its launches run one after the other (`launches`), those of loops in rounds
//! (`rounds`). The results are described (`scene`, `races`) and counted (`statistics`).

mod flow_watch;
mod functional;
mod launches;
mod limits;
mod load;
mod races;
mod rounds;
mod scene;
mod statistics;
mod task;

pub use limits::Limits;

use crate::error::Error;
use crate::functional::FunctionalReport;
use crate::launch::Job;
use crate::report::Report;
use heddle_contract::{Behaviour, Config, ParamError};
use heddle_gpu_core::accounting::observer::Shared;
use heddle_gpu_core::clock::{Hardware, JobTimes, Machine};
use heddle_gpu_core::{Observer, SchedulerFactory};
use heddle_mechanisms::{Mechanism, ReplaceableUnit, golden};
use heddle_memory::BusWatch;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use task::Task;

pub(crate) use load::Loaded;

/// The golden GPU of a machine.
#[derive(Clone, Debug)]
pub struct Gpu {
    config: Config,
    clock: Arc<AtomicU64>,
    check_races: bool,
    check_flow: bool,
    every_cycle: bool,
    threads: usize,
    timeline_of: Option<usize>,
    window: Option<u64>,
    profile: bool,
    bus_watch: Option<BusWatch>,
    job_times: Option<Arc<JobTimes>>,
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
            check_flow: false,
            every_cycle: false,
            threads: 1,
            timeline_of: None,
            window: None,
            profile: false,
            bus_watch: None,
            job_times: None,
        })
    }

    /// The machine.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The same GPU, which publishes its current cycle in `clock`, so that another thread can follow a long run.
    pub fn with_clock(mut self, clock: &Arc<AtomicU64>) -> Gpu {
        self.clock = clock.clone();
        self
    }

    /// The same GPU, which checks for [races](crate::race) and [reports](Report::races) them if `check` is true. All other
    /// results are the same, but the run is slower.
    pub fn with_race_check(mut self, check: bool) -> Gpu {
        self.check_races = check;
        self
    }

    /// The same GPU, which compares every executed edge with the control-flow graph and [reports](Report::flow) the result if `check`
    /// is true. All other results are the same, but the run is slower.
    pub fn with_flow_check(mut self, check: bool) -> Gpu {
        self.check_flow = check;
        self
    }

    /// The same GPU, which simulates its cores in every cycle if `every_cycle` is true: a check of the claim that skipped cycles
    /// change nothing. All results are the same, but the run is much slower.
    pub fn with_every_cycle(mut self, every_cycle: bool) -> Gpu {
        self.every_cycle = every_cycle;
        self
    }

    /// The same GPU, simulated by `threads` host threads: at least one, and at most one per processor. All results are the same.
    pub fn with_threads(mut self, threads: usize) -> Gpu {
        self.threads = threads;
        self
    }

    /// The same GPU, whose report shows the [timeline](crate::report::Statistics::timeline) of one core instead of all cores,
    /// together with the progress of this core's threads.
    pub fn with_timeline_of(mut self, core: Option<usize>) -> Gpu {
        self.timeline_of = core;
        self
    }

    /// The same GPU, whose runs are cut after this many cycles of all launches together: the report is that of the first cycles of
    /// the whole run, with [`Outcome::CycleLimit`](crate::Outcome::CycleLimit) unless the run ended by then.
    pub fn with_window(mut self, cycles: Option<u64>) -> Gpu {
        self.window = cycles;
        self
    }

    /// The same GPU, which counts the events at every PC and [reports](Report::profile) them if `profile` is true. All other
    /// results are the same, but the run is slower.
    pub fn with_profile(mut self, profile: bool) -> Gpu {
        self.profile = profile;
        self
    }

    /// The same GPU, which watches the data buses of its memory modules and [reports](Report::bus_use) their use. All other
    /// results are the same.
    pub fn with_bus_watch(mut self, watch: Option<BusWatch>) -> Gpu {
        self.bus_watch = watch;
        self
    }

    /// The same GPU, which takes the times of what host threads would share. All results are the same, but the run is slower.
    pub fn with_job_times(mut self, times: &Arc<JobTimes>) -> Gpu {
        self.job_times = Some(times.clone());
        self
    }

    /// Runs a job with golden units.
    ///
    /// A program's fault, a deadlock or a reached cycle limit is not an error but an [outcome](Report::outcome).
    ///
    /// # Errors
    /// [`Error`] for a job that this machine cannot start.
    pub fn run(&self, job: &Job, mechanism: Mechanism, limits: &Limits) -> Result<Report, Error> {
        let factory = &mut golden(mechanism, &self.config)?;
        self.run_scheduled(job, limits, &mut **factory)
    }

    /// [`Gpu::run`] of a job that is already in memory, on the hardware of an earlier run on this GPU, optionally with an observer.
    pub(crate) fn run_loaded(
        &self,
        job: &Job,
        loaded: &mut Loaded,
        hardware: &mut Hardware,
        mechanism: Mechanism,
        limits: &Limits,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Report, Error> {
        let factory = &mut golden(mechanism, &self.config)?;
        let observer = observer.map(Shared::new);
        let mut task = self.task(job, limits);
        task.observer = observer.as_ref().map(|observer| observer as _);
        task.run(loaded, hardware, &mut **factory, Machine::run)
    }

    /// Runs a job on the [functional device](crate::functional) of the machine: the right results, and no time. The clock of
    /// [`Gpu::with_clock`] counts instructions of warps, and the limit is one of them. Of the options of a GPU, only that clock
    /// applies.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub fn run_functional(&self, job: &Job, limits: &Limits) -> Result<FunctionalReport, Error> {
        let mut loaded = Loaded::new(&self.config, job)?;
        Ok(self.run_loaded_functional(job, &mut loaded, limits))
    }

    /// [`Gpu::run_functional`] of a job that is already in memory.
    pub(crate) fn run_loaded_functional(
        &self,
        job: &Job,
        loaded: &mut Loaded,
        limits: &Limits,
    ) -> FunctionalReport {
        self.task(job, limits).run_functional(loaded)
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
        let loaded = &mut Loaded::new(&self.config, job)?;
        let hardware = &mut Hardware::default();
        self.run_loaded(job, loaded, hardware, mechanism, limits, Some(observer))
    }

    /// Runs a job under a mechanism defined by the caller: every core has one of the factory's schedulers.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub fn run_scheduled(
        &self,
        job: &Job,
        limits: &Limits,
        factory: &mut dyn SchedulerFactory,
    ) -> Result<Report, Error> {
        let loaded = &mut Loaded::new(&self.config, job)?;
        let hardware = &mut Hardware::default();
        self.task(job, limits)
            .run(loaded, hardware, factory, Machine::run)
    }

    /// Runs a job with units defined by the caller in place of the golden ones, one per core, each in its reset state, under the
    /// [usual](ReplaceableUnit::mechanisms) mechanism whose cores have this unit. The units are clocked in every cycle in which
    /// the GPU runs, and returned afterwards.
    ///
    /// Cycles, counts and memory equal those of [`Gpu::run`] if the units behave like the golden ones.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub fn run_with<U: ReplaceableUnit, B: Behaviour<U>>(
        &self,
        job: &Job,
        limits: &Limits,
        unit: impl FnMut(usize, &U::Params) -> B,
    ) -> Result<(Report, Vec<B>), Error> {
        self.run_under::<U, B>(job, Self::usual::<U>()?, limits, unit)
    }

    /// [`Gpu::run_with`] under any mechanism whose cores have the unit.
    ///
    /// # Errors
    /// As [`Gpu::run`]; also if the cores of the mechanism do not have this unit.
    pub fn run_under<U: ReplaceableUnit, B: Behaviour<U>>(
        &self,
        job: &Job,
        mechanism: Mechanism,
        limits: &Limits,
        unit: impl FnMut(usize, &U::Params) -> B,
    ) -> Result<(Report, Vec<B>), Error> {
        self.run_around::<U, B>(job, mechanism, limits, unit, None)
    }

    /// [`Gpu::run_under`], with an observer that sees every issued instruction.
    ///
    /// # Errors
    /// As [`Gpu::run_under`].
    pub fn run_under_observed<U: ReplaceableUnit, B: Behaviour<U>>(
        &self,
        job: &Job,
        mechanism: Mechanism,
        limits: &Limits,
        unit: impl FnMut(usize, &U::Params) -> B,
        observer: &mut dyn Observer,
    ) -> Result<(Report, Vec<B>), Error> {
        self.run_around::<U, B>(job, mechanism, limits, unit, Some(observer))
    }

    fn run_around<U: ReplaceableUnit, B: Behaviour<U>>(
        &self,
        job: &Job,
        mechanism: Mechanism,
        limits: &Limits,
        mut unit: impl FnMut(usize, &U::Params) -> B,
        observer: Option<&mut dyn Observer>,
    ) -> Result<(Report, Vec<B>), Error> {
        Self::check_under::<U>(mechanism)?;
        let params = U::params(&self.config)?;
        let cores = 0..self.config.cores;
        let mut units: Vec<B> = cores.map(|core| unit(core, &params)).collect();
        let outside = units.iter_mut().map(|unit| unit as _).collect();
        let mut factory = U::schedulers(&self.config, mechanism, outside)?;
        let loaded = &mut Loaded::new(&self.config, job)?;
        let hardware = &mut Hardware::default();
        let observer = observer.map(Shared::new);
        let mut task = self.task(job, limits);
        task.observer = observer.as_ref().map(|observer| observer as _);
        let report = task.run(loaded, hardware, &mut *factory, Machine::run_alone)?;
        drop(factory);
        Ok((report, units))
    }

    /// The usual mechanism whose cores have a unit.
    ///
    /// # Errors
    /// [`Error::NotInCores`].
    pub fn usual<U: ReplaceableUnit>() -> Result<Mechanism, Error> {
        let usual = U::mechanisms().into_iter().next();
        usual.ok_or(Error::NotInCores { unit: U::NAME })
    }

    /// Refuses a mechanism whose cores do not have a unit.
    ///
    /// # Errors
    /// [`Error::NotUnder`].
    pub fn check_under<U: ReplaceableUnit>(mechanism: Mechanism) -> Result<(), Error> {
        let known = U::mechanisms();
        match known.contains(&mechanism) {
            true => Ok(()),
            false => Err(Error::NotUnder {
                unit: U::NAME,
                mechanism,
                known,
            }),
        }
    }

    fn task<'a>(&'a self, job: &'a Job, limits: &'a Limits) -> Task<'a> {
        let config = &self.config;
        Task {
            config,
            job,
            limits,
            clock: &self.clock,
            check_races: self.check_races,
            check_flow: self.check_flow,
            every_cycle: self.every_cycle,
            observer: None,
            times: self.job_times.as_deref(),
            threads: self.threads,
            timeline_of: self.timeline_of,
            window: self.window,
            profile: self.profile,
            bus_watch: self.bus_watch,
        }
    }
}
