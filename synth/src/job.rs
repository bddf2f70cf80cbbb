//! What is to be synthesised.

use crate::scripts;
use crate::target::Target;
use heddle_hdl::Design;

/// A unit, its target, and what is asked of the clock.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the unit and of its top module.
    pub unit: String,
    /// Names and texts of the Verilog files.
    pub files: Vec<(String, String)>,
    /// Name of the reset port.
    pub reset: &'static str,
    /// What it is for.
    pub target: Target,
    /// What is asked of the clock.
    pub effort: Effort,
}

/// What is asked of the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Effort {
    /// Seeds of place and route, a run each; at least one.
    pub seeds: Vec<u32>,
    /// Clock period in nanoseconds that is asked for. The slack is relative to it.
    pub clock_ns: f64,
    /// Whether to find the clock too; without it, area alone.
    pub timed: bool,
}

impl Job {
    /// Of Heddle's own design. For cells, what it counts as memories become macros.
    pub fn of(design: &Design, target: &Target, effort: &Effort) -> Self {
        Self {
            unit: design.top().name.clone(),
            files: scripts::sources(design, target),
            reset: design.style.reset_port(),
            target: target.clone(),
            effort: effort.clone(),
        }
    }

    /// Steps that the job takes.
    pub fn steps(&self) -> usize {
        match self.target {
            _ if !self.effort.timed => 1,
            Target::Xilinx7 => 1,
            Target::Cells { .. } => 3,
            Target::Ecp5 | Target::Ice40 => 2 + self.effort.seeds.len(),
        }
    }

    /// The period as ABC wants it.
    pub(crate) fn delay_ps(&self) -> u32 {
        (self.effort.clock_ns * 1000.0).round() as u32
    }
}
