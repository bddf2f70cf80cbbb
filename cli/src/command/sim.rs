//! `heddle sim`: runs a kernel of the user on the golden GPU.

use super::job::FromFiles;
use super::ran::Ran;
use super::watched::{Watched, outputs};
use super::{barriers_at_risk, limit_study, outcome, unknown_jumps, whole_program};
use crate::cli::{Global, Machine, Sim};
use crate::failure::Failure;
use crate::output::{self, Planned};
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_sim::fault::BarrierAtRisk;
use heddle_sim::functional::FUNCTIONAL;
use heddle_sim::report::Output;
use heddle_sim::{Error, Gpu, Job, Limits, Mechanism};
use heddle_study::Method;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Runs the launch file, writes the output buffers, prints the statistics.
pub fn execute(global: &Global, options: &Sim) -> Result<(), Failure> {
    let Some(launch) = &options.kernel.launch else {
        return whole_program::execute(global, options);
    };
    let config = machine(global, &options.machine)?;
    let files = FromFiles::read(&options.kernel.kernel, launch)?;
    let Method::Gpu(mechanism) = options.machine.mechanism else {
        return limit_study::of_files(global, &config, &files, options);
    };
    outputs_of(options, files.job()).check()?;
    let unknown_jumps = unknown_jumps::of(&files.job().program);
    unknown_jumps::warn(&unknown_jumps);
    let barriers_at_risk = BarrierAtRisk::of(&files.job().program);
    barriers_at_risk::warn(&barriers_at_risk);
    let start = Instant::now();
    let wrong = |error: &Error| files.failure(error);
    let machine = &options.machine;
    let report = simulate(global, &config, files.job(), mechanism, machine, wrong)?;
    let seconds = start.elapsed().as_secs_f64();
    let files = write_buffers(report.buffers(), options.out.as_deref())?;
    if global.json {
        let mut value = report.as_json(&files, seconds);
        value["unknown_jumps"] = json!(unknown_jumps);
        value["barriers_at_risk"] = json!(barriers_at_risk);
        output::json(&value)?;
    } else {
        report.show(seconds)?;
    }
    outcome::completed(report.outcome())?;
    report.checked()
}

/// The machine, with the policy and the compaction that the options select.
pub fn machine(global: &Global, options: &Machine) -> Result<Config, Failure> {
    let mut config = global.machine()?;
    if let Some(policy) = options.policy {
        if options.mechanism != Method::Gpu(Mechanism::Dwf) {
            let what = format!("--policy with --mechanism {}", options.mechanism.name());
            return Err(Failure::input_with(
                what,
                "policies are those of --mechanism dwf",
            ));
        }
        config.dwf.policy = policy;
    }
    if let Some(mode) = options.compaction {
        if matches!(
            options.mechanism,
            Method::Oracle | Method::Gpu(Mechanism::Mimd)
        ) {
            let what = format!("--compaction with --mechanism {}", options.mechanism.name());
            return Err(Failure::input_with(
                what,
                "compaction is within warps: choose a mechanism that has some",
            ));
        }
        config.compaction.mode = mode;
    }
    if let Some(core) = options.timeline_core.filter(|&core| core >= config.cores) {
        let what = format!(
            "--timeline-core {core}: this machine has {} cores",
            config.cores
        );
        return Err(Failure::input_with(what, "cores are numbered from 0"));
    }
    if let Some(function) = options
        .log_function
        .as_ref()
        .filter(|_| !options.is_logged())
    {
        let what = format!("`{function}` is a function to log, and nothing is logged");
        let remedy = "add --log-stack FILE or --log-instructions FILE";
        return Err(Failure::input_with(what, remedy));
    }
    Ok(config)
}

/// The output files of a run, including those of the output buffers.
fn outputs_of(options: &Sim, job: &Job) -> Planned {
    let Some(folder) = &options.out else {
        return outputs(&options.machine);
    };
    let planned = outputs(&options.machine).folder("--out", Some(folder));
    let buffers = job.buffers.iter().filter(|buffer| buffer.out);
    buffers.fold(planned, |planned, buffer| {
        planned.file("--out", Some(folder.join(file_name(&buffer.name))))
    })
}

/// The name of what a run is made on: that of its mechanism, unless the options ask for the functional device.
pub fn name(mechanism: Mechanism, machine: &Machine) -> &'static str {
    match machine.functional {
        true => FUNCTIONAL,
        false => mechanism.name(),
    }
}

/// Runs a job on the golden GPU, or on the functional device if the options ask for it, and shows its progress.
pub fn simulate(
    global: &Global,
    config: &Config,
    job: &Job,
    mechanism: Mechanism,
    machine: &Machine,
    wrong: impl Fn(&Error) -> Failure,
) -> Result<Ran, Failure> {
    let clock = Arc::default();
    let gpu = Gpu::new(config).map_err(|error| wrong(&error.into()))?;
    let gpu = gpu.with_clock(&clock);
    let limits = Limits {
        max_cycles: machine.max_cycles,
    };
    if machine.functional {
        let progress = Progress::new(global, "instructions", None);
        let report = progress.watch(&clock, || gpu.run_functional(job, &limits));
        let report = report.map_err(|error| wrong(&error))?;
        return Ok(Ran::Functional(Box::new(report)));
    }
    let mut watched = Watched::new(global, config, mechanism, job, machine)?;
    let gpu = gpu
        .with_race_check(machine.check_races)
        .with_flow_check(machine.check_flow)
        .with_threads(machine.threads.into())
        .with_timeline_of(machine.timeline_core)
        .with_profile(machine.profile || watched.shows_profile())
        .with_bus_watch(watched.bus_watch());
    let progress = Progress::new(global, "cycles", None);
    let report = progress.watch(&clock, || match watched.observers() {
        Some(mut all) => gpu.run_observed(job, mechanism, &limits, &mut all),
        None => gpu.run(job, mechanism, &limits),
    });
    let report = report.map_err(|error| wrong(&error))?;
    watched.finish(&report)?;
    Ok(Ran::Golden(Box::new(report)))
}

/// Writes `NAME.bin` for every output buffer if there is a folder for them; returns the path of each.
fn write_buffers(buffers: &[Output], folder: Option<&Path>) -> Result<Vec<String>, Failure> {
    let Some(folder) = folder else {
        return Ok(Vec::new());
    };
    let names = buffers.iter().map(|buffer| file_name(&buffer.name));
    let names: Vec<String> = names.collect();
    let bytes = buffers.iter().map(|buffer| buffer.bytes.as_slice());
    output::files(folder, names.iter().map(String::as_str).zip(bytes))?;
    let path = |name| folder.join(name).display().to_string();
    Ok(names.iter().map(path).collect())
}

fn file_name(buffer: &str) -> String {
    format!("{buffer}.bin")
}
