//! What can control a stack-less core: the golden unit, or anything that behaves as one.

use crate::plugged::Plugged;
use heddle_contract::{Behaviour, units};
use heddle_units::StacklessFrontEnd;

/// A control unit in a core.
pub(crate) trait FrontEnd: Behaviour<units::StacklessFrontEnd> {
    /// Whether it is clocked every cycle. The golden unit need not be: without an open request
    /// and without an event its contract says that nothing changes.
    const EVERY_CYCLE: bool;
}

impl FrontEnd for StacklessFrontEnd {
    const EVERY_CYCLE: bool = false;
}

impl FrontEnd for Plugged<'_, units::StacklessFrontEnd> {
    const EVERY_CYCLE: bool = true;
}
