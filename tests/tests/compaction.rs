//! Intra-warp compaction in the golden GPU (vaidya2013): every workload on the paper's machine.

mod support;

use heddle_contract::Config;
use heddle_contract::config::Compress;
use heddle_kernels::Workload;
use heddle_sim::{Gpu, Mechanism, Report};

fn run(workload: &dyn Workload, mechanism: Mechanism, mode: Compress) -> Report {
    let mut config = Config::preset("vaidya2013").unwrap();
    config.compaction.mode = mode;
    let gpu = Gpu::new(&config).unwrap();
    let job = support::job(workload, &config);
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
#[test]
fn no_mode_takes_more_cycles_than_the_one_before() {
    for workload in race_free() {
        for mechanism in [Mechanism::Pdom, Mechanism::Nrec] {
            let name = workload.name();
            let reports = Compress::ALL.map(|mode| run(workload, mechanism, mode));
            let [first, ..] = &reports;
            assert!(cycles(first).is_sorted_by(|a, b| a >= b), "{name}");
            for report in &reports {
                assert_eq!(cycles(report), cycles(first), "{name}");
                // Memory divergence is the same: "does not create any additional" (section 5.4).
                let (mine, theirs) = (&report.statistics.cache, &first.statistics.cache);
                assert_eq!(mine.accesses, theirs.accesses, "{name}");
            }
            let times = reports.map(|report| report.statistics.cycles);
            assert!(times.is_sorted_by(|a, b| a >= b), "{name}: {times:?}");
        }
    }
}

/// Section 3: programs with a SIMD efficiency above 95 % are coherent; they lose nothing.
#[test]
fn coherent_programs_lose_nothing() {
    let mut coherent = 0;
    for workload in race_free() {
        let [none, scc] =
            [Compress::None, Compress::Scc].map(|mode| run(workload, Mechanism::Pdom, mode));
        if none.statistics.simd_efficiency > 0.95 {
            coherent += 1;
            let gained = none.statistics.cycles - scc.statistics.cycles;
            assert!(20 * gained <= none.statistics.cycles, "{}", workload.name());
        }
    }
    assert!(coherent >= 3, "{coherent}");
}

#[test]
fn results_are_right_whoever_forms_the_warps() {
    for workload in race_free() {
        for mechanism in [Mechanism::Stackless, Mechanism::Dwf] {
            for mode in Compress::ALL {
                let report = run(workload, mechanism, mode);
                let cycles = cycles(&report);
                assert!(cycles.is_sorted_by(|a, b| a >= b), "{}", workload.name());
            }
        }
    }
}
