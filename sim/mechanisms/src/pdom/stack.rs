//! What can hold the stacks of a core: the golden unit, or anything that behaves as one.

use crate::plugged::Plugged;
use heddle_contract::{Behaviour, units};
use heddle_units::ReconvergenceStack;

/// The reconvergence stacks of a core.
pub(crate) trait Stacks: Behaviour<units::ReconvergenceStack> {
    /// Whether they are clocked every cycle. The golden unit need not be: without a start, an
    /// update and pops its contract says that nothing changes.
    const EVERY_CYCLE: bool;
}

impl Stacks for ReconvergenceStack {
    const EVERY_CYCLE: bool = false;
}

impl Stacks for Plugged<'_, units::ReconvergenceStack> {
    const EVERY_CYCLE: bool = true;
}
