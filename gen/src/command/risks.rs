//! Warnings about barriers that the threads of a warp may not reach together.

use crate::console;
use heddle_sim::risk::BarrierAtRisk;

/// Prints a warning for each.
pub fn warn(risks: &[BarrierAtRisk]) {
    for risk in risks {
        console::note(&format!("warning: {risk}: {}", BarrierAtRisk::CONSEQUENCE));
    }
}
