//! Measures of runs.

use crate::mean::{arithmetic, harmonic};
use crate::planned::PlannedRun;
use crate::result::RunResult;
use serde::Deserialize;

/// A measure of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Thread instructions per cycle, all cores together.
    #[default]
    Ipc,
    /// IPC divided by the lanes of all cores, in percent.
    Utilisation,
    /// Cycles in which the data buses of the memory modules are busy, in percent.
    BandwidthUse,
    /// Misses divided by accesses of threads, in percent.
    MissRate,
    /// Misses that are no pending hits, divided by accesses of threads, in percent.
    MissRateWithoutPending,
    /// Clock cycles of all launches.
    Cycles,
    /// Cycles of the ALUs under the optimisation of Ivy Bridge (vaidya2013, section 5.2), whatever
    /// the machine has.
    EuCyclesIvb,
    /// Cycles of the ALUs under basic cycle compression.
    EuCyclesBcc,
    /// Cycles of the ALUs under swizzled cycle compression.
    EuCyclesScc,
    /// Active lanes divided by lanes of issued instructions, in percent.
    SimdEfficiency,
    /// Threads that execute an issued warp instruction, on average (collange2011, figure 5).
    ActiveThreads,
    /// Lines that pass the data cluster per cycle, in either direction.
    LinesPerCycle,
    /// Accesses of threads divided by line requests that leave the core (lashgar2012, equation 1).
    CoalescingRate,
    /// Cycles in which nothing was ready to issue (lashgar2012, section III), divided by all cycles of cores
    /// with threads, in percent.
    IdleShare,
    /// As `IdleShare`, including cycles in which the pipeline is occupied by groups of lanes of which none is active.
    UnusedShare,
    /// The most warps in a pool of any core (fung2009, section 6.8).
    PeakWarps,
    /// The most groups in a heap of any core.
    PeakGroups,
    /// Cycles with more than 64 warps in the pool, in percent.
    PoolAbove64,
    /// Cycles with more than 32 warps in the pool, in percent.
    PoolAbove32,
    /// IPC of the limit study's best reconvergence points.
    Oracle,
    /// IPC of the limit study with reconvergence at post-dominators.
    OraclePdom,
    /// IPC of the limit study without reconvergence.
    OracleNrec,
}

impl Measure {
    /// The value for a run; `None` if the run failed.
    pub fn of(self, planned: &PlannedRun, result: &RunResult) -> Option<f64> {
        if result.failure.is_some() {
            return None;
        }
        let number = |path| result.number(path);
        let over_accesses =
            |misses: f64| Some(100.0 * misses / number("cache.thread_accesses")?.max(1.0));
        match self {
            Measure::Ipc => number("ipc"),
            Measure::Utilisation => Some(100.0 * number("ipc")? / lanes(planned)),
            Measure::BandwidthUse => Some(100.0 * number("dram.bandwidth_use")?),
            Measure::MissRate => over_accesses(number("cache.misses")?),
            Measure::MissRateWithoutPending => {
                over_accesses(number("cache.misses")? - number("cache.pending_hits")?)
            }
            Measure::Cycles => number("cycles"),
            Measure::EuCyclesIvb => number("compaction.cycles.ivb"),
            Measure::EuCyclesBcc => number("compaction.cycles.bcc"),
            Measure::EuCyclesScc => number("compaction.cycles.scc"),
            Measure::SimdEfficiency => Some(100.0 * number("simd_efficiency")?),
            Measure::ActiveThreads => {
                Some(number("thread_instructions")? / number("instructions")?.max(1.0))
            }
            Measure::LinesPerCycle => {
                Some(number("shared_caches.data_cluster.lines")? / number("cycles")?.max(1.0))
            }
            Measure::CoalescingRate => {
                let new = number("cache.misses")? - number("cache.pending_hits")?;
                let requests = new + number("cache.written")?;
                Some(number("cache.thread_accesses")? / requests.max(1.0))
            }
            Measure::IdleShare => of_cycles_with_threads(planned, result, idle(result)?),
            Measure::UnusedShare => {
                let inactive = number("compaction.cycles.none")? - number("compaction.cycles.bcc")?;
                of_cycles_with_threads(planned, result, idle(result)? + inactive)
            }
            Measure::PeakWarps => number("dwf.peak_warps"),
            Measure::PeakGroups => number("dwf.peak_groups"),
            Measure::PoolAbove64 => pool_above(result, 64),
            Measure::PoolAbove32 => pool_above(result, 32),
            Measure::Oracle => number("limit_study.oracle.ipc"),
            Measure::OraclePdom => number("limit_study.pdom.ipc"),
            Measure::OracleNrec => number("limit_study.nrec.ipc"),
        }
    }

    /// The mean over workloads: arithmetic for parts of cycles and for active threads, harmonic for all other measures.
    pub fn mean(self, numbers: &[f64]) -> Option<f64> {
        match self.is_averaged_by_sum() {
            true => arithmetic(numbers),
            false => harmonic(numbers.iter().copied()),
        }
    }

    /// Whether the mean is arithmetic: of numbers that may be zero, and of what is no speed.
    fn is_averaged_by_sum(self) -> bool {
        matches!(
            self,
            Measure::IdleShare
                | Measure::UnusedShare
                | Measure::ActiveThreads
                | Measure::PoolAbove64
                | Measure::PoolAbove32
        )
    }

    /// Name of the mean.
    pub fn mean_name(self) -> &'static str {
        match self.is_averaged_by_sum() {
            true => "mean",
            false => "HM",
        }
    }

    /// Description of the measure: the unit, or more where the unit does not say enough.
    pub fn in_words(self) -> &'static str {
        match self {
            Measure::IdleShare => "cycles with nothing to issue",
            Measure::UnusedShare => "cycles without an active lane",
            _ => self.unit(),
        }
    }

    /// Unit on axes.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::Ipc | Measure::Oracle | Measure::OraclePdom | Measure::OracleNrec => "IPC",
            Measure::Utilisation => "% of peak IPC",
            Measure::BandwidthUse => "% of cycles",
            Measure::MissRate | Measure::MissRateWithoutPending => "% of accesses",
            Measure::PeakWarps => "warps",
            Measure::PeakGroups => "groups",
            Measure::PoolAbove64 | Measure::PoolAbove32 => "% of cycles",
            Measure::Cycles => "cycles",
            Measure::EuCyclesIvb | Measure::EuCyclesBcc | Measure::EuCyclesScc => "EU cycles",
            Measure::SimdEfficiency => "% of lanes",
            Measure::ActiveThreads => "active threads",
            Measure::LinesPerCycle => "lines per cycle",
            Measure::CoalescingRate => "accesses per request",
            Measure::IdleShare | Measure::UnusedShare => "% of cycles",
        }
    }
}

/// A number of core cycles divided by the cycles in which cores had threads, in percent.
fn of_cycles_with_threads(planned: &PlannedRun, result: &RunResult, cycles: f64) -> Option<f64> {
    let all = planned.config.cores as f64 * result.number("cycles")?;
    let with_threads = all - result.number("stalls.idle")?;
    Some(100.0 * cycles / with_threads.max(1.0))
}

/// Cycles in which cores with threads found nothing to issue, without delays of the pipeline itself.
fn idle(result: &RunResult) -> Option<f64> {
    const REASONS: [&str; 5] = ["port", "arbiter", "memory", "pipeline", "barrier"];
    let cycles = REASONS.map(|reason| result.number(&format!("stalls.{reason}")));
    cycles.into_iter().sum()
}

/// Cycles with more than so many warps in the pool, in percent.
fn pool_above(result: &RunResult, warps: usize) -> Option<f64> {
    let at_most = result.value("dwf.pool.cumulative")?.as_array()?;
    let at_most = at_most.get(warps).map_or(Some(1.0), |part| part.as_f64())?;
    Some(100.0 * (1.0 - at_most))
}

/// Number of lanes of all cores: the peak IPC.
fn lanes(planned: &PlannedRun) -> f64 {
    (planned.config.cores * planned.config.core.simd_width) as f64
}
