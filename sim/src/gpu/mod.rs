//! The golden GPU: runs the launches of a job on a machine, cycle by cycle, and reports.
//!
//! The parts of a job are placed in memory (`load`), its launches run one after the other
//! (`launches`), those of loops in rounds (`rounds`), and what came of them is described (`scene`, `races`) and counted (`statistics`).

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
use crate::launch::Job;
use crate::report::Report;
use heddle_contract::{Behaviour, Config, ParamError};
use heddle_core::clock::Machine;
use heddle_core::{Observer, SchedulerFactory};
use heddle_mechanisms::{Mechanism, ReplaceableUnit, golden};
use heddle_memory::BusWatch;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use task::Task;

pub(crate) use load::Loaded;

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

    /// The machine.
    pub fn config(&self) -> &Config {
        &self.config
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

    /// The same GPU, simulated by so many host threads, at least one and no more than there are processors. Every result is
    /// the same.
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
        let factory = &mut golden(mechanism, &self.config)?;
        self.run_scheduled(job, limits, &mut **factory)
    }

    /// [`Gpu::run`] of a job that lies in memory, with an observer if there is one.
    pub(crate) fn run_loaded(
        &self,
        job: &Job,
        loaded: &mut Loaded,
        mechanism: Mechanism,
        limits: &Limits,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Report, Error> {
        let factory = &mut golden(mechanism, &self.config)?;
        let observer = observer.map(Mutex::new);
        let mut task = self.task(job, limits);
        task.observer = observer.as_ref().map(|observer| observer as _);
        task.run(loaded, &mut **factory, Machine::run)
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
        self.run_loaded(job, loaded, mechanism, limits, Some(observer))
    }

    /// Runs a job under a mechanism of the caller's making: every core has one of the factory's schedulers.
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
        self.task(job, limits).run(loaded, factory, Machine::run)
    }

    /// Runs a job with units of the caller's making in the place of the golden ones, one per core,
    /// each in its reset state, under the [usual](ReplaceableUnit::MECHANISMS) mechanism whose cores have them.
    /// They are clocked in every cycle in which the GPU runs, and handed back.
    ///
    /// Cycles, counts and memory are those of [`Gpu::run`] if the units behave as the golden one.
    ///
    /// # Errors
    /// As [`Gpu::run`].
    pub fn run_with<U: ReplaceableUnit, B: Behaviour<U>>(
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
    pub fn run_under<U: ReplaceableUnit, B: Behaviour<U>>(
        &self,
        job: &Job,
        mechanism: Mechanism,
        limits: &Limits,
        mut unit: impl FnMut(usize, &U::Params) -> B,
    ) -> Result<(Report, Vec<B>), Error> {
        Self::check_under::<U>(mechanism)?;
        let params = U::params(&self.config)?;
        let cores = 0..self.config.cores;
        let mut units: Vec<B> = cores.map(|core| unit(core, &params)).collect();
        let outside = units.iter_mut().map(|unit| unit as _).collect();
        let mut factory = U::schedulers(&self.config, mechanism, outside)?;
        let loaded = &mut Loaded::new(&self.config, job)?;
        let report = self
            .task(job, limits)
            .run(loaded, &mut *factory, Machine::run_alone)?;
        drop(factory);
        Ok((report, units))
    }

    /// Refuses a mechanism under which cores do not have a unit.
    ///
    /// # Errors
    /// [`Error::NotUnder`].
    pub fn check_under<U: ReplaceableUnit>(mechanism: Mechanism) -> Result<(), Error> {
        match U::MECHANISMS.contains(&mechanism) {
            true => Ok(()),
            false => Err(Error::NotUnder {
                unit: U::NAME,
                mechanism,
                known: U::MECHANISMS,
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
            every_cycle: self.every_cycle,
            observer: None,
            threads: self.threads,
            timeline_of: self.timeline_of,
            profile: self.profile,
            bus_watch: self.bus_watch,
        }
    }
}
