//! Failures for runs that did not complete, or not with the right result.

use crate::failure::Failure;
use heddle_kernels::{Size, Workload};
use heddle_sim::Outcome;
use heddle_sim::report::Output;
use heddle_study::Shortfall;

/// A failure if the run did not complete.
pub fn completed(outcome: &Outcome) -> Result<(), Failure> {
    match outcome.is_complete() {
        true => Ok(()),
        false => Err(stopped(outcome)),
    }
}

/// The failure of a run that did not complete.
pub fn stopped(outcome: &Outcome) -> Failure {
    let failure = Failure::ran(outcome).code(match outcome {
        Outcome::Completed | Outcome::Fault(_) => "heddle::fault",
        Outcome::Deadlock(_) => "heddle::deadlock",
        Outcome::NoProgress(_) => "heddle::no_progress",
        Outcome::CycleLimit(_) => "heddle::cycle_limit",
        Outcome::InstructionLimit(_) => "heddle::instruction_limit",
        Outcome::RoundLimit(_) => "heddle::round_limit",
        Outcome::Broken(_) => "heddle::mismatch",
    });
    match outcome.remedy() {
        Some(remedy) => failure.help(remedy),
        None => failure,
    }
}

/// A failure unless a run completed with the reference's result.
pub fn verdict(
    workload: &dyn Workload,
    size: Size,
    seed: u64,
    outcome: &Outcome,
    buffers: &[Output],
) -> Result<(), Failure> {
    let checked = heddle_study::check_buffers(workload, size, seed, outcome, buffers);
    Ok(checked?)
}

impl From<Shortfall<'_>> for Failure {
    fn from(shortfall: Shortfall<'_>) -> Self {
        match shortfall {
            Shortfall::Stopped(outcome) => stopped(outcome),
            Shortfall::Wrong { .. } => Failure::ran(shortfall),
        }
    }
}
