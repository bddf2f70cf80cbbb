//! The result of a co-simulation, for people and programs.

use crate::kernel_mode::Parting;
use crate::mismatch::Mismatch;
use crate::mode::Mode;
use crate::report::Artefacts;
use crate::unit_mode::Hits;
use serde::Serialize;

/// The result of a co-simulation.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Unit.
    pub unit: &'static str,
    /// Mode.
    pub mode: Mode,
    /// Cycles in which both sides were compared.
    pub cycles: u64,
    /// Output words (scalars and array elements, one for each cycle) that differed (COS-7).
    pub mismatches: u64,
    /// The first mismatch.
    pub first_mismatch: Option<Mismatch>,
    /// Cycles per second of the whole comparison, without compilation.
    pub rtl_cycles_per_second: f64,
    /// Wall time of the comparison in seconds, without compilation.
    pub wall_seconds: f64,
    /// Seed of stimuli or inputs.
    pub seed: u64,
    /// Corners of the contract and how often they were reached; unit mode only.
    pub corners: Vec<Hits>,
    /// Where the run parts from the golden run; not in unit mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parting: Option<Parting>,
    /// The files that explain the first mismatch.
    pub artefacts: Option<Artefacts>,
}

impl Outcome {
    /// Whether both sides agreed in every cycle, and both runs agreed.
    pub fn passed(&self) -> bool {
        self.mismatches == 0 && self.parting.is_none()
    }

    /// The first difference: the cycle and the port, and where the runs part; `None` if both sides agreed.
    pub fn difference(&self) -> Option<String> {
        let (mismatch, parting) = (self.first_mismatch.as_ref(), self.parting.as_ref());
        match (mismatch, parting) {
            (None, None) => None,
            (Some(mismatch), None) => Some(mismatch.to_string()),
            (None, Some(parting)) => Some(format!("{}: no port differs; {parting}", self.unit)),
            (Some(mismatch), Some(parting)) => Some(format!("{mismatch}; {parting}")),
        }
    }

    /// Corners that were never reached.
    pub fn missed_corners(&self) -> impl Iterator<Item = &'static str> {
        let missed = self.corners.iter().filter(|hits| hits.hits == 0);
        missed.map(|hits| hits.corner)
    }
}
