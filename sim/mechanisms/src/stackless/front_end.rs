//! The control unit of a stack-less core: the golden unit, or any unit that behaves like it.

use crate::external::Substitute;
use heddle_contract::units::stackless_front_end::{In, Out};
use heddle_contract::{Behaviour, Values, units};
use heddle_units::StacklessFrontEnd;

/// A control unit in a core.
pub(crate) trait FrontEnd: Behaviour<units::StacklessFrontEnd> {
    /// Whether the unit must be clocked in every cycle. The golden unit need not be: its contract says that nothing
    /// changes without an open request and without an event.
    const EVERY_CYCLE: bool;

    /// As [`Behaviour::eval`], for a caller that reads only what is fetched, and outputs that depend on the state alone
    /// and have been evaluated before.
    #[inline(always)]
    fn eval_fetched(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.eval(input, output);
    }
}

impl FrontEnd for StacklessFrontEnd {
    const EVERY_CYCLE: bool = false;

    #[inline(always)]
    fn eval_fetched(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        (output.fetch_pc, output.fetch_lanes) = self.fetched(input);
    }
}

impl FrontEnd for Substitute<'_, units::StacklessFrontEnd> {
    const EVERY_CYCLE: bool = true;
}
