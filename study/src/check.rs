//! Whether a run gave the right result.

use heddle_kernels::{Difference, Size, Workload};
use heddle_sim::report::Output;
use heddle_sim::{Outcome, Report};

/// Why a run counts as failed.
#[derive(Debug, thiserror::Error)]
pub enum Shortfall<'a> {
    /// It did not complete.
    #[error("{0}")]
    Stopped(&'a Outcome),
    /// It completed with another result than the reference.
    #[error("{workload}: {difference}")]
    Wrong {
        /// The workload.
        workload: &'static str,
        /// The first difference.
        difference: Box<Difference>,
    },
}

/// Whether a run completed.
///
/// # Errors
/// [`Shortfall::Stopped`].
pub fn completed(report: &Report) -> Result<(), Shortfall<'_>> {
    match report.outcome.is_complete() {
        true => Ok(()),
        false => Err(Shortfall::Stopped(&report.outcome)),
    }
}

/// Whether a run of a workload completed with the result of the workload's reference.
///
/// # Errors
/// [`Shortfall`].
pub fn check<'a>(
    workload: &dyn Workload,
    size: Size,
    seed: u64,
    report: &'a Report,
) -> Result<(), Shortfall<'a>> {
    check_buffers(workload, size, seed, &report.outcome, &report.buffers)
}

/// [`check`] of a run that ended like this, on any device, and left these buffers.
///
/// # Errors
/// [`Shortfall`].
pub fn check_buffers<'a>(
    workload: &dyn Workload,
    size: Size,
    seed: u64,
    outcome: &'a Outcome,
    buffers: &[Output],
) -> Result<(), Shortfall<'a>> {
    if !outcome.is_complete() {
        return Err(Shortfall::Stopped(outcome));
    }
    let outputs: Vec<(String, Vec<u8>)> = buffers
        .iter()
        .map(|buffer| (buffer.name.clone(), buffer.bytes.clone()))
        .collect();
    let checked = workload.check(size, seed, &outputs);
    checked.map_err(|difference| Shortfall::Wrong {
        workload: workload.name(),
        difference: Box::new(difference),
    })
}
