//! The launches of a job on the functional device.

use super::load::Loaded;
use super::rounds::{Host, launches};
use super::scene::{Scene, Victim};
use super::task::Task;
use crate::fault::{Doing, Outcome};
use crate::functional::{
    Counts, Ended, FUNCTIONAL, FunctionalLaunch, FunctionalReport, NoTime, Plan, Shared, Thread,
    run_blocks,
};
use crate::launch::layout::Layout;
use heddle_gpu_core::Code;
use heddle_gpu_core::threads::Grid;
use heddle_isa::Memory;
use heddle_types::{Pc, with_lanes};

/// The functional device with a job in its memory.
struct Running<'a> {
    task: Task<'a>,
    code: &'a Code,
    layout: &'a Layout,
    memory: &'a mut Memory,
    /// Counts of all launches.
    counts: Counts,
}

impl Task<'_> {
    /// Runs the launches without time, and reports.
    pub fn run_functional(self, loaded: &mut Loaded) -> FunctionalReport {
        let mut running = Running {
            task: self,
            code: &loaded.code,
            layout: &loaded.layout,
            memory: &mut loaded.memory,
            counts: Counts::new(),
        };
        let (launches, outcome) = launches(self.job, &mut running);
        FunctionalReport {
            outcome,
            mechanism: FUNCTIONAL,
            cycles: NoTime,
            ipc: NoTime,
            counts: running.counts.of_width(self.config.core.warp_size),
            launches,
            buffers: self.outputs(&loaded.layout, &loaded.memory),
        }
    }

    /// How many blocks of a launch the cores hold together (FUN-4).
    fn resident_blocks(self, layout: &Layout, index: usize, grid: &Grid) -> usize {
        let core = &self.config.core;
        let warps = (grid.block_threads() as usize).div_ceil(core.warp_size);
        let of_core = (core.warps / warps).min(core.blocks);
        let most = self.most_blocks(layout, index) as usize;
        self.config.cores * of_core.min(most)
    }
}

impl Running<'_> {
    /// Runs the blocks of a launch; `counts` receives their instructions.
    fn run(&mut self, index: usize, round: Option<u32>, counts: &mut Counts) -> Outcome {
        let (task, layout) = (self.task, self.layout);
        let grid = &task.grid(index);
        let plan = &Plan {
            grid,
            entry: task.entry(self.code, layout, index),
            image: &task.job.program.tls.image,
            private: &layout.private,
            shared_bytes: layout.shared_bytes[index],
            resident: task.resident_blocks(layout, index, grid),
        };
        let executed = self.counts.instructions();
        let shared = &mut Shared {
            code: self.code,
            grid,
            memory: &mut *self.memory,
            counts,
            executed,
            limit: executed.saturating_add(task.limits.max_cycles),
            clock: task.clock,
        };
        let ended = with_lanes!(task.config.core.warp_size, run_blocks(plan, shared));
        let scene = Scene {
            program: &task.job.program,
            grid,
            kernel: &task.job.launches[index].kernel,
            launch: index,
            round,
            cycle: None,
        };
        task.beside(layout, index, describe(&scene, ended))
    }
}

impl Host for Running<'_> {
    type Launched = FunctionalLaunch;

    fn launch(&mut self, index: usize, round: Option<u32>) -> (FunctionalLaunch, Outcome) {
        let mut counts = Counts::new();
        let outcome = self.run(index, round, &mut counts);
        self.counts.add(&counts);
        let report = FunctionalLaunch {
            kernel: self.task.job.launches[index].kernel.clone(),
            round,
            cycles: NoTime,
            instructions: counts.instructions(),
            thread_instructions: counts.thread_instructions(),
        };
        (report, outcome)
    }

    fn memory(&mut self) -> &mut Memory {
        self.memory
    }

    fn layout(&self) -> &Layout {
        self.layout
    }
}

/// Threads as reports name them, each with its PC and its activity.
fn named(threads: &[Thread]) -> impl Iterator<Item = (Pc, Doing, Victim)> {
    threads.iter().map(|thread| {
        let &Thread { block, index, .. } = thread;
        (thread.pc, thread.doing, Victim { block, index })
    })
}

/// Why a launch ended.
fn describe(scene: &Scene, ended: Ended) -> Outcome {
    match ended {
        Ended::Completed => Outcome::Completed,
        Ended::Fault {
            block,
            first,
            raised,
        } => {
            let index = (first + raised.thread.index()) as u32;
            Outcome::Fault(scene.fault_of(&Victim { block, index }, raised))
        }
        Ended::Deadlock(threads) => Outcome::Deadlock(scene.stuck_of(named(&threads))),
        Ended::Limit(threads) => Outcome::InstructionLimit(scene.stuck_of(named(&threads))),
    }
}
