//! What a core counts.

use super::activity::Activity;
use serde::Serialize;

/// Why a core issued nothing in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stall {
    /// Something could issue, but the lanes of its pipe are still taken by another warp, or the warp is
    /// about to be arbitrated again.
    Issue,
    /// Warps that wait for the data cache hold up the pipeline.
    Port,
    /// Warps wait for the arbiter, for their stack, or for the scheduler that forms them.
    Arbiter,
    /// Threads wait for data.
    Memory,
    /// Instructions are in the pipeline.
    Pipeline,
    /// All that is left waits at barriers.
    Barrier,
    /// The core has no threads.
    Idle,
}

/// Cycles of all cores in which nothing was issued, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stalls {
    /// A warp could issue, but the lanes of its pipe were still taken by another.
    pub issue: u64,
    /// Warps that waited for the data cache held up the pipeline (the "stall" of fung2009, figure 15).
    pub port: u64,
    /// Warps waited for a common PC or a line, for their stack, or for the scheduler that forms them.
    pub arbiter: u64,
    /// Threads waited for data.
    pub memory: u64,
    /// Instructions were in the pipeline.
    pub pipeline: u64,
    /// All threads waited at barriers.
    pub barrier: u64,
    /// The core had no threads.
    pub idle: u64,
}

impl Stalls {
    pub(crate) fn add(&mut self, reason: Stall, cycles: u64) {
        let counter = match reason {
            Stall::Issue => &mut self.issue,
            Stall::Port => &mut self.port,
            Stall::Arbiter => &mut self.arbiter,
            Stall::Memory => &mut self.memory,
            Stall::Pipeline => &mut self.pipeline,
            Stall::Barrier => &mut self.barrier,
            Stall::Idle => &mut self.idle,
        };
        *counter += cycles;
    }

    fn merge(&mut self, other: &Stalls) {
        self.issue += other.issue;
        self.port += other.port;
        self.arbiter += other.arbiter;
        self.memory += other.memory;
        self.pipeline += other.pipeline;
        self.barrier += other.barrier;
        self.idle += other.idle;
    }
}

/// Work of the unified arbiters of all cores (collange2011); zero under other mechanisms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ArbiterCounts {
    /// Grants for a common PC.
    pub pc_grants: u64,
    /// Grants for a memory line.
    pub line_grants: u64,
    /// Structural stalls: cycles that requests for a PC waited because memory went first.
    pub structural_stalls: u64,
}

/// Counters of one core.
#[derive(Clone, Debug)]
pub(crate) struct CoreCounts {
    pub instructions: u64,
    pub thread_instructions: u64,
    /// By number of active lanes.
    pub lanes: [u64; 65],
    pub stalls: Stalls,
    pub arbiter: ArbiterCounts,
    pub activity: Activity,
}

impl CoreCounts {
    /// Counters of a core that issues up to `lanes` threads at once.
    pub fn new(lanes: usize) -> Self {
        CoreCounts {
            instructions: 0,
            thread_instructions: 0,
            lanes: [0; 65],
            stalls: Stalls::default(),
            arbiter: ArbiterCounts::default(),
            activity: Activity::new(lanes),
        }
    }

    pub fn merge(&mut self, other: &CoreCounts) {
        self.instructions += other.instructions;
        self.thread_instructions += other.thread_instructions;
        for (mine, theirs) in self.lanes.iter_mut().zip(&other.lanes) {
            *mine += theirs;
        }
        self.stalls.merge(&other.stalls);
        self.arbiter.pc_grants += other.arbiter.pc_grants;
        self.arbiter.line_grants += other.arbiter.line_grants;
        self.arbiter.structural_stalls += other.arbiter.structural_stalls;
    }
}
