//! The section of the link between the host and the device.

use crate::{ParamError, require};
use serde::{Deserialize, Serialize};

/// The link over which transfers of an OpenCL program take place. Launches do not use it: no key of this section changes a
/// report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// Cycles from the start of a transfer until its first byte has arrived; 0 to 1,000,000.
    pub latency: u32,
    /// Bytes that arrive in a cycle, from then on; 1 to 4096.
    pub bytes_per_cycle: u32,
}

impl Host {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        require("host", "latency", self.latency, 0..=1_000_000)?;
        require("host", "bytes_per_cycle", self.bytes_per_cycle, 1..=4096)?;
        Ok(())
    }

    /// Cycles of a transfer of this many bytes; none if no byte is transferred.
    pub fn cycles(&self, bytes: u64) -> u64 {
        match bytes {
            0 => 0,
            _ => u64::from(self.latency) + bytes.div_ceil(self.bytes_per_cycle.into()),
        }
    }
}
