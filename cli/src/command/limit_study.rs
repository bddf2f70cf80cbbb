//! `--mechanism oracle`: the limit study of reconvergence points instead of a run.

use super::job::FromFiles;
use super::{outcome, statistics};
use crate::cli::{Global, Machine, Run, Sim};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_kernels::Workload;
use heddle_sim::limit_study::{Counts, LimitStudy, StudyError, study};
use heddle_sim::{Error, Job, Limits};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

/// Studies a kernel of the user.
pub fn of_files(
    global: &Global,
    config: &Config,
    files: &FromFiles,
    options: &Sim,
) -> Result<(), Failure> {
    if options.out.is_some() {
        return Err(refused("--out", "the limit study yields cycles, no memory"));
    }
    let start = Instant::now();
    let found = run(global, config, files.job(), &options.machine, |error| {
        files.failure(error)
    })?;
    show(global, &found, start)
}

/// Studies a kernel of a source.
pub fn of_source(
    global: &Global,
    config: &Config,
    job: &Job,
    options: &Run,
    wrong: impl FnOnce(&Error) -> Failure,
) -> Result<(), Failure> {
    let of_memory = [
        ("--dump", &options.of_source.dump),
        ("--expect", &options.of_source.expect),
    ];
    if let Some((option, _)) = of_memory.into_iter().find(|(_, given)| !given.is_empty()) {
        return Err(refused(option, "the limit study yields cycles, no memory"));
    }
    let start = Instant::now();
    let found = run(global, config, job, &options.machine, wrong)?;
    show(global, &found, start)
}

fn show(global: &Global, found: &LimitStudy, start: Instant) -> Result<(), Failure> {
    match global.json {
        true => output::json(&as_json(found, start)),
        false => output::line(&table(found)),
    }
}

/// Studies a built-in workload.
pub fn of_workload(
    global: &Global,
    config: &Config,
    workload: &dyn Workload,
    job: &Job,
    options: &Run,
) -> Result<(), Failure> {
    let start = Instant::now();
    let wrong = |error: &Error| Failure::input_with(error, error.remedy());
    let found = run(global, config, job, &options.machine, wrong)?;
    if global.json {
        let mut value = as_json(&found, start);
        value["workload"] = json!(workload.name());
        value["passed"] = Value::Null;
        output::json(&value)
    } else if options.brief {
        let s = &found.oracle;
        let name = format!("{:10}", "oracle");
        let counts = [s.cycles, s.instructions];
        let line = statistics::figures(&name, counts, s.simd_efficiency, s.ipc);
        output::line(&line)
    } else {
        output::line(&format!("{}: {}", workload.name(), workload.about()))?;
        output::line(&table(&found))
    }
}

fn refused(option: &str, why: &str) -> Failure {
    Failure::input_with(format!("{option} with --mechanism oracle"), why)
}

fn run(
    global: &Global,
    config: &Config,
    job: &Job,
    options: &Machine,
    wrong: impl FnOnce(&Error) -> Failure,
) -> Result<LimitStudy, Failure> {
    if options.is_recorded() || options.is_logged() {
        let why = "the limit study has no cycles of a machine to show";
        return Err(refused("--trace, --draw or a log", why));
    }
    if options.check_races {
        return Err(refused(
            "--check-races",
            "look for races under another mechanism",
        ));
    }
    if options.check_flow {
        return Err(refused(
            "--check-flow",
            "the limit study takes the graph alone: check a run under another mechanism",
        ));
    }
    let clock = Arc::default();
    let limits = Limits {
        max_cycles: options.max_cycles,
    };
    let progress = Progress::new(global, "cycles", None);
    let found = progress.watch(&clock, || study(config, job, &limits, &clock));
    found.map_err(|error| match &error {
        StudyError::Start(error) => wrong(error),
        StudyError::Stopped(outcome) => outcome::stopped(outcome),
        StudyError::NoLaunch { .. }
        | StudyError::BehindLoop { .. }
        | StudyError::Deadlock { .. } => Failure::input_with(&error, error.remedy()),
    })
}

/// The keys of a run for the oracle, as far as they apply; all three schemes under
/// `limit_study`.
fn as_json(found: &LimitStudy, start: Instant) -> Value {
    let mut value = serde_json::to_value(&found.oracle).expect("counts have string keys");
    value["buffers"] = json!([]);
    value["limit_study"] = json!(found);
    value["wall_seconds"] = json!(start.elapsed().as_secs_f64());
    value
}

fn table(found: &LimitStudy) -> String {
    let heading = [
        "scheme",
        "cycles",
        "instructions",
        "SIMD efficiency",
        "IPC",
        "over pdom",
    ];
    let mut table = output::table(&heading, &[1, 2, 3, 4, 5]);
    for (name, counts) in [
        ("nrec", &found.nrec),
        ("pdom", &found.pdom),
        ("oracle", &found.oracle),
    ] {
        table.add_row(row(name, counts, &found.pdom));
    }
    format!("{table}\n{}", threads(found))
}

fn row(name: &str, counts: &Counts, pdom: &Counts) -> [String; 6] {
    [
        name.into(),
        counts.cycles.to_string(),
        counts.instructions.to_string(),
        format!("{:.1} %", 100.0 * counts.simd_efficiency),
        format!("{:.3}", counts.ipc),
        format!("{:+.1} %", 100.0 * counts.speedup_over(pdom)),
    ]
}

fn threads(found: &LimitStudy) -> String {
    let all = format!(
        "threads: {}, {} instructions each on average",
        found.threads,
        found.oracle.thread_instructions / found.threads as u64
    );
    match found.truncated {
        0 => all,
        cut => format!("{all}; {cut} of them are cut at limit_study.trace"),
    }
}
