//! The time that the bytes of commands take to move (HST-21).

use super::{CYCLES, Gpu};
use std::sync::atomic::Ordering;

impl Gpu {
    /// Lets pass the time in which so many bytes cross the link between host and device.
    pub fn cross_link(&self, bytes: usize) {
        self.pass(self.options.config.host.cycles(bytes as u64));
    }

    /// Lets pass the time in which so many bytes are read or written within the device: a line a cycle.
    pub fn access(&self, bytes: usize) {
        let line = u64::from(self.options.config.memory.line_bytes);
        self.pass((bytes as u64).div_ceil(line));
    }

    /// Lets cycles pass.
    pub(super) fn pass(&self, cycles: u64) {
        CYCLES.fetch_add(cycles, Ordering::Relaxed);
    }
}
