//! Home lanes as wide as the pipeline, and every way to assign them to threads: results equal those of the reference, the pool's
//! ports cost cycles that are counted, and fewer threads conflict.

use crate::support;
use heddle_contract::Config;
use heddle_kernels::Workload;
use heddle_machines::{because, changed, part};
use heddle_sim::mechanisms::DwfCounts;
use heddle_sim::{Gpu, Mechanism, Report};

const PIPELINE: &str = "dwf.home_lanes=pipeline";

fn machine(preset: &str, changes: &[&str]) -> Config {
    let why = because("home lanes are the subject").twin("nightly: shipped");
    changed(preset, changes, why)
}

fn run(config: &Config, workload: &dyn Workload, what: &str) -> Report {
    let job = support::job(workload, config);
    let gpu = Gpu::new(config).unwrap();
    let report = gpu.run(&job, Mechanism::Dwf, &support::limits()).unwrap();
    support::assert_result(workload, what, &report);
    report
}

fn counts(report: Report) -> DwfCounts {
    report
        .statistics
        .mechanism
        .of::<DwfCounts>()
        .expect("counts of this mechanism")
        .clone()
}

/// Checks the results of one race-free workload in `of`, of all at night; returns the counts of the schedulers.
fn check(preset: &str, changes: &[&str], turn: usize, of: usize) -> Vec<DwfCounts> {
    let config = machine(preset, changes);
    let all = heddle_kernels::named().filter(|workload| workload.is_race_free());
    let run = |workload: &dyn Workload| counts(run(&config, workload, &changes.join(", ")));
    part(all, turn, of).into_iter().map(run).collect()
}

fn sum(all: &[DwfCounts], count: impl Fn(&DwfCounts) -> u64) -> u64 {
    all.iter().map(count).sum()
}

#[test]
fn every_way_to_give_home_lanes_gives_the_result() {
    let ways = ["straight", "alternate", "rotate", "xor"];
    for (turn, way) in ways.into_iter().enumerate() {
        let way = format!("dwf.swizzle={way}");
        check("tiny", &[&way, "core.simd_width=2"], 3 * turn, 24);
        check(
            "tiny",
            &[&way, "core.simd_width=2", PIPELINE],
            3 * turn + 12,
            24,
        );
    }
}

/// The paper's core, one of sixteen identical ones: 32 threads of a warp over 8 home lanes. All waiting for a port is counted,
/// and where nothing waits, the count is zero.
#[test]
fn the_core_of_fung2009_gives_the_result() {
    let slots = check("fung2009", &["cores=1", PIPELINE], 2, 8);
    let waits = sum(&slots, |counts| counts.port_waits);
    let stalls = sum(&slots, |counts| counts.stalls.ports);
    assert!(0 < stalls && stalls <= waits, "{stalls} {waits}");
    let lanes = check("fung2009", &["cores=1"], 2, 8);
    assert_eq!(
        sum(&lanes, |counts| counts.port_waits + counts.stalls.ports),
        0
    );
    let conflicts = |all: &[DwfCounts]| sum(all, |counts| counts.conflicts);
    assert!(conflicts(&slots) < conflicts(&lanes));
}

/// Sixteen entries in the pool, four in the heap.
#[test]
fn schedulers_that_spill_all_the_time_give_the_result() {
    let small = [
        PIPELINE,
        "core.warp_size=8",
        "core.simd_width=2",
        "core.warps=16",
        "dwf.heap=4",
        "dwf.heap_lut_entries=4",
        "dwf.heap_lut_ways=2",
        "memory.miss_cycles=3",
    ];
    let counts = check("tiny", &small, 3, 4);
    assert!(sum(&counts, |counts| counts.spills) > 10_000);
    assert!(sum(&counts, |counts| counts.port_waits) > 0);
}

/// Every width of the pipeline, every policy, and options without hardware.
#[test]
fn widths_and_policies_give_the_result() {
    let changes = [
        ["core.simd_width=1", "dwf.policy=timestamp"],
        ["core.simd_width=2", "dwf.policy=minority"],
        ["core.simd_width=2", "dwf.policy=pc"],
        ["core.simd_width=1", "dwf.structure=tournament"],
        ["core.simd_width=2", "dwf.policy=pdom-priority"],
        ["core.simd_width=2", "dwf.ideal=true"],
        ["core.simd_width=2", "dwf.lane_aware=false"],
    ];
    for (turn, [width, change]) in changes.into_iter().enumerate() {
        check("tiny", &[PIPELINE, width, change], 3 * turn + 1, 24);
    }
}

/// If the pipeline is as wide as its warps, there are as many home lanes as lanes of a warp in either setting.
#[test]
fn with_a_pipeline_as_wide_as_its_warps_nothing_changes() {
    let all = heddle_kernels::named().filter(|workload| workload.is_race_free());
    for workload in part(all, 5, 8) {
        let of = |changes: &[&str]| run(&machine("tiny", changes), workload, "as wide");
        let (lanes, slots) = (["core.simd_width=4"], ["core.simd_width=4", PIPELINE]);
        assert_eq!(of(&lanes), of(&slots), "{}", workload.name());
    }
}
