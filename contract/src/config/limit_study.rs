//! The section of the reconvergence limit study.

use crate::{ParamError, require, require_power_of_two};
use serde::{Deserialize, Serialize};

/// The reconvergence limit study (fung2009, section 3.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitStudy {
    /// Number of the launch that is studied, from 0.
    pub launch: usize,
    /// How many threads, the first of the launch; 1 to 1024. All are on one core.
    pub threads: usize,
    /// Threads of a warp, and lanes of the pipeline; power of two, 2 to 64, at most
    /// `core.warp_size`. Up to 4, the traces of a warp's threads are aligned in all orders.
    pub warp_size: usize,
    /// Instructions of a thread that are recorded at most; 1 to 200,000.
    pub trace: usize,
}

impl LimitStudy {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        const SECTION: &str = "limit_study";
        require(SECTION, "threads", self.threads, 1..=1024)?;
        require(SECTION, "warp_size", self.warp_size, 2..=64)?;
        require_power_of_two(SECTION, "warp_size", self.warp_size as u64)?;
        require(SECTION, "trace", self.trace, 1..=200_000)?;
        Ok(())
    }
}
