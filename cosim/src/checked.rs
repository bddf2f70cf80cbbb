//! Contract, golden model, RTL and stimuli of a unit, brought together.

use crate::stimuli::{StacklessFrontEndStimuli, Stimuli, UnifiedArbiterStimuli};
use heddle_contract::units::{StacklessFrontEnd, UnifiedArbiter};
use heddle_contract::{Golden, Unit};

/// A unit that can be checked against its golden model.
pub trait Checked: Unit {
    /// The golden model.
    type Golden: Golden<Self>;
    /// The environment of unit mode.
    type Stimuli: Stimuli<Self>;
}

impl Checked for UnifiedArbiter {
    type Golden = heddle_sim::units::UnifiedArbiter;
    type Stimuli = UnifiedArbiterStimuli;
}

impl Checked for StacklessFrontEnd {
    type Golden = heddle_sim::units::StacklessFrontEnd;
    type Stimuli = StacklessFrontEndStimuli;
}
