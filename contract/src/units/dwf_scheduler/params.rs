//! Parameters of `dwf_scheduler`: the parameters of the units inside.

use super::DwfScheduler;
use crate::config::{Policy, Structure};
use crate::params::require_in_hardware;
use crate::units::{
    MajorityScheduler, PcWarpLut, SlotCrossbar, SpillQueue, TimestampQueue, TournamentScheduler,
    WarpAllocator, WarpPool, WarpUpdateRegisters, WinnerTree, pc_warp_lut, slot_crossbar,
    spill_queue, warp_allocator, warp_pool, warp_scheduler, warp_update_registers,
};
use crate::{Config, Param, ParamError, Parameters, Unit, Words, once_each};

/// The group scheduler inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Scheduler {
    /// `majority_scheduler`: a heap.
    Majority,
    /// `tournament_scheduler`: a tree of comparators.
    Tournament,
    /// `winner_tree`: a tree of winners in stages.
    WinnerTree,
    /// `timestamp_queue`: order of arrival.
    Timestamp,
}

/// Parameters of [`DwfScheduler`]: the parameters of the units inside.
///
/// They are declared without `params!`: the group scheduler is one of four units that share their parameters, and the
/// crossbar does not always exist. No other assembly has either of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct Params {
    pub(super) scheduler: Scheduler,
    registers: warp_update_registers::Params,
    lut: pc_warp_lut::Params,
    pub(super) pool: warp_pool::Params,
    pub(super) crossbar: Option<slot_crossbar::Params>,
    allocator: warp_allocator::Params,
    pub(super) groups: warp_scheduler::Params,
    pub(super) spill: spill_queue::Params,
}

impl Params {
    /// The parameters of a machine's scheduler.
    pub(super) fn of(config: &Config) -> Result<Self, ParamError> {
        let (scheduler, groups) = group_scheduler(config)?;
        let lut = PcWarpLut::params(config)?;
        let crossbar = match lut.slots() {
            1 => None,
            _ => Some(SlotCrossbar::params(config)?),
        };
        Ok(Params {
            scheduler,
            registers: WarpUpdateRegisters::params(config)?,
            lut,
            crossbar,
            pool: WarpPool::params(config)?,
            allocator: WarpAllocator::params(config)?,
            groups,
            spill: SpillQueue::params(config)?,
        })
    }

    /// The group scheduler inside.
    pub fn scheduler(&self) -> Scheduler {
        self.scheduler
    }

    /// Parameters of `warp_update_registers`.
    pub fn registers(&self) -> &warp_update_registers::Params {
        &self.registers
    }

    /// Parameters of `pc_warp_lut`.
    pub fn lut(&self) -> &pc_warp_lut::Params {
        &self.lut
    }

    /// Parameters of `warp_pool`.
    pub fn pool(&self) -> &warp_pool::Params {
        &self.pool
    }

    /// Parameters of `slot_crossbar`, if threads can take other lanes than those in which they arrive.
    pub fn crossbar(&self) -> Option<&slot_crossbar::Params> {
        self.crossbar.as_ref()
    }

    /// Parameters of `warp_allocator`.
    pub fn allocator(&self) -> &warp_allocator::Params {
        &self.allocator
    }

    /// Parameters of the group scheduler.
    pub fn groups(&self) -> &warp_scheduler::Params {
        &self.groups
    }

    /// Parameters of `spill_queue`.
    pub fn spill(&self) -> &spill_queue::Params {
        &self.spill
    }

    /// Threads of a warp.
    pub fn lanes(&self) -> usize {
        self.pool.lanes()
    }

    /// Number of home lanes.
    pub fn home_lanes(&self) -> usize {
        self.lut.home_lanes()
    }

    /// Width of a thread number; all ones mark an empty lane.
    pub fn tid_bits(&self) -> u32 {
        self.pool.tid_bits()
    }

    /// Width of a PC, in instruction words.
    pub fn pc_bits(&self) -> u32 {
        self.pool.pc_bits()
    }

    /// Whether operations go through three pipeline stages.
    pub fn pipelined(&self) -> bool {
        self.lut.pipelined()
    }

    /// Whether a warp can leave in a cycle in which threads are inserted: with stages, and a group scheduler that takes both.
    pub fn overlaps(&self) -> bool {
        self.scheduler == Scheduler::WinnerTree
    }

    /// Minimum number of cycles by which pipelining delays threads from their commit to their issue
    /// (derived): from an accepted commit to the warp that is shown, it takes six cycles instead of two.
    pub fn extra_latency(&self) -> u64 {
        if self.pipelined() { 4 } else { 0 }
    }

    pub(super) fn no_thread(&self) -> u64 {
        (1 << self.tid_bits()) - 1
    }
}

impl Parameters for Params {
    fn describe(&self) -> Vec<Param> {
        once_each([
            WarpPool::describe(&self.pool),
            PcWarpLut::describe(&self.lut),
            match self.scheduler {
                Scheduler::Majority => MajorityScheduler::describe(&self.groups),
                Scheduler::Tournament => TournamentScheduler::describe(&self.groups),
                Scheduler::WinnerTree => WinnerTree::describe(&self.groups),
                Scheduler::Timestamp => TimestampQueue::describe(&self.groups),
            },
            SpillQueue::describe(&self.spill),
        ])
    }
}

/// The group scheduler that a machine requires.
fn group_scheduler(config: &Config) -> Result<(Scheduler, warp_scheduler::Params), ParamError> {
    let dwf = &config.dwf;
    let in_hardware = |name, is, value, allowed| {
        require_in_hardware(DwfScheduler::NAME, name, is, value, allowed)
    };
    let policy = dwf.policy != Policy::PdomPriority;
    in_hardware("policy", policy, "pdom-priority", "one of the others")?;
    in_hardware("lane_aware", dwf.lane_aware, "false", "true")?;
    in_hardware("ideal", !dwf.ideal, "true", "false")?;
    dwf.require_queued_updates(DwfScheduler::NAME)?;
    require_stages(config)?;
    Ok(match (dwf.policy, dwf.structure) {
        (Policy::Timestamp, _) => (Scheduler::Timestamp, TimestampQueue::params(config)?),
        (_, Structure::Heap) => (Scheduler::Majority, MajorityScheduler::params(config)?),
        (_, Structure::Tournament) => (Scheduler::Tournament, TournamentScheduler::params(config)?),
        (_, Structure::WinnerTree) => (Scheduler::WinnerTree, WinnerTree::params(config)?),
    })
}

/// Refuses a tree of winners that would be offered both halves of a commit in a cycle.
fn require_stages(config: &Config) -> Result<(), ParamError> {
    let dwf = &config.dwf;
    let offers_two = !dwf.is_pipelined();
    if dwf.structure != Structure::WinnerTree || dwf.policy == Policy::Timestamp || !offers_two {
        return Ok(());
    }
    // DWF-55: the tree takes one update in a cycle.
    Err(ParamError {
        unit: DwfScheduler::NAME,
        name: "formation_latency",
        value: dwf.formation_latency.to_string(),
        allowed: "3 with structure = \"winner_tree\", which takes one update in a cycle".into(),
    })
}
