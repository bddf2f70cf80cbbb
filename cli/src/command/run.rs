//! `heddle run`: runs a built-in workload on the golden GPU and checks its result, or runs a kernel in OpenCL C.

mod files;
mod source;

use super::{barriers_at_risk, job, limit_study, outcome, sim, watched};
use crate::cli::{Global, Machine, Run, Runnable};
use crate::failure::Failure;
use crate::output;
use heddle_kernels::Size;
use heddle_sim::fault::BarrierAtRisk;
use heddle_study::Method;
use serde_json::json;
use std::time::Instant;

/// Runs the workload or source that the options name; each of the two kinds has its own options.
pub fn execute(global: &Global, options: &Run) -> Result<(), Failure> {
    let (what, stranger) = match &options.what {
        Runnable::Workload(..) => ("a built-in workload", options.of_source.given()),
        Runnable::Source(_) => ("a source", options.size.map(|_| "--size")),
    };
    if let Some(option) = stranger {
        let what = format!("{option} with {what}");
        return Err(Failure::input_with(what, "leave it out"));
    }
    match &options.what {
        Runnable::Workload(name, function) => {
            of_workload(global, options, name, function.as_deref())
        }
        Runnable::Source(file) => source::execute(global, options, file),
    }
}

/// Runs the workload under a mechanism and compares its buffers with the reference.
fn of_workload(
    global: &Global,
    options: &Run,
    name: &str,
    function: Option<&str>,
) -> Result<(), Failure> {
    let machine = &logging(&options.machine, function)?;
    let config = sim::machine(global, machine)?;
    let workload = job::workload(name)?;
    let size = options.size.unwrap_or(Size::Small);
    let job = job::of_workload(workload, size, global.seed, &config);
    let Method::Gpu(mechanism) = machine.mechanism else {
        return limit_study::of_workload(global, &config, workload, &job, options);
    };
    watched::outputs(machine).check()?;
    let barriers_at_risk = BarrierAtRisk::of(&job.program);
    barriers_at_risk::warn(&barriers_at_risk);
    let start = Instant::now();
    let wrong = |error: &heddle_sim::Error| Failure::input_with(error, error.remedy());
    let report = sim::simulate(global, &config, &job, mechanism, machine, wrong)?;
    let seconds = start.elapsed().as_secs_f64();
    let (ended, buffers) = (report.outcome(), report.buffers());
    let verdict = outcome::verdict(workload, size, global.seed, ended, buffers);
    let passed = verdict.is_ok();
    if global.json {
        let mut value = report.as_json(&[], seconds);
        value["workload"] = json!(workload.name());
        value["passed"] = json!(passed);
        value["barriers_at_risk"] = json!(barriers_at_risk);
        output::json(&value)?;
    } else if options.brief {
        let name = format!("{:10} {}", sim::name(mechanism, machine), mark(passed));
        output::line(&report.line(&name))?;
    } else {
        output::line(&format!("{}: {}", workload.name(), workload.about()))?;
        report.show(seconds)?;
        output::line(&format!("result: {}", mark(passed)))?;
    }
    verdict?;
    report.checked()
}

/// The options with the function to log that is named behind the workload.
fn logging(options: &Machine, function: Option<&str>) -> Result<Machine, Failure> {
    let mut options = options.clone();
    if let Some(function) = function {
        if options.log_function.is_some() {
            let what = format!("--log-function, and `:{function}` behind the workload");
            return Err(Failure::input_with(what, "name one function to log"));
        }
        options.log_function = Some(function.into());
    }
    Ok(options)
}

fn mark(passed: bool) -> &'static str {
    if passed { "passed" } else { "FAILED" }
}
