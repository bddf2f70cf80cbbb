//! The results of a run. Serialised, the keys are those of `heddle sim --json`.

mod active_threads;
mod limits;
mod mechanism;
mod profile;

pub(crate) use active_threads::active_threads;
pub use active_threads::{ClassOverTime, Executed, Share, Timeline};
pub(crate) use limits::Peak;
pub use limits::{Lanes, Limit, Limits};
pub use mechanism::MechanismReport;
pub use profile::{Branches, Lines, ProfileRow};

pub use crate::fault::Source;

use crate::barrier_divergence::BarrierDivergence;
use crate::fault::Outcome;
use crate::flow_check::CheckedFlow;
use crate::race::Races;
pub use heddle_gpu_core::accounting::room::{Count, Peaks, Room, Shortages};
use heddle_gpu_core::{Stalls, compaction};
use heddle_mechanisms::ArbiterCounts;
use heddle_memory::{BusUse, CacheCounts, DramCounts, NetworkCounts, SharedCounts};
use heddle_system::kept::digest;
use serde::Serialize;

/// A run: how it ended, its counts, the contents of its buffers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Counts of all launches and cores.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// Launches that ended or were stopped, in order; those of a loop once for each round.
    pub launches: Vec<LaunchReport>,
    /// Output buffers, in the order of the job; after a fault, with their contents at that time.
    pub buffers: Vec<Output>,
    /// Every executed PC, the one that lost most lanes first, if the run counted them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Vec<ProfileRow>>,
    /// The use of the memory modules' buses, if the run watched them. It has no JSON key: it is the data for drawing a timeline.
    #[serde(skip)]
    pub bus_use: Option<BusUse>,
    /// Races, if the run checked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub races: Option<Races>,
    /// Barriers that not all threads of a block reached, if the run checked for races.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barrier_divergence: Option<BarrierDivergence>,
    /// Executed edges compared with the control-flow graph, if the run checked them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<CheckedFlow>,
}

/// A launch that was run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LaunchReport {
    /// Kernel.
    pub kernel: String,
    /// Round of its loop, from 0, if it is part of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Clock cycles.
    pub cycles: u64,
    /// What the mechanism needed room for in the launch.
    #[serde(flatten)]
    pub room: Room,
}

/// Counts of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// Clock cycles of all launches.
    pub cycles: u64,
    /// Issued warp instructions, regardless of the number of active lanes. Under `mimd`: cycles of cores in which a core issued.
    pub instructions: u64,
    /// Instructions executed, summed over threads.
    pub thread_instructions: u64,
    /// Thread instructions per cycle, all cores together.
    pub ipc: f64,
    /// Active lanes divided by all lanes, averaged over `instructions`. The lanes are those of a warp, or under `mimd` those of
    /// the SIMD pipeline.
    pub simd_efficiency: f64,
    /// `instructions` by their number of active lanes, from 0 to all.
    pub active_lane_histogram: Vec<u64>,
    /// Cycles of cores by their number of active lanes (fung2009, figure 15).
    pub active_threads: Vec<Share>,
    /// The same over time, with the executed instructions (fung2009, figure 16).
    pub timeline: Timeline,
    /// What limits the run.
    pub limits: Limits,
    /// Data caches.
    pub cache: CacheCounts,
    /// The network between cores and memory.
    pub network: NetworkCounts,
    /// Memory modules.
    pub dram: DramCounts,
    /// Caches that cores share, if the machine has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_caches: Option<SharedCounts>,
    /// Cycles of cores in which nothing was issued, by reason.
    pub stalls: Stalls,
    /// Counts of the unified arbiters; zero except under `stackless`.
    pub arbiter: ArbiterCounts,
    /// Calls deeper than the nesting key can represent (or returns from below the kernel): the key saturated, and reconvergence
    /// may suffer.
    pub nesting_saturations: u64,
    /// Instructions that the ALUs executed, and the cycles for which they would occupy the ALUs under each mode of intra-warp
    /// compaction, regardless of the machine's mode. Not under `mimd`, which has no warps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compaction: Option<compaction::Executed>,
    /// What the mechanism needed room for: peaks are those of the launch with the most, shortages the sum of all launches.
    #[serde(flatten)]
    pub room: Room,
    /// Counts specific to the mechanism, under its key.
    #[serde(flatten)]
    pub mechanism: MechanismReport,
}

/// A buffer at the end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Output {
    /// Name.
    pub name: String,
    /// Its bytes. In JSON, their number.
    #[serde(serialize_with = "count")]
    pub bytes: Vec<u8>,
    /// SHA-256 of the bytes, in lower-case hexadecimal digits.
    pub sha256: String,
}

impl Output {
    /// A buffer with its digest.
    pub fn new(name: &str, bytes: Vec<u8>) -> Self {
        Output {
            name: name.into(),
            sha256: digest(&bytes),
            bytes,
        }
    }
}

fn count<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(bytes.len() as u64)
}

/// A part divided by the whole; 0 if the whole is 0.
pub(crate) fn ratio(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        _ => part as f64 / whole as f64,
    }
}

impl Report {
    /// The bytes of an output buffer.
    pub fn buffer(&self, name: &str) -> Option<&[u8]> {
        let output = self.buffers.iter().find(|output| output.name == name);
        output.map(|output| output.bytes.as_slice())
    }
}
