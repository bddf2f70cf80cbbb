//! A synthesis job.

use crate::storage::{self, Declared};
use crate::target::Target;
use heddle_contract::Answer;
use heddle_hdl::Design;

/// A unit, its target, and how the clock is to be found.
#[derive(Clone, Debug)]
pub struct Job {
    /// Name of the unit and of its top module.
    pub unit: String,
    /// Names and texts of the Verilog files.
    pub files: Vec<(String, String)>,
    /// The storage that the design declares, if it is to be compared with the netlist.
    pub declared: Vec<Declared>,
    /// Inputs that the unit's environment gives in answer to outputs of the same cycle.
    pub answers: Vec<Answer>,
    /// Name of the reset port.
    pub reset: &'static str,
    /// The target.
    pub target: Target,
    /// How the clock is to be found, and which other results are wanted.
    pub effort: Effort,
}

/// How the clock is to be found, and which other results are wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Effort {
    /// Seeds of place and route, one run for each; at least one.
    pub seeds: Vec<u32>,
    /// Requested clock period in nanoseconds. The slack is relative to it.
    pub clock_ns: f64,
    /// Whether to find the clock; otherwise only the area is found.
    pub timed: bool,
    /// Whether to write the netlist as Verilog that can be simulated.
    pub simulated: bool,
}

impl Job {
    /// A job for one of Heddle's designs. For standard cells, the storage that the design counts as memories becomes macros.
    pub fn of(design: &Design, target: &Target, effort: &Effort) -> Self {
        Self {
            unit: design.top().name.clone(),
            files: sources(design, target),
            declared: storage::declared(design),
            answers: answers(design),
            reset: design.style.reset_port(),
            target: target.clone(),
            effort: effort.clone(),
        }
    }

    /// Number of steps that the job takes.
    pub fn steps(&self) -> usize {
        let timed = match self.target {
            _ if !self.effort.timed => 0,
            Target::Xilinx7 => 0,
            Target::Cells { .. } => 2,
            Target::Ecp5 | Target::Ice40 => 1 + self.effort.seeds.len(),
        };
        1 + timed + usize::from(self.effort.simulated)
    }

    /// The period in picoseconds, as ABC expects it.
    pub(crate) fn delay_ps(&self) -> u32 {
        (self.effort.clock_ns * 1000.0).round() as u32
    }
}

/// What the contract of a design's unit says of its environment.
pub(crate) fn answers(design: &Design) -> Vec<Answer> {
    let contract = design.top().contract.as_ref();
    contract.map_or_else(Vec::new, |contract| contract.answers.clone())
}

/// The design's files.
fn sources(design: &Design, target: &Target) -> Vec<(String, String)> {
    let design = match target.has_macros(design.style.memory) {
        true => design.clone().with_macros(),
        false => design.clone(),
    };
    let modules = design.modules.into_iter();
    modules
        .map(|module| (module.file_name(), module.verilog))
        .collect()
}
