//! Describing threads for people: where they are, and why they make no progress.

use crate::fault::{Doing, Fault, FaultReason, Group, ProgramLocation, Stuck};
use heddle_gpu_core::threads::{Grid, WarpThreads};
use heddle_gpu_core::{Raised, ShaderCore};
use heddle_isa::{FetchFault, Program};
use heddle_types::{Cycle, Pc};
use std::collections::BTreeMap;

/// A launch as shown in reports.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub program: &'a Program,
    pub grid: &'a Grid,
    pub kernel: &'a str,
    pub launch: usize,
    pub round: Option<u32>,
    /// When it was; `None` on the functional device.
    pub cycle: Option<Cycle>,
}

/// A thread as reports name it.
pub(crate) struct Victim {
    /// Number of its block in the grid.
    pub block: u32,
    /// Number in its block.
    pub index: u32,
}

/// Why an address has no instruction to execute.
fn explain(program: &Program, pc: Pc) -> FetchFault {
    match program.code.fetch(pc.address()) {
        Err(fault) => fault,
        Ok(_) => FetchFault::Outside { pc },
    }
}

impl Scene<'_> {
    fn place(&self, pc: Pc) -> ProgramLocation {
        ProgramLocation::new(self.program, pc)
    }

    /// A thread's fault with all the details a reader needs.
    pub fn fault(&self, core: &ShaderCore, raised: Raised) -> Fault {
        let threads = &core.threads;
        let warp = raised.thread.warp(threads.warp_size);
        let warp = &threads.warps[warp.index()];
        let victim = Victim {
            block: core.blocks.block(warp.block).number,
            index: threads.index[raised.thread.index()],
        };
        self.fault_of(&victim, raised)
    }

    /// The fault of this thread, wherever it ran.
    pub fn fault_of(&self, victim: &Victim, raised: Raised) -> Fault {
        let &Victim { block, index } = victim;
        let reason = match raised.reason {
            // A core only reports that it found no instruction to execute.
            FaultReason::Fetch(FetchFault::Outside { pc }) if pc == raised.pc => {
                explain(self.program, pc).into()
            }
            reason => reason,
        };
        Fault {
            kernel: self.kernel.into(),
            launch: self.launch,
            round: self.round,
            thread: self.grid.global(block, index),
            thread_index: self.grid.thread_index(index),
            block_index: self.grid.block_index(block),
            place: self.place(raised.pc),
            address: raised.address,
            near: None,
            cycle: self.cycle.map(Cycle::number),
            reason,
        }
    }

    /// The remaining threads on all cores, by activity and place.
    pub fn stuck<'c>(&self, cores: impl Iterator<Item = &'c ShaderCore>) -> Stuck {
        let threads = cores.flat_map(|core| {
            let warps = core.threads.by_warp();
            warps.flat_map(move |(warp, state)| {
                state.live.iter().map(move |lane| {
                    let thread = (core.threads.first(warp) + lane).index();
                    let victim = Victim {
                        block: core.blocks.block(state.block).number,
                        index: core.threads.index[thread],
                    };
                    (core.threads.pc[thread], doing(state, lane), victim)
                })
            })
        });
        self.stuck_of(threads)
    }

    /// These threads, each with its PC and its activity, by activity and place.
    pub fn stuck_of(&self, threads: impl Iterator<Item = (Pc, Doing, Victim)>) -> Stuck {
        let mut groups: BTreeMap<(Pc, Doing), Vec<u32>> = BTreeMap::new();
        for (pc, doing, Victim { block, index }) in threads {
            let number = self.grid.global(block, index);
            groups.entry((pc, doing)).or_default().push(number);
        }
        let groups = groups.into_iter().map(|((pc, doing), mut threads)| {
            threads.sort_unstable();
            let place = self.place(pc);
            Group {
                place,
                doing,
                threads,
            }
        });
        Stuck {
            kernel: self.kernel.into(),
            launch: self.launch,
            round: self.round,
            cycle: self.cycle.map(Cycle::number),
            groups: groups.collect(),
            at_risk: Vec::new(),
        }
    }
}

fn doing(state: &WarpThreads, lane: usize) -> Doing {
    match () {
        () if state.at_barrier.contains(lane) => Doing::Barrier,
        () if state.at_partial.contains(lane) => Doing::PartialBarrier,
        () if state.missing.contains(lane) => Doing::Memory,
        () if state.stacked.contains(lane) => Doing::Stack,
        () if state.before_lat.contains(lane) => Doing::Partners,
        () => Doing::Running,
    }
}
