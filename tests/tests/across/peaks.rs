//! The peaks of a report are those that an observer of every cycle finds, and the shortages are those that it counts: an observer
//! that looks at the state and the ports of the golden units, or, where a mechanism has none, at what its scheduler holds. On
//! presets as shipped, on the small input of one workload in 48 for each mechanism; at night of half of the workloads, in the stage
//! `in-loop`.

use crate::{on_every_preset, support};
use heddle_contract::units::{
    dwf_scheduler, dwr_synchronizer, reconvergence_stack, stackless_front_end,
};
use heddle_contract::{Behaviour, Border, Config, Golden, Values, bits, units};
use heddle_core::{
    Chip, Code, MechanismCounts, Needs, Peaks, Room, Scheduler, SchedulerFactory, ShaderCore, Stop,
    Waits,
};
use heddle_isa::Program;
use heddle_kernels::by_name;
use heddle_machines::{because, changed, part, shipped};
use heddle_memory::Waiter;
use heddle_sim::mechanisms::{ReplaceableUnit, golden};
use heddle_sim::{Gpu, Job, Mechanism, Report};
use heddle_types::{Cycle, WarpMask};
use heddle_units as golden_units;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// Counts by their keys in a report.
type Found = BTreeMap<&'static str, u64>;

fn raise(found: &mut Found, key: &'static str, count: u64) {
    let most = found.entry(key).or_default();
    *most = (*most).max(count);
}

fn add(found: &mut Found, key: &'static str, count: u64) {
    *found.entry(key).or_default() += count;
}

/// What an observer of a core has found.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    peaks: Found,
    shortages: Found,
}

/// A golden unit whose state and ports are observed in every cycle.
trait Observed<U: heddle_contract::Unit>: Behaviour<U> {
    fn new(params: &U::Params) -> Self;
    fn seen(&self) -> &Seen;
}

/// The stacks of a core.
struct Stacks {
    unit: golden_units::ReconvergenceStack,
    seen: Seen,
}

impl Behaviour<units::ReconvergenceStack> for Stacks {
    fn eval(
        &mut self,
        input: &reconvergence_stack::In<Values>,
        output: &mut reconvergence_stack::Out<Values>,
    ) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &reconvergence_stack::In<Values>) {
        if input.start {
            raise(&mut self.seen.peaks, "stack_depth", 1);
        }
        if input.update {
            let warp = input.update_warp as usize;
            let (_, active) = self.unit.top(warp);
            let stay = active & !input.exit & !input.leave;
            let sides = [stay & input.taken, stay & !input.taken];
            let sides = sides.iter().filter(|lanes| **lanes != 0).count();
            let pushed = if input.push {
                sides
            } else {
                sides.saturating_sub(1)
            };
            let needed = self.unit.entries(warp).count() + pushed;
            raise(&mut self.seen.peaks, "stack_depth", needed as u64);
        }
        self.unit.clock(input);
    }
}

impl Observed<units::ReconvergenceStack> for Stacks {
    fn new(params: &reconvergence_stack::Params) -> Self {
        Stacks {
            unit: Golden::new(params),
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The control unit of a stack-less core.
struct FrontEnd {
    unit: golden_units::StacklessFrontEnd,
    output: stackless_front_end::Out<Values>,
    seen: Seen,
}

impl Behaviour<units::StacklessFrontEnd> for FrontEnd {
    fn eval(
        &mut self,
        input: &stackless_front_end::In<Values>,
        output: &mut stackless_front_end::Out<Values>,
    ) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &stackless_front_end::In<Values>) {
        self.unit.out(input, &mut self.output);
        if self.output.grant && !self.output.grant_memory {
            let pcs: BTreeSet<u64> = bits(input.lanes).map(|lane| input.address[lane]).collect();
            raise(&mut self.seen.peaks, "splits", pcs.len() as u64);
        }
        self.unit.clock(input);
    }
}

impl Observed<units::StacklessFrontEnd> for FrontEnd {
    fn new(params: &stackless_front_end::Params) -> Self {
        FrontEnd {
            unit: Golden::new(params),
            output: Border::zero(params),
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The scheduler of dynamic warp formation of a core.
struct WarpFormation {
    unit: golden_units::DwfScheduler,
    output: dwf_scheduler::Out<Values>,
    queue: usize,
    spilled: u64,
    seen: Seen,
}

impl WarpFormation {
    fn events(&mut self, input: &dwf_scheduler::In<Values>) {
        self.unit.out(input, &mut self.output);
        let (output, seen) = (&self.output, &mut self.seen);
        let written = u64::from(output.write && input.write_ready);
        self.spilled += written;
        self.spilled -= u64::from(output.back_ready && input.back);
        add(&mut seen.shortages, "pool", written);
        if output.insert {
            add(&mut seen.shortages, "lut", output.evictions);
        }
        if let Some(heap) = self.unit.groups().with_heap() {
            let waits = output.hold && !output.insert;
            let is_short = self.queue - heap.queued().count() < 2;
            add(&mut seen.shortages, "queue", u64::from(waits && is_short));
        }
    }

    fn state(&mut self) {
        let peaks = &mut self.seen.peaks;
        let pool = self.unit.pool();
        let used = pool.iter().filter(|warp| warp.iter().any(Option::is_some));
        raise(peaks, "warps", used.count() as u64);
        raise(peaks, "spilled", self.spilled);
        raise(peaks, "lut", self.unit.lut().pcs().count() as u64);
        if let Some(heap) = self.unit.groups().with_heap() {
            let groups = heap.heap().entries().len() + usize::from(heap.chosen().is_some());
            raise(peaks, "groups", groups as u64);
            raise(peaks, "queue", heap.queued().count() as u64);
            raise(peaks, "heap_lut", heap.lut().live().count() as u64);
            self.seen.shortages.insert("heap_lut", heap.given_up());
        }
    }
}

impl Behaviour<units::DwfScheduler> for WarpFormation {
    fn eval(&mut self, input: &dwf_scheduler::In<Values>, output: &mut dwf_scheduler::Out<Values>) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &dwf_scheduler::In<Values>) {
        self.events(input);
        self.unit.clock(input);
        self.state();
    }
}

impl Observed<units::DwfScheduler> for WarpFormation {
    fn new(params: &dwf_scheduler::Params) -> Self {
        WarpFormation {
            unit: Golden::new(params),
            output: Border::zero(params),
            queue: params.groups().queue(),
            spilled: 0,
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The synchroniser of a core.
struct Synchroniser {
    unit: golden_units::DwrSynchronizer,
    output: dwr_synchronizer::Out<Values>,
    seen: Seen,
}

impl Behaviour<units::DwrSynchronizer> for Synchroniser {
    fn eval(
        &mut self,
        input: &dwr_synchronizer::In<Values>,
        output: &mut dwr_synchronizer::Out<Values>,
    ) {
        self.unit.out(input, output);
    }

    fn tick(&mut self, input: &dwr_synchronizer::In<Values>) {
        let before: BTreeSet<u64> = self.unit.ignore_list().pcs().collect();
        self.unit.clock(input);
        self.unit.out(input, &mut self.output);
        let after: BTreeSet<u64> = self.unit.ignore_list().pcs().collect();
        let waiting = self.output.locked.iter().filter(|locked| **locked != 0);
        raise(&mut self.seen.peaks, "partner_sync", waiting.count() as u64);
        raise(&mut self.seen.peaks, "ignore_list", after.len() as u64);
        let lost = before.difference(&after).count();
        add(&mut self.seen.shortages, "ignore_list", lost as u64);
    }
}

impl Observed<units::DwrSynchronizer> for Synchroniser {
    fn new(params: &dwr_synchronizer::Params) -> Self {
        Synchroniser {
            unit: Golden::new(params),
            output: Border::zero(params),
            seen: Seen::default(),
        }
    }

    fn seen(&self) -> &Seen {
        &self.seen
    }
}

/// The counts of a report that are there.
fn reported(room: &Room) -> Seen {
    let there = |(key, count): (&'static str, heddle_core::accounting::room::Count)| {
        Some((key, count.number()?))
    };
    Seen {
        peaks: room.peaks.by_key().filter_map(there).collect(),
        shortages: room.shortages.by_key().filter_map(there).collect(),
    }
}

/// Runs a job plainly and with observed units; both find the same. `beside` are keys that the units do not hold.
fn same<U: ReplaceableUnit, O: Observed<U>>(
    config: &Config,
    job: &Job,
    mechanism: Mechanism,
    beside: &[&str],
    what: &str,
) {
    let gpu = Gpu::new(config).unwrap();
    let plain = gpu.run(job, mechanism, &support::limits()).unwrap();
    if !plain.outcome.is_complete() {
        return;
    }
    let make = |_, params: &U::Params| O::new(params);
    let ran = gpu.run_under::<U, O>(job, mechanism, &support::limits(), make);
    let (observed, units) = ran.unwrap();
    assert_eq!(
        observed.statistics.cycles, plain.statistics.cycles,
        "{what}"
    );
    let mut all = Seen::default();
    for unit in &units {
        let Seen { peaks, shortages } = unit.seen();
        for (&key, &count) in peaks {
            raise(&mut all.peaks, key, count);
        }
        for (&key, &count) in shortages {
            add(&mut all.shortages, key, count);
        }
    }
    let mut own = reported(&plain.statistics.room);
    own.peaks.retain(|key, _| !beside.contains(key));
    assert_eq!(own, all, "{what}");
    assert_is_of_launches(&plain, what);
}

/// The peaks of a run are those of the launches with the most.
fn assert_is_of_launches(report: &Report, what: &str) {
    let mut all = Room::default();
    report
        .launches
        .iter()
        .for_each(|launch| all.merge(&launch.room));
    assert_eq!(reported(&all), reported(&report.statistics.room), "{what}");
}

/// The jobs of one workload in 48 on a preset; of every one at night.
fn jobs(preset: &str, config: &Config, turn: usize) -> Vec<(String, Job)> {
    let some = part(
        heddle_kernels::named(),
        (support::place(preset) + 5 * turn) % 48,
        48,
    );
    let job = |workload| support::job(workload, config);
    some.into_iter()
        .map(|workload| (format!("{}, {preset}", workload.name()), job(workload)))
        .collect()
}

fn of_units(preset: &str) {
    let config = shipped(preset);
    let stacks = [(0, Mechanism::Pdom), (1, Mechanism::Stack)];
    for (turn, mechanism) in stacks {
        for (what, job) in jobs(preset, &config, turn) {
            same::<units::ReconvergenceStack, Stacks>(&config, &job, mechanism, &[], &what);
        }
    }
    for (what, job) in jobs(preset, &config, 2) {
        let mechanism = Mechanism::Stackless;
        same::<units::StacklessFrontEnd, FrontEnd>(&config, &job, mechanism, &[], &what);
    }
    for (what, job) in jobs(preset, &config, 3) {
        same::<units::DwfScheduler, WarpFormation>(&config, &job, Mechanism::Dwf, &[], &what);
    }
    for (what, job) in jobs(preset, &config, 4) {
        // The stacks are beside the unit: `what_a_stack_needs_is_what_it_must_have`.
        let beside = &["stack_depth"];
        let mechanism = Mechanism::Dwr;
        same::<units::DwrSynchronizer, Synchroniser>(&config, &job, mechanism, beside, &what);
    }
}

on_every_preset!(units_of_cores: of_units);

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

on_every_preset!(schedulers: of_schedulers);

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

/// Structures that are too small: all kinds of shortages are there, and are counted.
#[test]
fn shortages_are_counted() {
    let why = || because("shipped structures are large enough").twin("nightly: in-loop");
    let small = [
        "dwf.pool=4",
        "dwf.heap=2",
        "dwf.queue=2",
        "dwf.lut_ways=1",
        "dwf.lut_entries=2",
    ];
    let small = [
        small.as_slice(),
        &["dwf.heap_lut_ways=2", "dwf.heap_lut_entries=4"],
    ]
    .concat();
    let mut met = Found::new();
    let machines = [
        ("tiny", small),
        (
            "fung2009",
            vec![
                "dwf.heap_lut_ways=2",
                "dwf.heap_lut_entries=4",
                "dwf.queue=2",
            ],
        ),
        (
            "fung2009",
            vec![
                "dwf.formation_latency=3",
                "dwf.heap_latency=2",
                "dwf.pool=16",
            ],
        ),
    ];
    for (preset, set) in machines {
        let config = changed(preset, &set, why());
        for name in ["fft", "nqueens", "if_else"] {
            let job = support::job(by_name(name).unwrap(), &config);
            let what = format!("{name}, {set:?}");
            same::<units::DwfScheduler, WarpFormation>(&config, &job, Mechanism::Dwf, &[], &what);
            let gpu = Gpu::new(&config).unwrap();
            let report = gpu.run(&job, Mechanism::Dwf, &support::limits()).unwrap();
            let shortages = reported(&report.statistics.room).shortages;
            for (&key, &count) in &shortages {
                add(&mut met, key, count);
            }
        }
    }
    assert!(met.values().all(|count| *count > 0), "{met:?}");
}

/// A stack as deep as the peak is deep enough, and one entry fewer is a fault: the check of the unit knows nothing of peaks.
#[test]
fn what_a_stack_needs_is_what_it_must_have() {
    for mechanism in [Mechanism::Pdom, Mechanism::Stack, Mechanism::Dwr] {
        let config = shipped("lashgar2012");
        let job = support::job(by_name("recursion").unwrap(), &config);
        let run = |config: &Config| {
            let gpu = Gpu::new(config).unwrap();
            gpu.run(&job, mechanism, &support::limits()).unwrap()
        };
        let report = run(&config);
        let most = report.statistics.room.peaks.stack_depth.number().unwrap();
        assert!(most > 3, "{mechanism}: {most}");
        let with = |depth: u64| {
            let why = because("the depth is the subject").twin("nightly: in-loop");
            run(&changed(
                "lashgar2012",
                &[&format!("stack.depth={depth}")],
                why,
            ))
        };
        let enough = with(most);
        assert_eq!(
            enough.statistics.cycles, report.statistics.cycles,
            "{mechanism}"
        );
        let less = with(most - 1).outcome.to_string();
        assert!(
            less.contains("reconvergence stack is full"),
            "{mechanism}: {less}"
        );
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
