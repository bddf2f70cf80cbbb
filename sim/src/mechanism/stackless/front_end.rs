//! What can control a stack-less core: the golden unit, or anything that behaves as one.

use crate::units::StacklessFrontEnd;
use heddle_contract::units::stackless_front_end::{In, Out};
use heddle_contract::{Behaviour, Values, units};

/// A control unit in a core.
pub(crate) trait FrontEnd: Behaviour<units::StacklessFrontEnd> {
    /// Whether it is clocked every cycle. The golden unit need not be: without an open request
    /// and without an event its contract says that nothing changes.
    const EVERY_CYCLE: bool;
}

impl FrontEnd for StacklessFrontEnd {
    const EVERY_CYCLE: bool = false;
}

/// A unit from outside: RTL, or RTL and golden unit in lockstep.
pub(crate) struct Plugged<'a>(pub &'a mut dyn Behaviour<units::StacklessFrontEnd>);

impl Behaviour<units::StacklessFrontEnd> for Plugged<'_> {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.0.eval(input, output);
    }

    fn tick(&mut self, input: &In<Values>) {
        self.0.tick(input);
    }
}

impl FrontEnd for Plugged<'_> {
    const EVERY_CYCLE: bool = true;
}
