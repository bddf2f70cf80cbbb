//! The results of a functional run. Serialised, the keys are those of `heddle sim --functional --json`.

use super::counts::FunctionalCounts;
use crate::fault::Outcome;
use crate::report::Output;
use serde::{Serialize, Serializer};

/// The value of a key that tells time: null (FUN-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTime;

impl Serialize for NoTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_none()
    }
}

/// A functional run: how it ended, its counts, the contents of its buffers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FunctionalReport {
    /// How it ended.
    pub outcome: Outcome,
    /// [`FUNCTIONAL`](super::FUNCTIONAL).
    pub mechanism: &'static str,
    /// There are no clock cycles.
    pub cycles: NoTime,
    /// Nor instructions per cycle.
    pub ipc: NoTime,
    /// Counts of all launches.
    #[serde(flatten)]
    pub counts: FunctionalCounts,
    /// Launches that ended or were stopped, in order; those of a loop once for each round.
    pub launches: Vec<FunctionalLaunch>,
    /// Output buffers, in the order of the job; after a fault, with their contents at that time.
    pub buffers: Vec<Output>,
}

/// A launch that was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunctionalLaunch {
    /// Kernel.
    pub kernel: String,
    /// Round of its loop, from 0, if it is part of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// There are no clock cycles.
    pub cycles: NoTime,
    /// Instructions of warps.
    pub instructions: u64,
    /// Instructions executed, summed over threads.
    pub thread_instructions: u64,
}
