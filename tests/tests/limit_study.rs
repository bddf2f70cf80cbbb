//! The limit study of fung2009 (section 3.3) on built-in workloads: its replay issues as often as the
//! golden GPU, and the bars of figure 7 stand as the paper says.

mod support;

use heddle_contract::Config;
use heddle_contract::config::Source;
use heddle_kernels::Workload;
use heddle_sim::limit_study::{Counts, LimitStudy, study};
use heddle_sim::{Gpu, Job, Mechanism};

fn machine(preset: &str, changes: &[&str]) -> Config {
    let changes: Vec<String> = changes.iter().map(|change| change.to_string()).collect();
    Config::load(&Source::Preset(preset.into()), &changes).unwrap()
}

fn studied(job: &Job, config: &Config) -> LimitStudy {
    study(config, job, &support::limits(), &Default::default()).unwrap()
}

/// Threads of a job's only launch, if it has but one.
fn threads_of_only_launch(job: &Job) -> Option<usize> {
    let [launch] = &job.launches[..] else {
        return None;
    };
    let extents = launch.grid.iter().chain(&launch.block);
    Some(extents.map(|&extent| extent as usize).product())
}

/// The golden GPU with warps of the same size has the same histogram of active lanes, so it issues
/// the same number of instructions.
fn compare(
    workload: &dyn Workload,
    job: &Job,
    config: &Config,
    mechanism: Mechanism,
    found: &Counts,
) {
    let gpu = Gpu::new(config).unwrap();
    let report = gpu.run(job, mechanism, &support::limits()).unwrap();
    support::assert_result(workload, mechanism.name(), &report);
    let golden = report.statistics;
    let what = format!("{}, {mechanism}", workload.name());
    assert_eq!(
        found.active_lane_histogram, golden.active_lane_histogram,
        "{what}"
    );
    assert_eq!(found.instructions, golden.instructions, "{what}");
    assert_eq!(
        found.thread_instructions, golden.thread_instructions,
        "{what}"
    );
}

/// All race-free workloads of one launch that is small enough to be studied whole.
#[test]
fn the_replay_issues_as_often_as_the_golden_gpu() {
    let whole = ["limit_study.threads=1024", "limit_study.trace=200000"];
    let config = machine("tiny", &whole);
    let mut compared = 0;
    for workload in heddle_kernels::all().iter().filter(|w| w.is_race_free()) {
        let job = support::job(*workload, &config);
        let Some(threads) = threads_of_only_launch(&job).filter(|&threads| threads <= 1024) else {
            continue;
        };
        let found = studied(&job, &config);
        assert_eq!(
            (found.threads, found.truncated),
            (threads, 0),
            "{}",
            workload.name()
        );
        compare(*workload, &job, &config, Mechanism::Nrec, &found.nrec);
        compare(*workload, &job, &config, Mechanism::Pdom, &found.pdom);
        compared += 1;
    }
    assert!(compared >= 10, "{compared}");
}

/// Nobody issues more often than who never reconverges, nobody less often than the oracle; all
/// execute the same.
#[test]
fn the_oracle_issues_least() {
    let config = machine("fung2009", &[]);
    for workload in heddle_kernels::all() {
        let LimitStudy {
            nrec,
            pdom,
            oracle,
            threads,
            ..
        } = studied(&support::job(*workload, &config), &config);
        let slots = [&oracle, &pdom, &nrec].map(|counts| counts.instructions);
        assert!(slots.is_sorted(), "{}: {slots:?}", workload.name());
        assert!(threads <= 128);
        for counts in [&pdom, &oracle] {
            assert_eq!(counts.thread_instructions, nrec.thread_instructions);
        }
    }
}

/// Figure 7: what the oracle gains on the contrived loop, and that a real program with barriers and the same
/// dependence on even and odd threads gains next to nothing.
#[test]
fn figure_7() {
    let config = machine("fung2009", &[]);
    let gain = |name| {
        let workload = heddle_kernels::by_name(name).unwrap();
        let found = studied(&support::job(workload, &config), &config);
        found.oracle.speedup_over(&found.pdom)
    };
    assert!(gain("contrived") > 0.3, "{}", gain("contrived"));
    for name in ["bitonic", "black_scholes", "matmul"] {
        assert!(gain(name).abs() < 0.026, "{name}: {}", gain(name));
    }
}
