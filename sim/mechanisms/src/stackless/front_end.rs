//! The control unit of a stack-less core: the golden unit, or any unit that behaves like it.

use crate::external::Substitute;
use heddle_contract::units::stackless_front_end::{In, Out};
use heddle_contract::{Behaviour, Values, units};
use heddle_gpu_core::Chip;
use heddle_types::{LaneMask, Pc, WarpId, WarpMask};
use heddle_units::StacklessFrontEnd;

/// A control unit in a core. One that holds the PCs of the threads too, as the subsystem does, is told of them; all others
/// need not be.
pub(crate) trait FrontEnd: Behaviour<units::StacklessFrontEnd> {
    /// Whether the unit must be clocked in every cycle. The golden unit need not be: its contract says that nothing
    /// changes without an open request and without an event.
    const EVERY_CYCLE: bool;

    /// Whether the unit compares the PCs of the threads with the next PC.
    const COMPARES: bool = false;

    /// As [`Behaviour::eval`], for a caller that reads only what is fetched, and outputs that depend on the state alone
    /// and have been evaluated before.
    #[inline(always)]
    fn eval_fetched(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.eval(input, output);
    }

    /// The threads of these warps are new, and all of them are at one PC.
    #[inline(always)]
    fn start(&mut self, _: &Chip, _: WarpMask, _: Pc) {}

    /// Lanes of a warp have branched; `row` holds the next PCs of the threads.
    #[inline(always)]
    fn branch(&mut self, _: &Chip, _: WarpId, _: LaneMask, _: &[Pc]) {}

    /// The lanes at the PC behind the one that was fetched as many cycles ago as the table of PCs takes, if the unit compares;
    /// perhaps without those that were fetched. The unit has been evaluated in this cycle.
    #[inline(always)]
    fn matching(&self) -> Option<LaneMask> {
        None
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
