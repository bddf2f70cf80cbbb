//! The synchroniser of a core: the golden unit, or an external one.

use crate::external::Substitute;
use heddle_contract::{Behaviour, units};
use heddle_units::{DwrSynchronizer, IgnoreListTable};

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

    /// The ignore list, if the unit shows it.
    fn ignore_list(&self) -> Option<&IgnoreListTable> {
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

    fn ignore_list(&self) -> Option<&IgnoreListTable> {
        Some(DwrSynchronizer::ignore_list(self))
    }
}

impl Synchroniser for Substitute<'_, units::DwrSynchronizer> {
    const EVERY_CYCLE: bool = true;
}
