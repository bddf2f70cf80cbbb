//! The control unit of a stack-less core: the golden unit, or any unit that behaves like it.

use crate::substitute::Substitute;
use heddle_contract::{Behaviour, units};
use heddle_units::StacklessFrontEnd;

/// A control unit in a core.
pub(crate) trait FrontEnd: Behaviour<units::StacklessFrontEnd> {
    /// Whether the unit must be clocked in every cycle. The golden unit need not be: its contract says that nothing
    /// changes without an open request and without an event.
    const EVERY_CYCLE: bool;
}

impl FrontEnd for StacklessFrontEnd {
    const EVERY_CYCLE: bool = false;
}

impl FrontEnd for Substitute<'_, units::StacklessFrontEnd> {
    const EVERY_CYCLE: bool = true;
}
