//! A run is the same whether it is watched or not: plain runs against runs that skip no cycle, and against runs that count PCs,
//! are observed, are recorded, check for races, compare edges with the control-flow graph or use several host threads. On presets as shipped, with all their cores, on the small input of
//! every workload. At night in the stages `watched` and, with twelve workloads at full size, `watched-full`.

use crate::{on_every_preset, support};
use heddle_contract::units::DwfScheduler;
use heddle_contract::{Behaviour, Config, Golden, Unit, Values};
use heddle_kernels::{Room, Size, by_name};
use heddle_machines::{drawn, part, shipped};
use heddle_sim::{Gpu, Job, Limits, Mechanism, Report};
use heddle_sim::{Issued, Observer};
use heddle_timeline::recording::{About, Writer};
use heddle_timeline::{Log, Observers, Recorder, Scope, StackLog, Window, has_stacks};
use heddle_types::Cycle;
use heddle_units as units;

/// Workloads that take less than half a million cycles at full size on `fung2009`.
pub(super) const SHORT: [&str; 12] = [
    "backprop",
    "coulomb",
    "fwt",
    "gaussian",
    "if_else",
    "listing1",
    "listing1_sp",
    "matrix",
    "nearest_neighbour",
    "nqueens",
    "reduction_partial",
    "scan",
];

/// Cycle limit of launches at full size: on one core they take up to ten times as long as on sixteen, and under `dwf` even
/// longer. A launch that reaches the limit is compared in its state there.
pub(super) const CUT: Limits = Limits {
    max_cycles: 200_000,
};

/// A second, low cycle limit for small jobs, reached while threads are still running everywhere.
const EARLY: Limits = Limits { max_cycles: 1000 };

/// The ways in which a run is watched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    /// Every core is simulated in every cycle.
    EveryCycle,
    /// Events are counted for each PC.
    Profiled,
    /// An observer sees every instruction.
    Traced,
    /// Everything is recorded and logged, with what the mechanism holds.
    Recorded,
    /// The run is checked for races.
    Raced,
    /// Executed edges are compared with the control-flow graph.
    Followed,
    /// Two host threads simulate the cores.
    Shared,
}

const WAYS: [Way; 7] = [
    Way::EveryCycle,
    Way::Profiled,
    Way::Traced,
    Way::Recorded,
    Way::Raced,
    Way::Followed,
    Way::Shared,
];

/// The ways that use one host thread.
const ALONE: [Way; 6] = [
    Way::EveryCycle,
    Way::Profiled,
    Way::Traced,
    Way::Recorded,
    Way::Raced,
    Way::Followed,
];

/// Counts the instructions that it sees, and how often one holds its pipe.
#[derive(Default)]
struct Counter {
    issued: u64,
    held: u64,
}

impl Observer for Counter {
    fn issued(&mut self, _: &Issued) {
        self.issued += 1;
    }

    fn held(&mut self, _: usize, _: Cycle) {
        self.held += 1;
    }
}

impl Way {
    /// The report of the watched run, without the parts that only a watched run has.
    fn run(self, config: &Config, job: &Job, mechanism: Mechanism, limits: &Limits) -> Report {
        let gpu = Gpu::new(config).unwrap();
        let watched = match self {
            Way::EveryCycle => gpu.with_every_cycle(true),
            Way::Profiled => gpu.with_profile(true),
            Way::Raced => gpu.with_race_check(true),
            Way::Followed => gpu.with_flow_check(true),
            Way::Shared => gpu.with_threads(2),
            Way::Recorded => return recorded(gpu, config, job, mechanism, limits),
            Way::Traced => {
                let mut seen = Counter::default();
                let report = gpu.run_observed(job, mechanism, limits, &mut seen);
                assert!(seen.issued > 0, "nothing was seen");
                // Threads without warps have no pipe.
                assert_eq!(seen.held > 0, mechanism != Mechanism::Mimd);
                return report.unwrap();
            }
        };
        let report = watched.run(job, mechanism, limits).unwrap();
        assert_eq!(report.profile.is_some(), matches!(self, Way::Profiled));
        assert_eq!(report.races.is_some(), matches!(self, Way::Raced));
        let inside = report.flow.as_ref().map(heddle_sim::CheckedFlow::is_inside);
        assert_eq!(inside, matches!(self, Way::Followed).then_some(true));
        Report {
            profile: None,
            races: None,
            barrier_divergence: None,
            flow: None,
            ..report
        }
    }
}

/// The report of a run of which all that can be recorded is.
fn recorded(gpu: Gpu, config: &Config, job: &Job, mechanism: Mechanism, limits: &Limits) -> Report {
    let program = &job.program;
    let window = Window {
        from: 0,
        to: u64::MAX,
    };
    let about = About::new(config, mechanism, (program, &job.launches), window);
    let mut writer = Writer::new(about, u64::MAX, std::io::sink()).unwrap();
    let scope = Scope::new(program, config.core.warp_size, window);
    let mut log = Log::new(scope.clone(), true, std::io::sink()).unwrap();
    let stacks = || StackLog::new(scope, mechanism, std::io::sink()).unwrap();
    let mut stacks = has_stacks(mechanism).then(stacks);
    let both: [&mut dyn Observer; 2] = [&mut writer, &mut log];
    let stack = stacks.as_mut().map(|it| it as &mut dyn Observer);
    let mut all = Observers(both.into_iter().chain(stack).collect());
    let gpu = gpu.with_bus_watch(Some(Recorder::bus_watch(window)));
    let report = gpu.run_observed(job, mechanism, limits, &mut all).unwrap();
    let buses = report.bus_use.as_ref();
    let (_, issues) = writer.finish(&serde_json::Value::Null, buses).unwrap();
    assert!(issues > 0, "nothing was recorded");
    Report {
        bus_use: None,
        ..report
    }
}

fn assert_same_in(
    ways: &[Way],
    (config, job, mechanism): (&Config, &Job, Mechanism),
    limits: &Limits,
    what: &str,
) {
    let gpu = Gpu::new(config).unwrap();
    let plain = gpu.run(job, mechanism, limits).unwrap();
    for way in ways {
        let watched = way.run(config, job, mechanism, limits);
        let what = format!("{what}, {}, {way:?}", mechanism.name());
        assert_eq!(plain.statistics.cycles, watched.statistics.cycles, "{what}");
        assert!(plain == watched, "{what}: {plain:#?}\n{watched:#?}");
    }
}

/// In ordinary runs, one workload in 48 under each mechanism, in one of the ways in turn; at night, all workloads in all ways.
/// Each runs once to the end and once to the cycle limit.
fn small_jobs(preset: &str) {
    small_runs_are_the_same(preset, &shipped(preset), 0, |turn| {
        part(WAYS, turn % WAYS.len(), WAYS.len())
    });
}

/// One way in turn, also at night.
pub(super) fn one_way(turn: usize) -> Vec<Way> {
    vec![WAYS[turn % WAYS.len()]]
}

/// Runs on a machine with a preset's sizes in the ways that `ways` gives for each; `shift` says which preset's turn the machine
/// takes.
pub(super) fn small_runs_are_the_same(
    preset: &str,
    config: &Config,
    shift: usize,
    ways: impl Fn(usize) -> Vec<Way>,
) {
    let place = support::place(preset) + shift;
    for (turn, mechanism) in Mechanism::ALL.into_iter().enumerate() {
        let some = part(heddle_kernels::named(), (turn + 3 * place) % 48, 48);
        for (at, workload) in some.into_iter().enumerate() {
            let ways = ways(at + turn + place);
            let job = support::job(workload, config);
            let what = format!("{}, {preset}", workload.name());
            let run = (config, &job, mechanism);
            for limits in [support::limits(), EARLY] {
                assert_same_in(&ways, run, &limits, &what);
            }
        }
    }
}

/// Twelve workloads at full size under each mechanism, in one of the ways in turn. On one host thread, because several would wait
/// for each other most of the time while other tests run.
fn full_jobs(preset: &str) {
    let config = shipped(preset);
    let room = Room::new(config.core.warps, config.core.warp_size);
    let place = support::place(preset);
    for (at, name) in drawn(SHORT.into_iter().enumerate().collect(), place) {
        let workload = by_name(name).expect("a workload");
        let job = workload.job(Size::Full, support::SEED, room);
        let what = format!("{name} at full size, {preset}");
        for (turn, mechanism) in Mechanism::ALL.into_iter().enumerate() {
            let way = ALONE[(at + turn + place) % ALONE.len()];
            assert_same_in(&[way], (&config, &job, mechanism), &CUT, &what);
        }
    }
}

/// One workload under each mechanism, which is recorded. At night all are, among `small`.
fn recorded_jobs(preset: &str) {
    let (config, place) = (shipped(preset), support::place(preset));
    let workloads: Vec<_> = heddle_kernels::named().collect();
    for (turn, mechanism) in Mechanism::ALL.into_iter().enumerate() {
        let workload = workloads[(11 * turn + 3 * place) % workloads.len()];
        let job = support::job(workload, &config);
        let what = format!("{}, {preset}", workload.name());
        let run = (&config, &job, mechanism);
        assert_same_in(&[Way::Recorded], run, &support::limits(), &what);
    }
}

on_every_preset!(small: small_jobs);
on_every_preset!(recorded: recorded_jobs);
on_every_preset!(full: full_jobs, ignore = "at night: minutes for each preset");

/// Occupancy of a scheduler is counted up to the cycle limit, also on cores that skip the last cycles. A unit that replaces the
/// golden one is clocked in every cycle.
#[test]
fn what_is_held_when_a_run_is_cut_off_is_counted() {
    let config = shipped("lashgar2012");
    let gpu = Gpu::new(&config).unwrap();
    let room = Room::new(config.core.warps, config.core.warp_size);
    let workload = by_name("if_else").unwrap();
    let job = workload.job(Size::Full, support::SEED, room);
    for max_cycles in [1000, 2000, 4000] {
        let limits = Limits { max_cycles };
        let plain = gpu.run(&job, Mechanism::Dwf, &limits).unwrap();
        let golden = |_, params: &_| units::DwfScheduler::new(params);
        let clocked = gpu.run_with::<DwfScheduler, _>(&job, &limits, golden);
        let (clocked, _) = clocked.unwrap();
        assert_eq!(
            plain.statistics.mechanism, clocked.statistics.mechanism,
            "{limits:?}"
        );
        assert!(plain == clocked, "{limits:?}");
    }
}

/// Cycles after reset in which a core is skipped by mistake.
const LEFT_OUT: u64 = 200;

/// A scheduler that is not clocked in its first cycles except for the one that sets it up: its behaviour on a core that is
/// skipped until its first block arrives.
struct LeftOut<G> {
    inner: G,
    cycle: u64,
}

impl<G: Golden<DwfScheduler>> Behaviour<DwfScheduler> for LeftOut<G> {
    fn eval(
        &mut self,
        input: &<DwfScheduler as Unit>::In<Values>,
        output: &mut <DwfScheduler as Unit>::Out<Values>,
    ) {
        self.inner.out(input, output);
    }

    fn tick(&mut self, input: &<DwfScheduler as Unit>::In<Values>) {
        if self.cycle >= LEFT_OUT || input.configure {
            self.inner.clock(input);
        }
        self.cycle += 1;
    }
}

#[test]
fn a_core_that_is_left_out_too_long_is_found() {
    let config = shipped("fung2009");
    let job = support::job(by_name("fwt").unwrap(), &config);
    let gpu = Gpu::new(&config).unwrap();
    let plain = gpu.run(&job, Mechanism::Dwf, &support::limits()).unwrap();
    let left_out = |_, params: &_| LeftOut {
        inner: units::DwfScheduler::new(params),
        cycle: 0,
    };
    let left_out = gpu.run_with::<DwfScheduler, _>(&job, &support::limits(), left_out);
    let (late, _) = left_out.unwrap();
    assert_eq!(late.buffers, plain.buffers);
    assert_ne!(late.statistics.cycles, plain.statistics.cycles);
}
