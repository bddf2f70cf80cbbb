//! Intra-warp compaction in the golden GPU (vaidya2013): every workload on the paper's machine. What is promised is CPT-17.

use crate::support;
use heddle_contract::Config;
use heddle_contract::config::Compress;
use heddle_kernels::{Room, Size, Workload};
use heddle_machines::{because, changed, part};
use heddle_sim::{Gpu, Job, Mechanism, Report};

/// Returns a machine with a compaction mode, and a workload's small job in blocks that fit.
type Machine = fn(&dyn Workload, Compress) -> (Config, Job);

/// Six units of six threads, pipes FPU, EM and SEND, shared caches.
fn vaidya2013(workload: &dyn Workload, mode: Compress) -> (Config, Job) {
    let why = because("each mode is compared").twin("nightly: shipped");
    let mode = format!("compaction.mode={}", mode.name());
    let config = changed("vaidya2013", &[&mode], why);
    let job = support::job(workload, &config);
    (config, job)
}

/// A single thread of a single unit, with one pipe, a cache and a memory with constant latency: a saving in one place cannot cost
/// time elsewhere. Where warps share an issue slot or a cache, a warp that finishes earlier changes which warp is next, and which
/// warp waits for a line that another one has requested.
fn alone(workload: &dyn Workload, mode: Compress) -> (Config, Job) {
    let own = [
        &*format!("compaction.mode={}", mode.name()),
        "cores=1",
        "core.blocks=1",
        "pipeline.pipes=one",
        "memory.cache_bytes=20480",
        "memory.cache_ways=64",
        "memory.backend=fixed",
    ];
    let why = because("nothing takes more because something else takes less")
        .twin("compaction::no_mode_takes_more_alu_cycles_on_the_machine_of_the_paper");
    let config = changed("vaidya2013", &own, why);
    let room = Room::new(1, config.core.warp_size);
    (config, workload.job(Size::Small, support::SEED, room))
}

fn run(machine: Machine, workload: &dyn Workload, mechanism: Mechanism, mode: Compress) -> Report {
    let (config, job) = machine(workload, mode);
    let gpu = Gpu::new(&config).unwrap();
    let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
    support::assert_result(workload, mode.name(), &report);
    report
}

/// ALU cycles by mode; a run in any mode counts them for all modes.
fn cycles(report: &Report) -> [u64; 4] {
    let executed = report.statistics.compaction.expect("there are warps");
    let cycles = executed.cycles;
    [cycles.none, cycles.ivb, cycles.bcc, cycles.scc]
}

fn race_free() -> impl Iterator<Item = &'static dyn Workload> {
    heddle_kernels::named().filter(|workload| workload.is_race_free())
}

/// Without races, the instructions that warps execute do not depend on time, so modes differ only in time.
fn times(machine: Machine, workload: &dyn Workload, mechanism: Mechanism) -> [u64; 4] {
    let name = workload.name();
    let reports = Compress::ALL.map(|mode| run(machine, workload, mechanism, mode));
    let [first, ..] = &reports;
    assert!(cycles(first).is_sorted_by(|a, b| a >= b), "{name}");
    for report in &reports {
        assert_eq!(cycles(report), cycles(first), "{name}");
        // Memory divergence is the same: "does not create any additional" (section 5.4).
        let (mine, theirs) = (&report.statistics.cache, &first.statistics.cache);
        assert_eq!(mine.accesses, theirs.accesses, "{name}");
    }
    reports.map(|report| report.statistics.cycles)
}

#[test]
fn no_mode_takes_more_cycles_than_the_one_before() {
    for workload in part(race_free(), 0, 6) {
        for mechanism in [Mechanism::Pdom, Mechanism::Nrec] {
            let times = times(alone, workload, mechanism);
            let name = workload.name();
            assert!(times.is_sorted_by(|a, b| a >= b), "{name}: {times:?}");
        }
    }
}

/// Where warps interact, a warp that finishes earlier can make others conflict that did not before: under the paper's mechanism
/// this costs at most a hundredth of the time. ALU cycles never grow, under any mechanism. One workload in six; all of them at
/// night.
#[test]
fn no_mode_takes_more_alu_cycles_on_the_machine_of_the_paper() {
    for workload in part(race_free(), 1, 6) {
        times(vaidya2013, workload, Mechanism::Nrec);
        let times = times(vaidya2013, workload, Mechanism::Pdom);
        let name = workload.name();
        let grows_little = |a: &u64, b: &u64| *b <= a + a / 100;
        assert!(times.is_sorted_by(grows_little), "{name}: {times:?}");
    }
}

/// Section 3: programs with a SIMD efficiency above 95 % are coherent; they lose nothing, alone or with others.
#[test]
fn coherent_programs_lose_nothing() {
    for machine in [alone as Machine, vaidya2013] {
        let mut coherent = 0;
        for workload in race_free() {
            let [none, scc] = [Compress::None, Compress::Scc]
                .map(|mode| run(machine, workload, Mechanism::Pdom, mode).statistics);
            if none.simd_efficiency > 0.95 {
                coherent += 1;
                let (before, after) = (none.cycles, scc.cycles);
                let kept = 20 * after >= 19 * before && after <= before;
                assert!(kept, "{}: {before}, {after}", workload.name());
            }
        }
        assert!(coherent >= 3, "{coherent}");
    }
}

#[test]
fn results_are_right_whoever_forms_the_warps() {
    let mut turn = 0;
    for mechanism in [Mechanism::Stackless, Mechanism::Dwf] {
        for mode in [Compress::Ivb, Compress::Scc] {
            // One workload in eight each; all of them at night.
            for workload in part(race_free(), turn, 8) {
                let report = run(vaidya2013, workload, mechanism, mode);
                let cycles = cycles(&report);
                assert!(cycles.is_sorted_by(|a, b| a >= b), "{}", workload.name());
            }
            turn += 1;
        }
    }
}
