//! Runs the launches of a job one after the other, and reports.

use super::counts::CoreCounts;
use super::dispatch::{Dispatcher, Entry};
use super::ids::Grid;
use super::load::Loaded;
use super::machine::{End, Machine};
use super::run::Task;
use super::shader_core::{Chip, ShaderCore, Stop};
use super::space::{Data, Space};
use super::stuck::Scene;
use crate::fault::{Broken, FaultReason, Outcome};
use crate::launch::layout::Layout;
use crate::mechanism::{DwfCounts, Scheduler};
use crate::memory::SimpleMemory;
use crate::report::{LaunchReport, Output, Report, Statistics};
use heddle_isa::memory::Access;

impl Task<'_> {
    /// Runs the launches on cores whose schedulers `make` makes. `lanes` is what efficiency is
    /// measured against.
    pub(super) fn run<S: Scheduler>(
        self,
        loaded: Loaded,
        lanes: usize,
        depth_limit: u32,
        mut make: impl FnMut(usize) -> S,
    ) -> Report {
        let Loaded {
            code,
            layout,
            memory,
        } = loaded;
        let lines = SimpleMemory::new(
            self.config,
            layout.private.stack_range(),
            layout.private.shared_range.clone(),
        );
        let mut chip = Chip {
            code: &code,
            grid: self.grid(0),
            data: Data { memory, changes: 0 },
            lines: Box::new(lines),
            line_shift: self.config.memory.line_bytes.ilog2(),
            races: self.race_check(),
        };
        let cores = (0..self.config.cores).map(|index| {
            let space = self.space(&layout, index, 0);
            let core = ShaderCore::new(self.config, index, space, depth_limit);
            (core, make(index))
        });
        let mut machine = Machine::new(cores.collect());
        let mut launches = Vec::new();
        let mut outcome = Outcome::Completed;
        for index in 0..self.job.launches.len() {
            let start = machine.now;
            outcome = self.launch(&mut machine, &mut chip, &layout, index);
            launches.push(LaunchReport {
                kernel: self.job.launches[index].kernel.clone(),
                cycles: machine.now - start,
            });
            if !outcome.is_complete() {
                break;
            }
        }
        Report {
            outcome,
            statistics: statistics(&machine, &chip, lanes),
            launches,
            buffers: self.outputs(&layout, &chip),
            races: chip.races.map(|check| self.races(&layout, &check.found)),
        }
    }

    fn grid(self, index: usize) -> Grid {
        let launch = &self.job.launches[index];
        let (grid, block) = (launch.grid, launch.block);
        Grid { grid, block }
    }

    fn space(self, layout: &Layout, core: usize, launch: usize) -> Space {
        let threads = self.config.core.warps * self.config.core.warp_size;
        Space::new(&layout.private, core, threads, layout.shared_bytes[launch])
    }

    fn launch<S: Scheduler>(
        self,
        machine: &mut Machine<S>,
        chip: &mut Chip,
        layout: &Layout,
        index: usize,
    ) -> Outcome {
        chip.grid = self.grid(index);
        chip.lines.begin_launch();
        if let Some(races) = &mut chip.races {
            races.begin_launch(index, chip.grid.block_threads());
        }
        for (core, _) in &mut machine.cores {
            core.space = self.space(layout, core.index, index);
        }
        let entry = self.entry(chip, layout, index);
        let warp_size = self.config.core.warp_size;
        let blocks = Dispatcher::new(&self.job.program, chip.grid, entry, warp_size);
        let limit = machine.now.saturating_add(self.limits.max_cycles);
        let end = machine.run(chip, blocks, limit, self.clock);
        let scene = Scene {
            program: &self.job.program,
            grid: &chip.grid,
            kernel: &self.job.launches[index].kernel,
            launch: index,
            cycle: machine.now,
        };
        let mut outcome = describe(machine, &scene, end);
        if let Outcome::Fault(fault) = &mut outcome
            && let FaultReason::Memory(wild) = fault.reason
            && wild.access != Access::MisalignedAtomic
        {
            fault.near = layout.near(self.job, index, wild.address);
        }
        outcome
    }

    fn entry(self, chip: &Chip, layout: &Layout, index: usize) -> Entry {
        let program = &self.job.program;
        let kernel = program.kernel(&self.job.launches[index].kernel);
        Entry {
            pc: kernel.expect("a validated job names kernels it has"),
            exit_stub: chip.code.exit_stub(),
            stack_top: layout.private.stack_top(),
            global_pointer: program.global_pointer().unwrap_or(0),
            shared: layout.private.shared_window,
            arguments: layout.arguments[index].address,
        }
    }

    fn outputs(self, layout: &Layout, chip: &Chip) -> Vec<Output> {
        let buffers = self.job.buffers.iter().zip(&layout.buffers);
        buffers
            .filter(|(buffer, _)| buffer.out)
            .map(|(buffer, &address)| {
                let bytes = chip.data.memory.bytes(address, buffer.bytes);
                Output::new(&buffer.name, bytes.expect("buffers are mapped"))
            })
            .collect()
    }
}

/// What became of a launch.
fn describe<S: Scheduler>(machine: &mut Machine<S>, scene: &Scene, end: End) -> Outcome {
    for (core, scheduler) in &mut machine.cores {
        scheduler.settle(core);
    }
    let cores = || machine.cores.iter().map(|(core, _)| core);
    // A launch that is stopped counts the cycle in which that happened.
    let cycle = machine.now - 1;
    match end {
        End::Completed => Outcome::Completed,
        End::Deadlock => Outcome::Deadlock(scene.stuck(cores())),
        End::NoProgress => Outcome::NoProgress(scene.stuck(cores())),
        End::CycleLimit => Outcome::CycleLimit(scene.stuck(cores())),
        End::Stopped(Stop::Broken { core, warp, what }) => Outcome::Broken(Broken {
            core,
            cycle,
            warp,
            what,
        }),
        End::Stopped(Stop::Fault(core, raised)) => {
            let core = &machine.cores[core].0;
            Outcome::Fault(Scene { cycle, ..*scene }.fault(core, raised))
        }
    }
}

fn statistics<S: Scheduler>(machine: &Machine<S>, chip: &Chip, lanes: usize) -> Statistics {
    let mut counts = CoreCounts::default();
    let mut nesting_saturations = 0;
    let mut dwf: Option<DwfCounts> = None;
    for (core, scheduler) in &machine.cores {
        if let Some(more) = scheduler.dwf() {
            dwf.get_or_insert_default().merge(more);
        }
        counts.merge(&core.counts);
        nesting_saturations += core.threads.depths.saturated;
    }
    let ratio = |part: u64, whole: u64| match whole {
        0 => 0.0,
        _ => part as f64 / whole as f64,
    };
    let (cache, dram) = chip.lines.counts();
    Statistics {
        cycles: machine.now,
        instructions: counts.instructions,
        thread_instructions: counts.thread_instructions,
        ipc: ratio(counts.thread_instructions, machine.now),
        simd_efficiency: ratio(
            counts.thread_instructions,
            counts.instructions * lanes as u64,
        ),
        active_lane_histogram: counts.lanes[..=lanes].to_vec(),
        cache,
        dram,
        stalls: counts.stalls,
        arbiter: counts.arbiter,
        nesting_saturations,
        dwf,
    }
}
