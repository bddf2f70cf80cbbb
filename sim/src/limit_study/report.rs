//! The results of a limit study.

use heddle_types::LaneMask;
use serde::Serialize;

/// Slots and cycles of the three schemes for the same threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LimitStudy {
    /// No reconvergence.
    pub nrec: Counts,
    /// Reconvergence at immediate post-dominators.
    pub pdom: Counts,
    /// Reconvergence where the traces are aligned best.
    pub oracle: Counts,
    /// How many threads were studied.
    pub threads: usize,
    /// How many of them were cut at `limit_study.trace` instructions.
    pub truncated: usize,
}

/// The counts of a scheme on the ideal machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// Clock cycles until the last result.
    pub cycles: u64,
    /// Issue slots: warp instructions, regardless of the number of active lanes.
    pub instructions: u64,
    /// Instructions executed, summed over threads.
    pub thread_instructions: u64,
    /// Thread instructions per cycle.
    pub ipc: f64,
    /// Active lanes divided by the lanes of a warp, averaged over `instructions`.
    pub simd_efficiency: f64,
    /// `instructions` by their number of active lanes, from 0 to all.
    pub active_lane_histogram: Vec<u64>,
}

impl Counts {
    /// Zero counts, for warps of `warp_size` threads.
    pub(super) fn new(warp_size: usize) -> Counts {
        Counts {
            cycles: 0,
            instructions: 0,
            thread_instructions: 0,
            ipc: 0.0,
            simd_efficiency: 0.0,
            active_lane_histogram: vec![0; warp_size + 1],
        }
    }

    /// Counts an issue of some lanes.
    pub(super) fn issued(&mut self, lanes: LaneMask) {
        self.instructions += 1;
        self.thread_instructions += u64::from(lanes.count());
        self.active_lane_histogram[lanes.count() as usize] += 1;
    }

    /// Computes the rates from the counts. Every thread has at least one instruction.
    pub(super) fn rated(mut self) -> Counts {
        let width = (self.active_lane_histogram.len() - 1) as u64;
        let done = self.thread_instructions as f64;
        self.ipc = done / self.cycles as f64;
        self.simd_efficiency = done / (self.instructions * width) as f64;
        self
    }

    /// The speed gain over another scheme with the same threads: 0.92 is 92 percent.
    pub fn speedup_over(&self, other: &Counts) -> f64 {
        other.cycles as f64 / self.cycles as f64 - 1.0
    }
}
