//! How a run ends: completed, or with a typed reason why not. A program's fault is a result and not an error of the simulator.

mod barrier_at_risk;
mod location;
mod near;
mod remedy;
mod round_limit;
mod thread_list;

pub use barrier_at_risk::{BarrierAtRisk, SourcePlace};
pub use location::{ProgramLocation, Source};
pub use near::{Near, Neighbour, Side};
pub use round_limit::RoundLimit;

pub use heddle_gpu_core::FaultReason;
use heddle_isa::Program;
use heddle_types::WarpId;
use serde::{Serialize, Serializer};
use std::fmt;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// Every thread of every launch exited.
    Completed,
    /// A thread did something illegal.
    Fault(Fault),
    /// No thread can ever run again: all remaining threads wait at barriers.
    Deadlock(Stuck),
    /// Threads run, but in circles: each remaining thread repeats earlier states or waits, and no memory changes.
    NoProgress(Stuck),
    /// The launch exceeded its limit of cycles.
    CycleLimit(Stuck),
    /// On the functional device, the launch exceeded its limit of instructions.
    InstructionLimit(Stuck),
    /// A loop of the host exceeded its limit of rounds.
    RoundLimit(RoundLimit),
    /// The control unit violated its contract; its golden model never does.
    Broken(Broken),
}

impl Outcome {
    /// Whether every thread of every launch exited.
    pub fn is_complete(&self) -> bool {
        *self == Outcome::Completed
    }
}

/// A thread did something illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Kernel it ran.
    pub kernel: String,
    /// Number of the launch, from 0.
    pub launch: usize,
    /// Round of its loop, from 0, if it is part of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Linear number of the thread in the launch.
    pub thread: u32,
    /// Position of the thread in its block.
    pub thread_index: [u32; 3],
    /// Position of the block in the grid.
    pub block_index: [u32; 3],
    /// The instruction at fault.
    pub place: ProgramLocation,
    /// Data address, or target of a jump, if the fault has one.
    pub address: Option<u32>,
    /// The memory region that a wild data address narrowly misses.
    pub near: Option<Near>,
    /// Clock cycle of the fault; `None` on the functional device.
    pub cycle: Option<u64>,
    /// The illegal action.
    #[serde(serialize_with = "as_text")]
    pub reason: FaultReason,
}

fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The activity of a thread that makes no progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Doing {
    /// Running, or waiting to be scheduled.
    Running,
    /// Waiting for data.
    Memory,
    /// Waiting at the barrier of its block.
    Barrier,
    /// Waiting at the barrier of its original warp.
    PartialBarrier,
    /// Waiting on its warp's reconvergence stack until the threads above it arrive or end.
    Stack,
    /// Waiting before a LAT for the other sub-warps of its large warp.
    Partners,
}

/// Threads with the same activity at the same place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The instruction; for threads at a barrier, the instruction behind the barrier.
    pub place: ProgramLocation,
    /// What the threads are doing.
    pub doing: Doing,
    /// Linear numbers in the launch, ascending. In JSON the lowest of them, `thread_count` and the lowest `thread_ranges`.
    #[serde(flatten, serialize_with = "thread_list::listed")]
    pub threads: Vec<u32>,
}

/// The remaining threads of a launch that does not end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stuck {
    /// Kernel they ran.
    pub kernel: String,
    /// Number of the launch, from 0.
    pub launch: usize,
    /// Round of its loop, from 0, if it is part of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Clock cycle at which the run stopped; `None` on the functional device.
    pub cycle: Option<u64>,
    /// Groups of threads that are at the same place and do the same.
    pub groups: Vec<Group>,
    /// In a deadlock with threads on a stack: the barriers at which others wait, if they are at risk.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_risk: Vec<BarrierAtRisk>,
}

impl Stuck {
    /// Adds the barriers at risk of the program that explain the deadlock.
    pub(crate) fn explained(mut self, program: &Program) -> Stuck {
        if self.has_stacked() {
            self.at_risk = BarrierAtRisk::of(program);
            let groups = &self.groups;
            // Threads at a barrier are shown at the instruction behind it.
            self.at_risk.retain(|risk| {
                let behind = risk.barrier.place.pc.wrapping_add(4);
                let mut groups = groups.iter();
                groups.any(|group| group.doing == Doing::Barrier && group.place.pc == behind)
            });
        }
        self
    }

    /// Whether threads wait on their warp's reconvergence stack.
    pub fn has_stacked(&self) -> bool {
        self.some_are(Doing::Stack)
    }

    /// Whether sub-warps wait before a LAT for their partners.
    pub fn has_partners(&self) -> bool {
        self.some_are(Doing::Partners)
    }

    fn some_are(&self, doing: Doing) -> bool {
        self.groups.iter().any(|group| group.doing == doing)
    }
}

/// The control unit of a core violated its contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// Which core.
    pub core: usize,
    /// Clock cycle of the violation.
    pub cycle: u64,
    /// Which warp.
    pub warp: WarpId,
    /// What the unit did.
    pub what: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "kernel `{}`, {}, thread {} ({:?} of block {:?}){}, at {}: {}",
            self.kernel,
            numbered(self.launch, self.round),
            self.thread,
            self.thread_index,
            self.block_index,
            in_cycle(self.cycle),
            self.place,
            self.reason
        )?;
        match &self.near {
            Some(near) => write!(f, ", {near}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stuck {
            kernel,
            launch,
            round,
            cycle,
            groups,
            at_risk,
        } = self;
        let (launch, cycle) = (numbered(*launch, *round), in_cycle(*cycle));
        write!(f, "kernel `{kernel}`, {launch}{cycle}:")?;
        for group in groups {
            let doing = match group.doing {
                Doing::Running => "running",
                Doing::Memory => "waiting for data",
                Doing::Barrier => "at the block's barrier",
                Doing::PartialBarrier => "at the warp's barrier",
                Doing::Stack => "on their warp's stack, below threads that do not get on",
                Doing::Partners => {
                    "in sub-warps that wait for their partners before a load or store"
                }
            };
            let threads = thread_list::text(&group.threads);
            write!(f, "\n  threads {threads} {doing}, {}", group.place)?;
        }
        at_risk.iter().try_for_each(|risk| write!(f, "\n  {risk}"))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Completed => f.write_str("completed"),
            Outcome::Fault(fault) => write!(f, "fault: {fault}"),
            Outcome::Deadlock(stuck) => write!(f, "deadlock: {stuck}"),
            Outcome::NoProgress(stuck) => write!(f, "no forward progress: {stuck}"),
            Outcome::CycleLimit(stuck) => write!(f, "cycle limit reached: {stuck}"),
            Outcome::InstructionLimit(stuck) => write!(f, "instruction limit reached: {stuck}"),
            Outcome::RoundLimit(limit) => write!(f, "round limit reached: {limit}"),
            Outcome::Broken(broken) => write!(
                f,
                "the control unit of core {} broke its contract in cycle {}, warp {}: {}",
                broken.core, broken.cycle, broken.warp, broken.what
            ),
        }
    }
}

/// When something happened, if there is time.
fn in_cycle(cycle: Option<u64>) -> String {
    cycle.map_or(String::new(), |cycle| format!(", cycle {cycle}"))
}

/// A launch, with its round if it is repeated.
fn numbered(launch: usize, round: Option<u32>) -> String {
    match round {
        Some(round) => format!("launch {launch} in round {round}"),
        None => format!("launch {launch}"),
    }
}
