//! Built-in workloads on cores that form warps dynamically (fung2009): every policy, schedulers so
//! small that threads are spilled all the time, and what such warps do to the reduction of figure 22.

use crate::support;
use heddle_contract::Config;
use heddle_contract::config::Policy;
use heddle_kernels::{Room, Size, Workload};
use heddle_machines::{because, changed, part};
use heddle_sim::mechanism::DwfCounts;
use heddle_sim::{Gpu, Mechanism, Report};

/// A preset with another scheduler.
fn machine(preset: &str, changes: &[&str]) -> Config {
    let why = because("policy, structure and size of the scheduler are the subject")
        .twin("nightly: shipped");
    changed(preset, changes, why)
}

fn run(config: &Config, workload: &dyn Workload) -> Report {
    let job = support::job(workload, config);
    let gpu = Gpu::new(config).unwrap();
    gpu.run(&job, Mechanism::Dwf, &support::limits()).unwrap()
}

fn race_free() -> impl Iterator<Item = &'static dyn Workload> {
    heddle_kernels::named().filter(|workload| workload.is_race_free())
}

/// Every race-free workload gives its result on a machine; what its schedulers did.
fn check_all_on(preset: &str, changes: &[&str]) -> Vec<DwfCounts> {
    check_on(preset, changes, race_free())
}

/// The same of some workloads.
fn check_on(
    preset: &str,
    changes: &[&str],
    which: impl IntoIterator<Item = &'static dyn Workload>,
) -> Vec<DwfCounts> {
    let config = machine(preset, changes);
    which
        .into_iter()
        .map(|workload| {
            let report = run(&config, workload);
            support::assert_result(workload, &changes.join(", "), &report);
            report.statistics.dwf.expect("counts of this mechanism")
        })
        .collect()
}

fn check_all(changes: &[&str]) -> Vec<DwfCounts> {
    check_all_on("tiny", changes)
}

fn policies() -> [String; 5] {
    Policy::ALL.map(|policy| format!("dwf.policy={}", policy.name()))
}

#[test]
fn every_policy_gives_the_result() {
    for policy in &policies()[1..] {
        for counts in check_all(&[policy]) {
            assert!(counts.creates > 0, "{policy}: {counts:?}");
        }
    }
}

/// Sixteen cores of 768 threads with caches, network and memory modules; the same without what limits
/// the scheduler, as section 6.1 has it. Each policy on one workload in five, on every one at night.
#[test]
fn every_policy_gives_the_result_on_the_machine_of_fung2009() {
    let policies = policies();
    for (turn, policy) in policies.iter().enumerate() {
        let some = |turn: usize| part(race_free(), turn % policies.len(), policies.len());
        check_on("fung2009", &[policy], some(turn));
        let ideal = [policy, "dwf.ideal=true", "dwf.lane_aware=false"];
        check_on("fung2009", &ideal, some(turn + 1));
    }
}

#[test]
fn a_tournament_gives_the_result() {
    check_all(&["dwf.structure=tournament", "dwf.sticky=false"]);
}

#[test]
fn what_is_in_no_hardware_gives_the_result() {
    check_all(&["dwf.ideal=true"]);
    check_all(&["dwf.lane_aware=false", "dwf.miss=thread"]);
}

/// Eight lanes, 16 entries of the pool, four of the heap.
#[test]
fn schedulers_that_spill_all_the_time_give_the_result() {
    for policy in ["dwf.policy=majority", "dwf.policy=timestamp"] {
        let small = [
            policy,
            "core.warp_size=8",
            "core.simd_width=2",
            "core.warps=16",
            "dwf.heap=4",
            "dwf.heap_lut_entries=4",
            "dwf.heap_lut_ways=2",
            "memory.miss_cycles=3",
        ];
        let counts = check_all(&small);
        let spills: u64 = counts.iter().map(|counts| counts.spills).sum();
        assert!(spills > 10_000, "{policy}: {spills}");
    }
}

/// fung2009, section 8: threads of what was a warp at the start need not execute together, so what
/// figure 22 relies on is gone; partial barriers say what the program means. Several blocks on a
/// core make threads of one warp come apart.
#[test]
fn the_reduction_needs_its_partial_barriers() {
    let is_right = |name: &str, policy: &str| {
        let changes = [
            "core.warp_size=32",
            "core.simd_width=8",
            "dwf.ideal=true",
            policy,
        ];
        let machine = machine("tiny", &changes);
        let workload = heddle_kernels::by_name(name).unwrap();
        let job = workload.job(Size::Small, support::SEED, Room::new(1, 32));
        let gpu = Gpu::new(&machine).unwrap();
        let report = gpu.run(&job, Mechanism::Dwf, &support::limits()).unwrap();
        assert!(report.outcome.is_complete(), "{}", report.outcome);
        let outputs = report.buffers.into_iter();
        let outputs: Vec<_> = outputs.map(|buffer| (buffer.name, buffer.bytes)).collect();
        workload.check(Size::Small, support::SEED, &outputs).is_ok()
    };
    for policy in policies() {
        assert!(is_right("reduction_partial", &policy), "{policy}");
    }
    assert!(!is_right("reduction", "dwf.policy=majority"));
}
