//! What is to be synthesised.

use crate::scripts;
use crate::storage::{self, Declared};
use crate::target::Target;
use heddle_hdl::Design;

/// A unit, its target, and what is asked of the clock.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the unit and of its top module.
    pub unit: String,
    /// Names and texts of the Verilog files.
    pub files: Vec<(String, String)>,
    /// What remembers in it, if this is to be compared with the netlist.
    pub declared: Vec<Declared>,
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
    /// Whether to write the netlist as Verilog that simulates.
    pub simulated: bool,
}

impl Job {
    /// Of Heddle's own design. For cells, what it counts as memories become macros.
    pub fn of(design: &Design, target: &Target, effort: &Effort) -> Self {
        Self {
            unit: design.top().name.clone(),
            files: scripts::sources(design, target),
            declared: storage::declared(design),
            reset: design.style.reset_port(),
            target: target.clone(),
            effort: effort.clone(),
        }
    }

    /// Steps that the job takes.
    pub fn steps(&self) -> usize {
        let timed = match self.target {
            _ if !self.effort.timed => 0,
            Target::Xilinx7 => 0,
            Target::Cells { .. } => 2,
            Target::Ecp5 | Target::Ice40 => 1 + self.effort.seeds.len(),
        };
        1 + timed + usize::from(self.effort.simulated)
    }

    /// The period as ABC wants it.
    pub(crate) fn delay_ps(&self) -> u32 {
        (self.effort.clock_ns * 1000.0).round() as u32
    }
}
