//! A bank: which row is open, and when it takes its next commands.

use super::timing::Timing;
use heddle_types::Cycle;

/// State of one bank. The `_from` are the first cycles in which the bank takes a command; what banks
/// share is in [`super::bus`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bank {
    /// The open row.
    pub row: Option<u32>,
    pub activate_from: Cycle,
    pub precharge_from: Cycle,
    pub column_from: Cycle,
}

impl Bank {
    pub fn activate(&mut self, now: Cycle, row: u32, timing: &Timing) {
        self.row = Some(row);
        self.column_from = now + timing.rcd;
        self.precharge_from = now + timing.ras;
        self.activate_from = now + timing.rc;
    }

    pub fn precharge(&mut self, now: Cycle, timing: &Timing) {
        self.row = None;
        self.activate_from = self.activate_from.max(now + timing.rp);
    }

    pub fn read(&mut self, now: Cycle, timing: &Timing) {
        self.precharge_from = self.precharge_from.max(now + timing.burst);
    }

    pub fn write(&mut self, now: Cycle, timing: &Timing) {
        let data_end = now + timing.wl + timing.burst;
        self.precharge_from = self.precharge_from.max(data_end + timing.wr);
    }
}
