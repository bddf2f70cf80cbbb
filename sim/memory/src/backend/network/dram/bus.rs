//! What the banks of a module share: the data bus, and the current that limits activates.

use super::super::traffic::Traffic;
use super::timing::{TURNAROUND, Timing};
use heddle_types::Cycle;

/// The first cycles in which the module accepts a command, for any bank.
#[derive(Clone, Debug, Default)]
pub(super) struct Bus {
    pub activate_from: Cycle,
    pub read_from: Cycle,
    pub write_from: Cycle,
    /// The observer of the data bus, if there is one.
    pub traffic: Option<Box<Traffic>>,
}

impl Bus {
    pub fn activate(&mut self, now: Cycle, timing: &Timing) {
        self.activate_from = now + timing.rrd;
    }

    /// Issues a read command; returns the cycle after its last data.
    pub fn read(&mut self, now: Cycle, timing: &Timing) -> Cycle {
        let data_end = now + timing.cl + timing.burst;
        let turned = (data_end + TURNAROUND).saturating_sub(timing.wl);
        self.read_from = now + timing.ccd.max(timing.burst);
        self.write_from = turned.max(now + timing.ccd);
        self.carry(data_end, timing);
        data_end
    }

    /// Issues a write command; returns the cycle after its last data.
    pub fn write(&mut self, now: Cycle, timing: &Timing) -> Cycle {
        let data_end = now + timing.wl + timing.burst;
        self.write_from = now + timing.ccd.max(timing.burst);
        self.read_from = (data_end + timing.wtr).max(now + timing.ccd);
        self.carry(data_end, timing);
        data_end
    }

    /// Records a burst whose last data is in the cycle before `data_end`.
    fn carry(&mut self, data_end: Cycle, timing: &Timing) {
        if let Some(traffic) = &mut self.traffic {
            traffic.carry(data_end - timing.burst..data_end);
        }
    }
}
