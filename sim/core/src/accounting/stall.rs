//! Reasons why a core issues nothing.

use heddle_types::add_counts;
use serde::Serialize;
use std::ops::AddAssign;

/// The reason why a core issued nothing in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stall {
    /// A warp could issue, but another warp still holds the lanes of its pipe, or the warp is about to be arbitrated
    /// again.
    Issue,
    /// Warps that wait for the data cache stall the pipeline.
    Port,
    /// Warps wait for the arbiter, for their stack, or for the scheduler that forms them.
    Arbiter,
    /// Threads wait for data.
    Memory,
    /// Instructions are in the pipeline.
    Pipeline,
    /// All remaining threads wait at barriers.
    Barrier,
    /// The core has no threads.
    Idle,
}

/// What the threads of a core wait for while nothing is issued. The first condition that holds is the
/// [reason](Stall). If none holds, the threads wait at barriers, or the core has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// So many instructions wait for the data cache that the pipeline is stalled.
    pub port_is_full: bool,
    /// Some threads could issue, but their pipe is taken, or it is not their turn.
    pub can_issue: bool,
    /// Some threads wait for the scheduler, or for one of its units.
    pub for_scheduler: bool,
    /// Some threads wait to request lines from memory. Threads that wait for data need not be included.
    pub for_memory: bool,
    /// Instructions are in the pipeline.
    pub in_pipeline: bool,
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
    /// Counts cycles in which nothing was issued.
    pub fn add(&mut self, reason: Stall, cycles: u64) {
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
}

impl AddAssign for Stalls {
    fn add_assign(&mut self, other: Stalls) {
        add_counts!(self, &other => Stalls { issue, port, arbiter, memory, pipeline, barrier, idle });
    }
}
