//! Built-in workloads on cores that form warps dynamically (fung2009): every policy, schedulers so small that threads are spilled
//! constantly, and the effect of such warps on the reduction of figure 22.

use crate::support;
use heddle_contract::Config;
use heddle_contract::config::Policy;
use heddle_contract::units::{DwfScheduler, dwf_scheduler};
use heddle_contract::{Golden, Unit, Values};
use heddle_cosim::{Corrupt, Fault, When};
use heddle_kernels::{Room, Size, Workload};
use heddle_machines::{because, changed, part};
use heddle_sim::mechanisms::DwfCounts;
use heddle_sim::{Gpu, Limits, Mechanism, Outcome, Report};
use heddle_units as units;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A preset with a changed scheduler.
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

/// Checks the results of workloads on a machine; returns the counts of its schedulers.
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
            report
                .statistics
                .mechanism
                .of::<DwfCounts>()
                .expect("counts of this mechanism")
                .clone()
        })
        .collect()
}

/// Checks the results of one race-free workload in eight on a small machine, of all at night; returns the counts of the
/// schedulers.
fn check_some(changes: &[&str], turn: usize) -> Vec<DwfCounts> {
    check_on("tiny", changes, part(race_free(), turn, 8))
}

fn policies() -> [String; 5] {
    Policy::ALL.map(|policy| format!("dwf.policy={}", policy.name()))
}

#[test]
fn every_policy_gives_the_result() {
    for (turn, policy) in policies()[1..].iter().enumerate() {
        // One workload in eight each; all of them at night.
        for counts in check_on("tiny", &[policy], part(race_free(), turn, 8)) {
            assert!(counts.creates > 0, "{policy}: {counts:?}");
        }
    }
}

/// The workloads that a policy runs on the machine of fung2009.
fn some(turn: usize) -> Vec<&'static dyn Workload> {
    let policies = Policy::ALL.len();
    part(race_free(), turn % policies, policies)
}

/// Sixteen cores of 768 threads with caches, network and memory modules; and the same without the limits of the scheduler, as in
/// section 6.1. Each policy runs one workload in five, all of them at night.
#[test]
#[ignore = "at night: sixteen cores, ten times"]
fn every_policy_gives_the_result_on_the_machine_of_fung2009() {
    for (turn, policy) in policies().iter().enumerate() {
        check_on("fung2009", &[policy], some(turn));
        let ideal = [policy, "dwf.ideal=true", "dwf.lane_aware=false"];
        check_on("fung2009", &ideal, some(turn + 1));
    }
}

/// The cycle of the deliberate error: by then, small kernels have ended.
const LATE: u64 = 3000;

/// Each core's scheduler makes one error, in cycle `LATE`: the warp that it issues has another PC.
fn late_error(params: &dwf_scheduler::Params) -> Fault {
    let outputs = heddle_contract::port_list::<dwf_scheduler::Out<Values>>(params);
    let at = outputs.iter().position(|port| port.name == "issue_pc");
    Fault {
        word: heddle_contract::words(&outputs[..at.expect("a port")]),
        bit: 0,
        when: When::At(LATE),
    }
}

/// Whether a workload finds the error in that cycle or soon after: the GPU checks each issued warp, and in test builds it also
/// panics. A run that continues has not found it.
fn finds_a_late_error(config: &Config, workload: &dyn Workload) -> bool {
    let fault = late_error(&DwfScheduler::params(config).unwrap());
    let wrong = |_, params: &_| {
        let golden = <units::DwfScheduler as Golden<DwfScheduler>>::new(params);
        Corrupt::<DwfScheduler, _>::new(golden, fault)
    };
    let job = support::job(workload, config);
    let limits = Limits {
        max_cycles: LATE + 100,
    };
    let gpu = Gpu::new(config).unwrap();
    let run = || gpu.run_under(&job, Mechanism::Dwf, &limits, wrong);
    let Ok(ran) = catch_unwind(AssertUnwindSafe(run)) else {
        return true;
    };
    let outcome = ran.unwrap().0.outcome;
    !matches!(outcome, Outcome::Completed | Outcome::CycleLimit(_))
}

/// Among the workloads of every policy, one finds the error and one does not, so the choice of workloads matters. The last policy
/// has no hardware, and so no unit that can be wrong.
#[test]
fn a_scheduler_that_is_wrong_once_is_found_under_every_policy() {
    let in_hardware = policies().into_iter().take(4);
    for (turn, policy) in in_hardware.enumerate() {
        let config = machine("fung2009", &[&policy]);
        let mut found = BTreeSet::new();
        let some = some(turn).into_iter();
        let finds = some.map(|workload| finds_a_late_error(&config, workload));
        let both = finds.filter(|finds| found.insert(*finds)).take(2).count();
        assert_eq!(both, 2, "{policy}: {found:?}");
    }
}

#[test]
fn a_tournament_gives_the_result() {
    check_some(&["dwf.structure=tournament", "dwf.sticky=false"], 0);
}

#[test]
fn what_is_in_no_hardware_gives_the_result() {
    check_some(&["dwf.ideal=true"], 4);
    check_some(&["dwf.lane_aware=false", "dwf.miss=thread"], 5);
    check_some(&["dwf.heap_updates=owed"], 6);
}

/// Eight lanes, 16 entries in the pool, four in the heap.
#[test]
fn schedulers_that_spill_all_the_time_give_the_result() {
    let policies = ["dwf.policy=majority", "dwf.policy=timestamp"];
    for (turn, policy) in policies.into_iter().enumerate() {
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
        let counts = check_some(&small, turn + 1);
        let spills: u64 = counts.iter().map(|counts| counts.spills).sum();
        assert!(spills > 10_000, "{policy}: {spills}");
    }
}

/// Spilled warps bypass the data caches, and no other access does: the memory writes a line for each spilled warp in addition to
/// the lines that caches send, and reads it back.
#[test]
fn spilled_warps_travel_through_the_memory_of_the_machine() {
    for beyond in ["memory.backend=fixed", "memory.backend=network"] {
        let config = machine("tiny", &["dwf.pool=4", "memory.mshr_sharing=false", beyond]);
        let workload = heddle_kernels::by_name("recursion").unwrap();
        let counts = run(&config, workload).statistics;
        let (cache, dram) = (counts.cache, counts.dram);
        let spilled = counts.mechanism.of::<DwfCounts>().unwrap().spills;
        assert!(spilled > 1000, "{beyond}: {spilled}");
        let sent = cache.written + cache.atomics;
        assert_eq!(dram.writes, sent + spilled, "{beyond}");
        let asked = cache.misses - cache.pending_hits - cache.store_misses;
        assert!(dram.reads >= asked + spilled, "{beyond}: {dram:?}");
    }
}

/// fung2009, section 8: threads of an original warp need not execute together, so the assumption of figure 22 no longer holds;
/// partial barriers state the intended order. With several blocks on a core, threads of one warp are separated.
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
    // Under some policies, threads happen to run in lock-step here.
    assert!(
        policies()
            .iter()
            .any(|policy| !is_right("reduction", policy))
    );
}
