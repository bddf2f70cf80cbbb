//! What the golden units of cores hold.

use super::observers::{FrontEnd, Observed, Stacks, Synchroniser, WarpFormation};
use super::{Found, Seen, add, assert_is_of_launches, jobs, raise, reported};
use crate::{on_every_preset, support};
use heddle_contract::{Config, units};
use heddle_kernels::by_name;
use heddle_machines::{because, changed, shipped, thorough};
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_sim::{Gpu, Job, Mechanism, Report};

/// Runs a job plainly and with observed units; both find the same. `beside` are keys that the units do not hold. Returns the report of
/// the plain run.
fn same<U: ReplaceableUnit, O: Observed<U>>(
    config: &Config,
    job: &Job,
    mechanism: Mechanism,
    beside: &[&str],
    what: &str,
) -> Report {
    let gpu = Gpu::new(config).unwrap();
    let plain = gpu.run(job, mechanism, &support::limits()).unwrap();
    if !plain.outcome.is_complete() {
        return plain;
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
    plain
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

on_every_preset!(shipped_machines: of_units);

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
    for (turn, (preset, set)) in machines.into_iter().enumerate() {
        let config = changed(preset, &set, why());
        for (what, job) in jobs(preset, &config, 8 + turn) {
            let what = format!("{what}, {set:?}");
            let mechanism = Mechanism::Dwf;
            let report =
                same::<units::DwfScheduler, WarpFormation>(&config, &job, mechanism, &[], &what);
            for (key, count) in reported(&report.statistics.room).shortages {
                add(&mut met, key, count);
            }
        }
    }
    // What the seed of a night draws need not be short of everything.
    assert!(
        thorough() || met.values().all(|count| *count > 0),
        "{met:?}"
    );
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
