//! Numbers out of runs.

use crate::cells::{Cell, CellResult};
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
    /// Cycles of cores with threads in which nothing was ready to issue (lashgar2012, section III).
    IdleCycles,
    /// The same over all cycles of cores with threads, in percent.
    IdleShare,
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
            Measure::IdleCycles => idle(result),
            Measure::IdleShare => {
                let cores = cell.config.cores as f64;
                let busy = cores * number("cycles")? - number("stalls.idle")?;
                Some(100.0 * idle(result)? / busy.max(1.0))
            }
            Measure::Oracle => number("limit_study.oracle.ipc"),
            Measure::OraclePdom => number("limit_study.pdom.ipc"),
            Measure::OracleNrec => number("limit_study.nrec.ipc"),
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
            Measure::IdleCycles => "cycles",
            Measure::IdleShare => "% of cycles",
        }
    }
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
