//! `--view` of a comparison: the runs of its program once more, watched, on one page.

use crate::cli::{Compare, Global};
use crate::command::watched::{about, check_size};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_sim::{Gpu, Limits};
use heddle_study::{Method, Plan, PlannedRun};
use heddle_timeline::Recorder;
use heddle_timeline::page::{self, MOST_ISSUES};
use heddle_timeline::recording::Writer;
use std::path::Path;
use std::sync::Arc;

/// Refuses a comparison that is too large for a page.
///
/// # Errors
/// Several programs, or several machines.
pub fn check(options: &Compare, plan: &Plan) -> Result<(), Failure> {
    let (programs, machines) = (plan.subjects.len(), plan.settings.len());
    match options.view.is_some() && programs * machines != 1 {
        true => {
            let what = format!("--view of {programs} programs on {machines} machines");
            let remedy = "name one program, and leave --vary out: a page shows one program";
            Err(Failure::input_with(what, remedy).code("heddle::view"))
        }
        false => Ok(()),
    }
}

/// Writes the page.
///
/// # Errors
/// A program that cannot be started, and more instructions than a page shows.
pub fn write(global: &Global, options: &Compare, plan: &Plan, path: &Path) -> Result<(), Failure> {
    let mut recordings = Vec::new();
    let mut issues = 0;
    for run in &plan.planned_runs {
        let (recording, of_run) = recorded(global, options, run)?;
        recordings.push(recording);
        issues += of_run;
    }
    check_size(issues)?;
    let title = format!("{} under {}", plan.subjects[0].name(), names(plan));
    output::stream(path, |out| page::write(&recordings, &title, out))
}

fn names(plan: &Plan) -> String {
    let names: Vec<&str> = plan.mechanisms.iter().map(|own| own.name()).collect();
    names.join(", ")
}

/// A recording of a run, and how many instructions it issued.
fn recorded(
    global: &Global,
    options: &Compare,
    run: &PlannedRun,
) -> Result<(Vec<u8>, u64), Failure> {
    let Method::Gpu(mechanism) = run.method else {
        unreachable!("a comparison is of mechanisms");
    };
    let loaded = run.subject.load(&run.config)?;
    let (config, job) = (&run.config, loaded.job());
    let about = about(global, config, mechanism, job, options.trace_cycles);
    let mut writer = Writer::new(about, MOST_ISSUES, Vec::new()).expect("memory takes every byte");
    let clock = Arc::default();
    let gpu =
        Gpu::new(config).map_err(|error| Failure::input_with(&error, "change the machine"))?;
    let buses = Recorder::bus_watch(options.trace_cycles);
    let gpu = gpu.with_clock(&clock).with_profile(true);
    let gpu = gpu.with_bus_watch(Some(buses));
    let limits = Limits {
        max_cycles: run.max_cycles,
    };
    let progress = Progress::new(global, "cycles", None);
    let ran = progress.watch(&clock, || {
        gpu.run_observed(job, mechanism, &limits, &mut writer)
    });
    let report = ran.map_err(|error| Failure::input_with(&error, error.remedy()))?;
    let json = serde_json::to_value(&report).expect("reports have string keys");
    let finished = writer.finish(&json, report.bus_use.as_ref());
    Ok(finished.expect("memory takes every byte"))
}
