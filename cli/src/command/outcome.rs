//! Failures for runs that did not complete, or not with the right result.

use crate::failure::Failure;
use heddle_kernels::{Size, Workload};
use heddle_sim::{Outcome, Report};
use heddle_study::Shortfall;

/// A failure if the run did not complete.
pub fn completed(report: &Report) -> Result<(), Failure> {
    Ok(heddle_study::completed(report)?)
}

/// The failure of a run that did not complete.
pub fn stopped(outcome: &Outcome) -> Failure {
    let failure = Failure::ran(outcome).code(match outcome {
        Outcome::Completed | Outcome::Fault(_) => "heddle::fault",
        Outcome::Deadlock(_) => "heddle::deadlock",
        Outcome::NoProgress(_) => "heddle::no_progress",
        Outcome::CycleLimit(_) => "heddle::cycle_limit",
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
    report: &Report,
) -> Result<(), Failure> {
    Ok(heddle_study::check(workload, size, seed, report)?)
}

impl From<Shortfall<'_>> for Failure {
    fn from(shortfall: Shortfall<'_>) -> Self {
        match shortfall {
            Shortfall::Stopped(outcome) => stopped(outcome),
            Shortfall::Wrong { .. } => Failure::ran(shortfall),
        }
    }
}
