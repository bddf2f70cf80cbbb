//! A bank: its open row, and when it accepts its next commands.

use super::bus::Bus;
use super::timing::Timing;
use heddle_types::Cycle;

/// The state of one bank. The fields `*_from` are the first cycles in which the bank accepts a command; the
/// constraints that all banks share are in [`super::bus`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bank {
    /// The open row.
    pub row: Option<u32>,
    pub activate_from: Cycle,
    pub precharge_from: Cycle,
    pub column_from: Cycle,
}

impl Bank {
    /// The first cycle in which the bank accepts its next row command: it closes the open row, or opens one.
    #[inline(always)]
    pub fn row_from(&self, bus: &Bus) -> Cycle {
        let opens = self.activate_from.max(bus.activate_from);
        if self.row.is_some() {
            self.precharge_from
        } else {
            opens
        }
    }

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
