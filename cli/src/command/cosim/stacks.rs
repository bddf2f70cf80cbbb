//! The log of what RTL in the loop pushes on its stacks and pops.

use super::Comparison;
use crate::cli::{Cosim, Mode};
use crate::command::job::Asked;
use crate::command::watched::{begin, end, scope};
use crate::failure::Failure;
use heddle_contract::{Config, Unit, units};
use heddle_cosim::KernelOutcome;
use heddle_timeline::{StackLog, Window};
use std::path::Path;

/// Units whose ports show stacks.
const UNITS: [&str; 2] = [units::ReconvergenceStack::NAME, units::DwrSubsystem::NAME];

/// Every cycle.
const ALL: Window = Window {
    from: 0,
    to: u64::MAX,
};

/// Refuses a log where no RTL keeps the stacks.
///
/// # Errors
/// Another mode or unit.
pub fn check(options: &Cosim, mode: Mode) -> Result<(), Failure> {
    let unit = options.unit.as_str();
    if options.log_stack.is_none() || mode == Mode::InLoop && UNITS.contains(&unit) {
        return Ok(());
    }
    let what = format!("--log-stack with --unit {unit} --mode {}", mode.name());
    let remedy = format!(
        "RTL keeps the stacks with --mode in-loop --unit {}",
        UNITS.join(" or ")
    );
    Err(Failure::input_with(what, remedy))
}

/// Runs the kernel with the RTL in the loop, and logs its stacks.
///
/// # Errors
/// As [`Comparison::in_kernel`]; a function that is not there; a file that cannot be written.
pub fn logged(
    config: &Config,
    comparison: &Comparison,
    options: &Cosim,
    asked: &Asked,
    path: &Path,
) -> Result<KernelOutcome, Failure> {
    let mechanism = comparison.mechanism()?;
    let scope = scope(config, asked.job(), ALL, options.log_function.as_deref())?;
    let mut log = begin(path, |file| StackLog::new(scope, mechanism, file))?;
    let result = comparison.in_kernel(asked, |modes, check| {
        (modes.in_loop_observed)(check, &mut log)
    })?;
    end(path, log.finish())?;
    Ok(result)
}
