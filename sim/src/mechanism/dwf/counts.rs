//! What schedulers of dynamic warp formation count.

use heddle_contract::Values;
use heddle_contract::units::dwf_scheduler::{In, Out};
use serde::Serialize;

/// Work of the schedulers of dynamic warp formation of all cores. A *half* is threads of one next PC
/// that are inserted together: what a commit falls apart into, or a warp that was spilled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DwfCounts {
    /// Halves that found a warp of their PC.
    pub merges: u64,
    /// Halves that made a warp.
    pub creates: u64,
    /// Halves that did both, because lanes of theirs were taken.
    pub conflicts: u64,
    /// Warps that no more threads could join because their PC lost its place in the PC-warp LUT.
    pub evictions: u64,
    /// Insertions into the warp that was chosen, until it left.
    pub forwards: u64,
    /// Halves written to the spill queue in memory.
    pub spills: u64,
    /// Most warps that waited in a core.
    pub peak_warps: u64,
    /// Most groups of warps with one PC in a core; under `timestamp`, of warps.
    pub peak_groups: u64,
    /// Most warps in the spill queue of a core.
    pub peak_spilled: u64,
    /// Cycles in which the scheduler kept the pipeline waiting.
    pub stalls: DwfStalls,
}

/// Cycles of all cores in which a scheduler kept the pipeline waiting, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DwfStalls {
    /// The pipeline could take a warp; there were groups, but none was chosen.
    pub choice: u64,
    /// A commit was not taken: the halves before it waited for the update queue.
    pub queue: u64,
    /// A commit was not taken: a warp left, and nothing is inserted meanwhile.
    pub issue: u64,
    /// A commit was not taken: the halves before it waited for their turn to be spilled.
    pub spill: u64,
    /// A commit was not taken: it had more than two next PCs.
    pub split: u64,
}

impl DwfCounts {
    pub(crate) fn merge(&mut self, other: &DwfCounts) {
        self.merges += other.merges;
        self.creates += other.creates;
        self.conflicts += other.conflicts;
        self.evictions += other.evictions;
        self.forwards += other.forwards;
        self.spills += other.spills;
        self.peak_warps = self.peak_warps.max(other.peak_warps);
        self.peak_groups = self.peak_groups.max(other.peak_groups);
        self.peak_spilled = self.peak_spilled.max(other.peak_spilled);
        self.stalls.choice += other.stalls.choice;
        self.stalls.queue += other.stalls.queue;
        self.stalls.issue += other.stalls.issue;
        self.stalls.spill += other.stalls.spill;
        self.stalls.split += other.stalls.split;
    }

    /// What a scheduler holds in a cycle.
    pub(super) fn hold(&mut self, warps: u64, groups: u64, spilled: u64) {
        self.peak_warps = self.peak_warps.max(warps);
        self.peak_groups = self.peak_groups.max(groups);
        self.peak_spilled = self.peak_spilled.max(spilled);
    }

    /// A cycle at the ports of `dwf_scheduler`, whose pool has so many entries.
    pub(super) fn observe(&mut self, pool: u64, input: &In<Values>, output: &Out<Values>) {
        if output.ready {
            let warps = pool.saturating_sub(output.pool_free);
            self.hold(warps, output.groups, output.spilled);
        }
        if output.insert {
            self.merges += output.merges;
            self.creates += output.creates;
            self.conflicts += output.conflicts;
            self.evictions += output.evictions;
            self.forwards += u64::from(output.forward);
        }
        self.spills += u64::from(output.write && input.write_ready);
        self.stalls.choice += u64::from(input.issue_ready && output.waiting);
        if input.commit && !output.commit_ready {
            *self.stalls.of_commit(input, output) += 1;
        }
    }
}

impl DwfStalls {
    /// Why a commit is not taken.
    fn of_commit(&mut self, input: &In<Values>, output: &Out<Values>) -> &mut u64 {
        if output.hold {
            &mut self.queue
        } else if output.spilled != 0 || output.write {
            &mut self.spill
        } else if output.issue && input.issue_ready {
            &mut self.issue
        } else {
            &mut self.split
        }
    }
}
