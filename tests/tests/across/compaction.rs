//! Intra-warp compaction in the golden GPU (vaidya2013): every workload on the paper's machine.

use crate::support;
use heddle_contract::Config;
use heddle_contract::config::Compress;
use heddle_kernels::{Room, Size, Workload};
use heddle_machines::{because, changed, part};
use heddle_sim::{Gpu, Job, Mechanism, Report};

/// A machine in a mode, and a workload's small job in blocks that fit.
type Machine = fn(&dyn Workload, Compress) -> (Config, Job);

/// Six units of six threads, FPU, EM and SEND, shared caches.
fn vaidya2013(workload: &dyn Workload, mode: Compress) -> (Config, Job) {
    let why = because("each mode is compared").twin("nightly: shipped");
    let mode = format!("compaction.mode={}", mode.name());
    let config = changed("vaidya2013", &[&mode], why);
    let job = support::job(workload, &config);
    (config, job)
}

/// One thread of one unit alone, with one pipe, a cache and a memory of constant time: nothing can take
/// more because something else takes less. Where warps share an issue slot or a cache, one that is done
/// sooner changes who comes next, and who waits for a line that another has asked for.
fn alone(workload: &dyn Workload, mode: Compress) -> (Config, Job) {
    let own = [
        &*format!("compaction.mode={}", mode.name()),
        "cores=1",
        "core.blocks=1",
        "pipeline.pipes=one",
        "memory.cache_bytes=20480",
        "memory.cache_ways=64",
        "memory.beyond=fixed",
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

/// ALU cycles by mode, as a run of any mode counts them.
fn cycles(report: &Report) -> [u64; 4] {
    let executed = report.statistics.compaction.expect("there are warps");
    let cycles = executed.cycles;
    [cycles.none, cycles.ivb, cycles.bcc, cycles.scc]
}

fn race_free() -> impl Iterator<Item = &'static dyn Workload> {
    heddle_kernels::named().filter(|workload| workload.is_race_free())
}

/// Without races, what warps execute does not depend on when they do, so modes differ in time alone.
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

/// Where warps meet, one that is done sooner can make others meet that did not before: under the paper's
/// mechanism a hundredth of the time at most. ALU cycles never grow, whatever the mechanism. One workload in six, all of
/// them at night.
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

/// Section 3: programs with a SIMD efficiency above 95 % are coherent; they lose nothing, by themselves
/// and among others.
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
            // One workload in eight each, all of them at night.
            for workload in part(race_free(), turn, 8) {
                let report = run(vaidya2013, workload, mechanism, mode);
                let cycles = cycles(&report);
                assert!(cycles.is_sorted_by(|a, b| a >= b), "{}", workload.name());
            }
            turn += 1;
        }
    }
}
