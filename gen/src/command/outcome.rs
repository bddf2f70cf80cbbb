//! What a run that did not complete is to the user.

use crate::failure::Failure;
use heddle_sim::{Outcome, Report};

/// A failure if the run did not complete.
pub fn completed(report: &Report) -> Result<(), Failure> {
    match report.outcome.is_complete() {
        true => Ok(()),
        false => Err(stopped(&report.outcome)),
    }
}

/// The failure of a run that did not complete.
pub fn stopped(outcome: &Outcome) -> Failure {
    let failure = Failure::ran(outcome).code(match outcome {
        Outcome::Completed | Outcome::Fault(_) => "heddle::fault",
        Outcome::Deadlock(_) => "heddle::deadlock",
        Outcome::NoProgress(_) => "heddle::no_progress",
        Outcome::CycleLimit(_) => "heddle::cycle_limit",
        Outcome::Broken(_) => "heddle::mismatch",
    });
    match outcome.remedy() {
        Some(remedy) => failure.help(remedy),
        None => failure,
    }
}
