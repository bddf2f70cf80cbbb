//! Numbers out of runs.

use crate::cells::{Cell, CellResult, arithmetic, harmonic};
use serde::Deserialize;

/// What is measured of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Thread instructions per cycle, all cores together.
    #[default]
    Ipc,
    /// IPC over the lanes of all cores, in percent.
    Utilisation,
    /// Cycles in which the data buses of the memory modules are busy, in percent.
    BandwidthUse,
    /// Misses over accesses of threads, in percent.
    MissRate,
    /// Misses that are no pending hits over accesses of threads, in percent.
    MissRateWithoutPending,
    /// Clock cycles of all launches.
    Cycles,
    /// Cycles of the ALUs under the optimisation of Ivy Bridge (vaidya2013, section 5.2), whatever
    /// the machine has.
    EuCyclesIvb,
    /// The same under basic cycle compression.
    EuCyclesBcc,
    /// The same under swizzled cycle compression.
    EuCyclesScc,
    /// Active lanes over lanes of issued instructions, in percent.
    SimdEfficiency,
    /// Lines that pass the data cluster in a cycle, in either direction.
    LinesPerCycle,
    /// Accesses of threads over line requests that leave the core (lashgar2012, equation 1).
    CoalescingRate,
    /// Cycles in which nothing was ready to issue (lashgar2012, section III), over all cycles of cores
    /// with threads, in percent.
    IdleShare,
    /// The same, with cycles in which the pipeline is held for lanes of which none is active.
    UnusedShare,
    /// IPC of the limit study's best reconvergence points.
    Oracle,
    /// IPC of its reconvergence at post-dominators.
    OraclePdom,
    /// IPC of its machine without reconvergence.
    OracleNrec,
}

impl Measure {
    /// Of a run; nothing of one that failed.
    pub fn of(self, cell: &Cell, result: &CellResult) -> Option<f64> {
        if result.failure.is_some() {
            return None;
        }
        let number = |path| result.number(path);
        let over_accesses =
            |misses: f64| Some(100.0 * misses / number("cache.thread_accesses")?.max(1.0));
        match self {
            Measure::Ipc => number("ipc"),
            Measure::Utilisation => Some(100.0 * number("ipc")? / lanes(cell)),
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
            Measure::LinesPerCycle => {
                Some(number("shared_caches.data_cluster.lines")? / number("cycles")?.max(1.0))
            }
            Measure::CoalescingRate => {
                let new = number("cache.misses")? - number("cache.pending_hits")?;
                let requests = new + number("cache.written")?;
                Some(number("cache.thread_accesses")? / requests.max(1.0))
            }
            Measure::IdleShare => of_cycles_with_threads(cell, result, idle(result)?),
            Measure::UnusedShare => {
                let inactive = number("compaction.cycles.none")? - number("compaction.cycles.bcc")?;
                of_cycles_with_threads(cell, result, idle(result)? + inactive)
            }
            Measure::Oracle => number("limit_study.oracle.ipc"),
            Measure::OraclePdom => number("limit_study.pdom.ipc"),
            Measure::OracleNrec => number("limit_study.nrec.ipc"),
        }
    }

    /// Over workloads: harmonic of rates, arithmetic of shares of the time.
    pub fn mean(self, numbers: &[f64]) -> Option<f64> {
        match self {
            Measure::IdleShare | Measure::UnusedShare => arithmetic(numbers),
            _ => harmonic(numbers.iter().copied()),
        }
    }

    /// What the mean is called.
    pub fn mean_name(self) -> &'static str {
        match self {
            Measure::IdleShare | Measure::UnusedShare => "mean",
            _ => "HM",
        }
    }

    /// What is measured, where that is not the unit.
    pub fn in_words(self) -> &'static str {
        match self {
            Measure::IdleShare => "cycles with nothing to issue",
            Measure::UnusedShare => "cycles without an active lane",
            _ => self.unit(),
        }
    }

    /// On axes.
    pub fn unit(self) -> &'static str {
        match self {
            Measure::Ipc | Measure::Oracle | Measure::OraclePdom | Measure::OracleNrec => "IPC",
            Measure::Utilisation => "% of peak IPC",
            Measure::BandwidthUse => "% of cycles",
            Measure::MissRate | Measure::MissRateWithoutPending => "% of accesses",
            Measure::Cycles => "cycles",
            Measure::EuCyclesIvb | Measure::EuCyclesBcc | Measure::EuCyclesScc => "EU cycles",
            Measure::SimdEfficiency => "% of lanes",
            Measure::LinesPerCycle => "lines per cycle",
            Measure::CoalescingRate => "accesses per request",
            Measure::IdleShare | Measure::UnusedShare => "% of cycles",
        }
    }
}

/// So many cycles of cores over those in which they had threads, in percent.
fn of_cycles_with_threads(cell: &Cell, result: &CellResult, cycles: f64) -> Option<f64> {
    let all = cell.config.cores as f64 * result.number("cycles")?;
    let with_threads = all - result.number("stalls.idle")?;
    Some(100.0 * cycles / with_threads.max(1.0))
}

/// Cycles in which cores with threads found nothing to issue, the pipeline's own delays left out.
fn idle(result: &CellResult) -> Option<f64> {
    const REASONS: [&str; 5] = ["port", "arbiter", "memory", "pipeline", "barrier"];
    let cycles = REASONS.map(|reason| result.number(&format!("stalls.{reason}")));
    cycles.into_iter().sum()
}

/// Lanes of all cores: the peak IPC.
fn lanes(cell: &Cell) -> f64 {
    (cell.config.cores * cell.config.core.simd_width) as f64
}
