//! What limits a run, derived from its counts: a roofline with the losses below the roof.
//!
//! The roof is every lane of every core working in every cycle. Each lane in each cycle was either used or lost for exactly one
//! reason; the largest share is what limits the run. Cycles lost while threads waited for data are attributed to the bandwidth of
//! the memory modules if their buses were busy for more than half of the time, and to latency otherwise: then more loads in
//! flight at once would help.

use super::{DramCounts, ratio};
use heddle_gpu_core::Stall;
use heddle_gpu_core::accounting::activity::Bucket;
use serde::Serialize;

/// Bus utilisation above which threads wait for bandwidth and not for latency (STA-2).
const BUSY: f64 = 0.5;

/// What can limit a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Lanes at work: the peak of the SIMD pipeline.
    Lanes,
    /// Lanes without an active thread in issued warps.
    Divergence,
    /// Pipes without an instruction while another pipe had one.
    Pipes,
    /// The bandwidth of the memory modules.
    Bandwidth,
    /// The latency of memory.
    Latency,
    /// The data cache, which stalled the pipeline.
    Port,
    /// The arbiter, stack or scheduler while it forms the next warp.
    Regrouping,
    /// Results in flight in the pipeline: too few warps to hide its latency.
    Pipeline,
    /// Barriers.
    Barrier,
    /// Cores without threads.
    Idle,
}

/// How all lanes spent all cycles; the shares add up to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Lanes {
    /// Executed an instruction of a thread.
    pub used: f64,
    /// Had no active thread in an issued warp. Includes register bank conflicts.
    pub divergence: f64,
    /// Belonged to a pipe without an instruction while another had one.
    pub pipes: f64,
    /// Nothing was issued: threads waited for data.
    pub memory: f64,
    /// Nothing was issued: the data cache stalled the pipeline.
    pub port: f64,
    /// Nothing was issued: the arbiter, stack or scheduler was processing the warps.
    pub regrouping: f64,
    /// Nothing was issued: instructions were in the pipeline.
    pub pipeline: f64,
    /// Nothing was issued: all threads waited at barriers.
    pub barrier: f64,
    /// The core had no threads.
    pub idle: f64,
}

/// The summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limits {
    /// The largest share of `lanes`, with `memory` split into bandwidth and latency.
    pub dominant: Limit,
    /// Shares of the peak.
    pub lanes: Lanes,
    /// Thread instructions per cycle if all lanes were used.
    pub peak_ipc: u64,
    /// The fraction of core cycles in which a warp held the lanes: the issue slots in use.
    pub issue_slots: f64,
    /// The fraction of cycles in which the memory modules' buses carried data.
    pub bandwidth_use: f64,
    /// Thread instructions per line that memory read or wrote; `None` if there were no such lines.
    pub instructions_per_line: Option<f64>,
    /// Average cycles from when a read leaves its core to the first use of its data.
    pub read_latency: f64,
    /// Average number of reads in flight: their rate times their latency (Little's law).
    pub reads_outstanding: f64,
}

/// The machine, as far as the summary needs it, and how long it ran.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peak {
    pub cores: usize,
    /// Pipes of a core.
    pub pipes: usize,
    /// Lanes of a pipe.
    pub width: usize,
    pub cycles: u64,
}

impl Limits {
    pub(crate) fn new(peak: Peak, total: &Bucket, dram: &DramCounts) -> Self {
        let lanes = Lanes::new(peak, total);
        let lines = dram.reads + dram.writes;
        let reads_per_cycle = ratio(dram.reads, peak.cycles);
        Limits {
            dominant: lanes.dominant(dram.bandwidth_use),
            lanes,
            peak_ipc: (peak.cores * peak.pipes * peak.width) as u64,
            issue_slots: ratio(total.held().iter().sum(), total.cycles()),
            bandwidth_use: dram.bandwidth_use,
            instructions_per_line: (lines != 0).then(|| ratio(total.thread_instructions, lines)),
            read_latency: dram.read_latency,
            reads_outstanding: reads_per_cycle * dram.read_latency,
        }
    }
}

impl Lanes {
    fn new(peak: Peak, total: &Bucket) -> Self {
        let cycles = total.cycles();
        let stalled = |reason| ratio(total.stalled(reason), cycles);
        let held = ratio(total.held().iter().sum(), cycles);
        let pipes = peak.pipes as u64;
        let used = ratio(
            total.thread_instructions,
            cycles * pipes * peak.width as u64,
        );
        // A warp whose last cycles are cut off by the end of the run has used lanes that were not counted.
        let filled = ratio(total.pipe_cycles, cycles * pipes).min(held);
        Lanes {
            used,
            divergence: (filled - used).max(0.0),
            pipes: held - filled,
            memory: stalled(Stall::Memory),
            port: stalled(Stall::Port),
            regrouping: stalled(Stall::Arbiter) + stalled(Stall::Issue),
            pipeline: stalled(Stall::Pipeline),
            barrier: stalled(Stall::Barrier),
            idle: stalled(Stall::Idle),
        }
    }

    fn dominant(&self, bandwidth_use: f64) -> Limit {
        let memory = match bandwidth_use > BUSY {
            true => Limit::Bandwidth,
            false => Limit::Latency,
        };
        let parts = [
            (Limit::Lanes, self.used),
            (Limit::Divergence, self.divergence),
            (Limit::Pipes, self.pipes),
            (memory, self.memory),
            (Limit::Port, self.port),
            (Limit::Regrouping, self.regrouping),
            (Limit::Pipeline, self.pipeline),
            (Limit::Barrier, self.barrier),
            (Limit::Idle, self.idle),
        ];
        let largest = parts
            .into_iter()
            .reduce(|one, other| match other.1 > one.1 {
                true => other,
                false => one,
            });
        largest.expect("there are parts").0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_part_limits_and_memory_is_bandwidth_where_buses_are_busy() {
        let lanes = |used, memory| Lanes {
            used,
            memory,
            port: 0.2,
            ..Lanes::default()
        };
        assert_eq!(lanes(0.5, 0.3).dominant(0.9), Limit::Lanes);
        assert_eq!(lanes(0.3, 0.5).dominant(0.9), Limit::Bandwidth);
        assert_eq!(lanes(0.3, 0.5).dominant(0.4), Limit::Latency);
        assert_eq!(lanes(0.1, 0.1).dominant(0.4), Limit::Port);
    }
}
