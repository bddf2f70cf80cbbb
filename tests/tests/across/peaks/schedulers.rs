//! What schedulers hold that have no units.

use super::{Found, assert_is_of_launches, jobs, raise, reported};
use crate::{on_every_preset, support};
use heddle_contract::Config;
use heddle_gpu_core::{
    Chip, Code, MechanismCounts, Needs, Peaks, Room, Scheduler, SchedulerFactory, ShaderCore, Stop,
    Waits,
};
use heddle_isa::Program;
use heddle_kernels::by_name;
use heddle_machines::{because, changed, shipped};
use heddle_memory::Waiter;
use heddle_sim::mechanisms::golden;
use heddle_sim::{Gpu, Job, Mechanism, Report};
use heddle_types::{Cycle, WarpMask};
use std::sync::{Arc, Mutex};

/// A scheduler that is observed behind every cycle; it puts aside what was found in each launch.
struct Watched {
    inner: Box<dyn Scheduler + Send>,
    most: Found,
    launches: Arc<Mutex<Vec<Vec<Found>>>>,
    core: usize,
}

impl Scheduler for Watched {
    fn every_cycle(&self) -> bool {
        self.inner.every_cycle()
    }

    fn start(&mut self, core: &mut ShaderCore, warps: WarpMask) {
        self.inner.start(core, warps);
    }

    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: Cycle) -> Result<(), Stop> {
        let done = self.inner.cycle(core, chip, now);
        for (key, count) in self.inner.holds().by_key() {
            if let Some(count) = count.number() {
                raise(&mut self.most, key, count);
            }
        }
        done
    }

    fn data(&mut self, core: &mut ShaderCore, waiter: Waiter, now: Cycle) {
        self.inner.data(core, waiter, now);
    }

    fn waits(&self, core: &ShaderCore, now: Cycle) -> Waits {
        self.inner.waits(core, now)
    }

    fn next(&self, core: &ShaderCore, now: Cycle) -> Cycle {
        self.inner.next(core, now)
    }

    fn settle(&mut self, core: &mut ShaderCore) {
        self.inner.settle(core);
    }

    fn finish(&mut self, now: Cycle) {
        self.inner.finish(now);
    }

    fn counts(&self) -> Option<&dyn MechanismCounts> {
        self.inner.counts()
    }

    fn take_room(&mut self) -> Room {
        let most = std::mem::take(&mut self.most);
        self.launches.lock().unwrap()[self.core].push(most);
        self.inner.take_room()
    }
}

/// Makes watched schedulers.
struct Watch<'a> {
    inner: Box<dyn SchedulerFactory + 'a>,
    launches: Arc<Mutex<Vec<Vec<Found>>>>,
}

impl SchedulerFactory for Watch<'_> {
    fn prepare(&mut self, program: &Program, code: &Code) -> Needs {
        self.inner.prepare(program, code)
    }

    fn scheduler(&mut self, core: usize) -> Box<dyn Scheduler + Send> {
        Box::new(Watched {
            inner: self.inner.scheduler(core),
            most: Found::new(),
            launches: self.launches.clone(),
            core,
        })
    }
}

/// The report of a run, and what was observed in each of its launches.
fn watched(config: &Config, job: &Job, mechanism: Mechanism) -> (Report, Vec<Found>) {
    let launches = Arc::new(Mutex::new(vec![Vec::new(); config.cores]));
    let mut watch = Watch {
        inner: golden(mechanism, config).unwrap(),
        launches: launches.clone(),
    };
    let gpu = Gpu::new(config).unwrap();
    let report = gpu
        .run_scheduled(job, &support::limits(), &mut watch)
        .unwrap();
    let cores = launches.lock().unwrap();
    let mut all = vec![Found::new(); report.launches.len()];
    for core in cores.iter() {
        for (launch, found) in all.iter_mut().zip(core) {
            for (&key, &count) in found {
                raise(launch, key, count);
            }
        }
    }
    (report, all)
}

fn of_schedulers(preset: &str) {
    let config = shipped(preset);
    let mechanisms = [Mechanism::Nrec, Mechanism::Mimd, Mechanism::Implicit];
    for (turn, mechanism) in mechanisms.into_iter().enumerate() {
        for (what, job) in jobs(preset, &config, 5 + turn) {
            assert_same_in_launches(&config, &job, mechanism, &what);
        }
    }
}

fn assert_same_in_launches(config: &Config, job: &Job, mechanism: Mechanism, what: &str) {
    let (report, launches) = watched(config, job, mechanism);
    let plain = Gpu::new(config)
        .unwrap()
        .run(job, mechanism, &support::limits());
    let plain = plain.unwrap();
    assert_eq!(report.statistics.cycles, plain.statistics.cycles, "{what}");
    for (launch, found) in plain.launches.iter().zip(&launches) {
        assert!(!found.is_empty(), "{what}: nothing was observed");
        assert_eq!(
            &reported(&launch.room).peaks,
            found,
            "{what}, {}",
            launch.kernel
        );
    }
    assert_is_of_launches(&plain, what);
}

on_every_preset!(shipped_machines: of_schedulers);

/// Schedulers without limits hold warps and groups.
#[test]
fn of_formation_without_limits() {
    for set in ["dwf.policy=pdom-priority", "dwf.ideal=true"] {
        let why = because("only these machines have the scheduler").twin("nightly: in-loop");
        let config = changed("fung2009", &[set], why);
        let job = support::job(by_name("bfs").unwrap(), &config);
        assert_same_in_launches(&config, &job, Mechanism::Dwf, set);
    }
}

/// An observer that misses a cycle finds less.
#[test]
fn peaks_that_are_too_small_are_found() {
    let config = shipped("fung2009");
    let job = support::job(by_name("bfs").unwrap(), &config);
    let (report, mut launches) = watched(&config, &job, Mechanism::Nrec);
    let found = launches
        .iter_mut()
        .find(|found| found["splits"] > 1)
        .unwrap();
    *found.get_mut("splits").unwrap() -= 1;
    let peaks = report
        .launches
        .iter()
        .map(|launch| reported(&launch.room).peaks);
    assert!(peaks.zip(&launches).any(|(own, found)| own != *found));
    assert_eq!(
        Peaks::default(),
        report.statistics.room.peaks,
        "not seen is equal"
    );
}
