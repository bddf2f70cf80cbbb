//! The section of the link between the host and the device.

use super::keys::section;
use crate::ParamError;

section! {
    /// The link over which transfers of an OpenCL program take place. Launches do not use it: no key of this section changes a
    /// report.
    pub struct Host of "host" {
        /// Cycles from the start of a transfer until its first byte has arrived.
        latency: u32(0 to 1_000_000) "cycles";
        /// Bytes that arrive in a cycle, from then on.
        bytes_per_cycle: u32(1 to 4096) "bytes per cycle";
    }
}

impl Host {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        self.check()
    }

    /// Cycles of a transfer of this many bytes; none if no byte is transferred.
    pub fn cycles(&self, bytes: u64) -> u64 {
        match bytes {
            0 => 0,
            _ => u64::from(self.latency) + bytes.div_ceil(self.bytes_per_cycle.into()),
        }
    }
}
