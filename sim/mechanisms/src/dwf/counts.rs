//! Counters of the schedulers of dynamic warp formation.

use heddle_contract::Values;
use heddle_contract::units::dwf_scheduler::{In, Out};
use heddle_gpu_core::MechanismCounts;
use heddle_types::add_counts;
use serde::Serialize;

/// Work of the schedulers of dynamic warp formation, summed over cores. A *half* is a set of threads with one next PC
/// that are inserted together: one of the parts into which a commit splits, or a spilled warp.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DwfCounts {
    /// Halves of which a thread joined a warp that was there.
    pub merges: u64,
    /// Halves that created a warp.
    pub creates: u64,
    /// Halves that found some of their lanes taken in the warp of their PC, so that threads went to another warp.
    pub conflicts: u64,
    /// Warps that no more threads could join because their PC lost its entry in the PC-warp LUT.
    pub evictions: u64,
    /// Insertions into the chosen warp before it left.
    pub forwards: u64,
    /// Cycles in which a half waited because the half inserted before it wrote the same lanes of the pool, which can
    /// be written once a cycle.
    pub port_waits: u64,
    /// Halves written to the spill queue in memory.
    pub spills: u64,
    /// Largest number of warps that waited in a core.
    pub peak_warps: u64,
    /// Largest number of groups (waiting warps with the same PC) in a core; under `timestamp`, of warps.
    pub peak_groups: u64,
    /// Largest number of warps in the spill queue of a core.
    pub peak_spilled: u64,
    /// Warps that wait in a core: entries of the warp pool in use (fung2009, figure 21).
    pub pool: Occupancy,
    /// Groups in a core: entries of the heap in use (figure 21), the chosen group included.
    pub groups: Occupancy,
    /// Cycles in which the scheduler stalled the pipeline.
    pub stalls: DwfStalls,
}

/// Cycles of all cores in which a scheduler stalled the pipeline, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DwfStalls {
    /// The pipeline could take a warp and groups existed, but none was chosen.
    pub choice: u64,
    /// A commit was not taken: earlier halves waited for the update queue.
    pub queue: u64,
    /// A commit was not taken: a warp left, and no half is inserted in the same cycle.
    pub issue: u64,
    /// A commit was not taken: earlier halves found no room and went to the spill queue.
    pub spill: u64,
    /// A commit was not taken: a spilled warp returned before it.
    pub back: u64,
    /// A commit was not taken: it had more than two next PCs.
    pub split: u64,
    /// A commit was not taken: an earlier half waited for lanes of the pool.
    pub ports: u64,
}

/// The occupancy of a structure, over the cycles of all cores.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Occupancy {
    /// Number of cycles with each number of entries in use, from 0 to the largest number that occurred.
    pub cycles: Vec<u64>,
    /// Share of the cycles with at most this number of entries in use.
    pub cumulative: Vec<f64>,
}

impl Occupancy {
    /// Counts cycles of a core with this number of entries in use.
    #[inline]
    fn hold(&mut self, entries: u64, cycles: u64) {
        let entries = entries as usize;
        if entries >= self.cycles.len() {
            self.cycles.resize(entries + 1, 0);
        }
        self.cycles[entries] += cycles;
    }

    fn merge(&mut self, other: &Occupancy) {
        let Occupancy {
            cycles,
            // Computed from the sum when it is complete.
            cumulative: _,
        } = other;
        let length = self.cycles.len().max(cycles.len());
        self.cycles.resize(length, 0);
        for (mine, theirs) in self.cycles.iter_mut().zip(cycles) {
            *mine += theirs;
        }
    }

    /// Completes the counts for `cycles` cycles, summed over cores; in cycles that were left out no entry was in use (STA-3).
    fn complete(&mut self, cycles: u64) {
        let used: u64 = self.cycles.iter().skip(1).sum();
        if self.cycles.is_empty() {
            self.cycles.push(0);
        }
        self.cycles[0] = cycles.saturating_sub(used);
        let all = (self.cycles[0] + used).max(1) as f64;
        let mut sum = 0;
        let cumulative = self.cycles.iter().map(|cycles| {
            sum += cycles;
            sum as f64 / all
        });
        self.cumulative = cumulative.collect();
    }
}

impl DwfCounts {
    /// Counts what a scheduler holds in a cycle, and in the cycles before it that were left out.
    pub(super) fn hold(&mut self, warps: u64, groups: u64, spilled: u64, cycles: u64) {
        self.peak_warps = self.peak_warps.max(warps);
        self.peak_groups = self.peak_groups.max(groups);
        self.peak_spilled = self.peak_spilled.max(spilled);
        self.pool.hold(warps, cycles);
        self.groups.hold(groups, cycles);
    }

    /// Counts for some cycles what a scheduler with `pool` pool entries holds according to its outputs.
    pub(super) fn held(&mut self, pool: u64, cycles: u64, output: &Out<Values>) {
        if output.init_done {
            let warps = pool.saturating_sub(output.pool_free);
            self.hold(warps, output.groups, output.spilled, cycles);
        }
    }

    /// Observes a cycle at the ports of `dwf_scheduler`, whose pool has `pool` entries, together with the cycles
    /// before it that were left out.
    pub(super) fn observe(
        &mut self,
        pool: u64,
        cycles: u64,
        input: &In<Values>,
        output: &Out<Values>,
    ) {
        self.held(pool, cycles, output);
        if output.insert {
            self.merges += output.merges;
            self.creates += output.creations;
            self.conflicts += output.conflicts;
            self.evictions += output.evictions;
            self.forwards += u64::from(output.forward);
            self.port_waits += u64::from(output.hold);
        }
        self.spills += u64::from(output.write && input.write_ready);
        self.stalls.choice += u64::from(input.issue_ready && output.waiting);
        if input.commit && !output.commit_ready {
            *self.stalls.of_commit(input, output) += 1;
        }
    }
}

impl MechanismCounts for DwfCounts {
    fn key(&self) -> Option<&'static str> {
        Some("dwf")
    }

    fn merge(&mut self, other: &dyn MechanismCounts) {
        let DwfCounts {
            merges,
            creates,
            conflicts,
            evictions,
            forwards,
            port_waits,
            spills,
            peak_warps,
            peak_groups,
            peak_spilled,
            pool,
            groups,
            stalls,
        } = other.same();
        self.merges += merges;
        self.creates += creates;
        self.conflicts += conflicts;
        self.evictions += evictions;
        self.forwards += forwards;
        self.port_waits += port_waits;
        self.spills += spills;
        self.peak_warps = self.peak_warps.max(*peak_warps);
        self.peak_groups = self.peak_groups.max(*peak_groups);
        self.peak_spilled = self.peak_spilled.max(*peak_spilled);
        self.pool.merge(pool);
        self.groups.merge(groups);
        add_counts!(
            self.stalls,
            stalls => DwfStalls { choice, queue, issue, spill, back, split, ports }
        );
    }

    fn complete(&mut self, cycles: u64) {
        self.pool.complete(cycles);
        self.groups.complete(cycles);
    }

    fn equals(&self, other: &dyn MechanismCounts) -> bool {
        other.of() == Some(self)
    }

    fn cloned(&self) -> Box<dyn MechanismCounts> {
        Box::new(self.clone())
    }
}

impl DwfStalls {
    /// The counter for the reason why a commit is not taken.
    fn of_commit(&mut self, input: &In<Values>, output: &Out<Values>) -> &mut u64 {
        if output.hold && output.insert {
            &mut self.ports
        } else if output.hold {
            &mut self.queue
        } else if output.write {
            &mut self.spill
        } else if input.back && output.insert {
            &mut self.back
        } else if output.issue && input.issue_ready {
            &mut self.issue
        } else {
            &mut self.split
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_that_were_left_out_count_as_the_next_and_the_last_as_empty() {
        let mut all = DwfCounts::default();
        for held in [[(0, 1), (1, 1), (3, 2)], [(2, 1), (1, 2), (0, 1)]] {
            let mut core = DwfCounts::default();
            for (warps, cycles) in held {
                core.hold(warps, warps.min(1), 0, cycles);
            }
            all.merge(&core);
        }
        all.complete(2 * 10);
        assert_eq!(all.pool.cycles, [14, 3, 1, 2]);
        assert_eq!(all.pool.cumulative, [0.7, 0.85, 0.9, 1.0]);
        assert_eq!(all.groups.cycles, [14, 6]);
        assert_eq!(all.peak_warps, 3);
    }
}
