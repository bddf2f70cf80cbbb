//! The result of a co-simulation, for people and programs.

use crate::kernel_mode::Parting;
use crate::mismatch::Mismatch;
use crate::mode::Mode;
use crate::report::Artefacts;
use crate::unit_mode::Hits;
use crate::watched::Assumption;
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
    /// What the contracts of the RTL's modules assume, and what of it was broken; in-loop mode only, if it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<Assumption>,
    /// Where the run parts from the golden run; not in unit mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parting: Option<Parting>,
    /// The files that explain the first mismatch.
    pub artefacts: Option<Artefacts>,
}

impl Outcome {
    /// Whether both sides agreed in every cycle, both runs agreed, and no assumption was broken that was watched.
    pub fn passed(&self) -> bool {
        self.mismatches == 0 && self.parting.is_none() && self.broken().next().is_none()
    }

    /// The assumptions that were broken.
    pub fn broken(&self) -> impl Iterator<Item = &Assumption> {
        self.assumptions.iter().filter(|it| it.broken)
    }

    /// The first difference: the cycle and the port, and where the runs part; or the assumptions that were broken. `None` if the
    /// run passed.
    pub fn difference(&self) -> Option<String> {
        let (mismatch, parting) = (self.first_mismatch.as_ref(), self.parting.as_ref());
        match (mismatch, parting) {
            (None, None) => {
                let broken: Vec<String> = self.broken().map(Assumption::to_string).collect();
                (!broken.is_empty()).then(|| format!("{}: {}", self.unit, broken.join("; ")))
            }
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
