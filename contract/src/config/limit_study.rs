//! The section of the reconvergence limit study.

use crate::{ParamError, require, require_power_of_two};
use serde::{Deserialize, Serialize};

/// The reconvergence limit study (fung2009, section 3.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitStudy {
    /// Number of the launch that is studied, counted from 0.
    pub launch: usize,
    /// Number of threads that are studied, the first ones of the launch; 1 to 1024. All run on one core.
    pub threads: usize,
    /// Threads of a warp, and lanes of the pipeline; power of two, 2 to 64, at most
    /// `core.warp_size`. For warps of up to 4 threads, their traces are aligned in every order.
    pub warp_size: usize,
    /// The most instructions that are recorded for a thread; 1 to 200,000.
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
