//! Synthesis for the commands: the user's tools and results, and units in the style of a target.

use super::cosim;
use crate::failure::Failure;
use heddle_contract::Config;
use heddle_hdl::{MemoryStyle, Style, units};
use heddle_synth::{Effort, Job, Lab, Target};

/// The tools of this machine, with the user's cache for results.
///
/// # Errors
/// No place for a cache exists.
pub fn lab() -> Result<Lab, Failure> {
    Ok(Lab::new(cosim::cache()?))
}

/// A synthesis job for a unit of a machine.
///
/// # Errors
/// A machine that the unit refuses.
pub fn job(
    unit: &str,
    config: &Config,
    target: &Target,
    memory: MemoryStyle,
    effort: &Effort,
) -> Result<Job, Failure> {
    let style = Style {
        memory,
        ..Style::default()
    };
    Ok(Job::of(
        &units::styled(unit, config, style)?,
        target,
        effort,
    ))
}
