//! The section of the reconvergence limit study.

use super::keys::section;
use crate::ParamError;

section! {
    /// The reconvergence limit study (fung2009, section 3.3).
    pub struct LimitStudy of "limit_study" {
        /// Number of the launch that is studied, counted from 0.
        launch: usize "launches";
        /// Number of threads that are studied, the first ones of the launch. All run on one core.
        threads: usize(1 to 1024) "threads";
        /// Threads of a warp, and lanes of the pipeline. For warps of up to 4 threads, their traces are aligned in every order.
        warp_size: usize(power of two, 2 to 64) "threads";
        /// The most instructions that are recorded for a thread.
        trace: usize(1 to 200_000) "instructions";
    }
}

impl LimitStudy {
    pub(super) fn validate(&self) -> Result<(), ParamError> {
        self.check()
    }
}
