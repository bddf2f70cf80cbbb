//! `heddle cosim`: RTL against the golden model, in one of three modes.

mod comparison;
mod stacks;

pub use comparison::{Comparison, agreed, cache};

use super::{barriers_at_risk, statistics, unknown_jumps};
use crate::cli::{Cosim, Global, Mode};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_contract::Config;
use heddle_cosim::{KernelOutcome, Outcome};
use heddle_sim::Job;
use heddle_sim::fault::BarrierAtRisk;
use serde_json::{Value, json};

/// Compares, prints the result, fails on a mismatch.
pub fn execute(global: &Global, options: &Cosim) -> Result<(), Failure> {
    let config = global.machine()?;
    let mode = mode(options)?;
    stacks::check(options, mode)?;
    only_in_loop(options, mode)?;
    let planned = Planned::new().folder("--out", Some(&options.out));
    planned
        .file("--log-stack", options.log_stack.as_ref())
        .check()?;
    let comparison = Comparison::new(global, options, &config)?;
    match mode {
        Mode::Unit => unit(global, &comparison),
        Mode::Shadow | Mode::InLoop => kernel(global, &config, &comparison, options, mode),
    }
}

/// The mode that the options select; unit mode by default.
///
/// # Errors
/// Options of other modes.
fn mode(options: &Cosim) -> Result<Mode, Failure> {
    let of_kernels = [
        ("--workload", options.workload.is_some()),
        ("--kernel", options.kernel.is_some()),
        ("--mechanism", options.mechanism.is_some()),
    ];
    let of_stimuli = [("--cycles", options.cycles.is_some())];
    let given = |of_mode: &[(&'static str, bool)]| {
        let found = of_mode.iter().find(|(_, given)| *given);
        found.map(|(option, _)| *option)
    };
    let (option, mode, remedy) = match options.mode {
        Some(Mode::Shadow | Mode::InLoop) => (
            given(&of_stimuli),
            "a mode that runs a kernel",
            "leave it out, or add --mode unit; --max-cycles limits a launch",
        ),
        Some(Mode::Unit) => (
            given(&of_kernels),
            "--mode unit, which runs no kernel",
            "add --mode shadow or --mode in-loop in its place",
        ),
        // USR-9: shadow and in-loop answer different questions, and neither is the usual one.
        None => (
            given(&of_kernels),
            "no --mode that runs a kernel",
            "add --mode shadow or --mode in-loop",
        ),
    };
    match option {
        Some(option) => Err(Failure::input_with(format!("{option} with {mode}"), remedy)),
        None => Ok(options.mode.unwrap_or(Mode::Unit)),
    }
}

/// Refuses to watch assumptions where no RTL is in the loop.
///
/// # Errors
/// Another mode.
fn only_in_loop(options: &Cosim, mode: Mode) -> Result<(), Failure> {
    if !options.assumptions || mode == Mode::InLoop {
        return Ok(());
    }
    let what = format!("--assumptions with --mode {}", mode.name());
    Err(Failure::input_with(what, "add --mode in-loop"))
}

fn unit(global: &Global, comparison: &Comparison) -> Result<(), Failure> {
    let outcome = comparison.alone()?;
    if global.json {
        output::json(&outcome)?;
    } else {
        output::line(&summary(&outcome))?;
        output::line(&corners(&outcome))?;
    }
    agreed(&outcome)
}

fn kernel(
    global: &Global,
    config: &Config,
    comparison: &Comparison,
    options: &Cosim,
    mode: Mode,
) -> Result<(), Failure> {
    let asked = comparison.asked()?;
    warn(asked.job());
    let result = match &options.log_stack {
        Some(path) => stacks::logged(config, comparison, options, &asked, path)?,
        None => comparison.in_kernel(&asked, |modes, check| match mode {
            Mode::Shadow => (modes.shadow)(check),
            _ => (modes.in_loop)(check),
        })?,
    };
    if global.json {
        output::json(&as_json(&result))?;
    } else {
        output::line(&summary(&result.outcome))?;
        output::line(&statistics::line("golden run", &result.golden))?;
        output::line(&statistics::line("with RTL  ", &result.report))?;
        if options.assumptions {
            output::line(&assumptions(&result.outcome))?;
        }
    }
    comparison.verdict(&asked, &result)
}

/// Names jumps and barriers of the program that may mislead a run.
pub fn warn(job: &Job) {
    unknown_jumps::warn(&unknown_jumps::of(&job.program));
    barriers_at_risk::warn(&BarrierAtRisk::of(&job.program));
}

fn as_json(result: &KernelOutcome) -> Value {
    let mut value = serde_json::to_value(&result.outcome).expect("outcomes have string keys");
    value["run"] = serde_json::to_value(&result.report).expect("reports have string keys");
    value["equals_golden_run"] = json!(result.report == result.golden);
    value
}

fn summary(outcome: &Outcome) -> String {
    format!(
        "{}: {} cycles, {} mismatches, {:.0} cycles/s, seed {}",
        outcome.unit,
        outcome.cycles,
        outcome.mismatches,
        outcome.rtl_cycles_per_second,
        outcome.seed
    )
}

fn assumptions(outcome: &Outcome) -> String {
    let mut table = output::table(&["instance", "assumption", ""], &[]);
    for it in &outcome.assumptions {
        let held = if it.broken { "broken" } else { "held" };
        table.add_row([it.place(), it.assumption, held]);
    }
    table.to_string()
}

fn corners(outcome: &Outcome) -> String {
    let mut table = output::table(&["corner", "hits, up to 100"], &[1]);
    for corner in &outcome.corners {
        table.add_row([corner.corner, &corner.hits.to_string()]);
    }
    table.to_string()
}
