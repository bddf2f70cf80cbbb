//! The synchroniser of a core: the golden unit, or an external one.

use crate::external::Substitute;
use heddle_contract::{Behaviour, units};
use heddle_units::DwrSynchronizer;

/// The synchroniser of a core: the golden unit, or any unit that behaves like it.
pub(crate) trait Synchroniser: Behaviour<units::DwrSynchronizer> {
    /// Whether the unit must be clocked in every cycle. The golden unit need not be: its contract says that nothing
    /// changes from the second cycle after the last arrival, issue or change of an excuse on, but the time for which
    /// sub-warps have waited.
    const EVERY_CYCLE: bool;

    /// Cycles go by in which the unit is not clocked. None do where it is clocked in every cycle.
    fn age(&mut self, _cycles: u64) {}

    /// The number of cycles until sub-warps are released because they have waited long enough, if the unit need not be
    /// clocked before.
    fn late_in(&self) -> Option<u64> {
        None
    }

    /// The golden unit, if it is that.
    fn golden(&self) -> Option<&DwrSynchronizer> {
        None
    }
}

impl Synchroniser for DwrSynchronizer {
    const EVERY_CYCLE: bool = false;

    fn age(&mut self, cycles: u64) {
        DwrSynchronizer::age(self, cycles);
    }

    fn late_in(&self) -> Option<u64> {
        DwrSynchronizer::late_in(self)
    }

    fn golden(&self) -> Option<&DwrSynchronizer> {
        Some(self)
    }
}

impl Synchroniser for Substitute<'_, units::DwrSynchronizer> {
    const EVERY_CYCLE: bool = true;
}
