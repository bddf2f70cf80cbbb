//! Runs the launches of a job one after the other, and reports.

use super::code::Code;
use super::dispatch::{Dispatcher, Entry};
use super::ids::Grid;
use super::load::Loaded;
use super::machine::{Drive, End, Machine, Order};
use super::profile::Profile;
use super::run::Task;
use super::shader_core::{ShaderCore, Stop};
use super::space::Space;
use super::spread::Spread;
use super::station::Station;
use super::stuck::Scene;
use crate::fault::{Broken, FaultReason, Outcome};
use crate::launch::layout::Layout;
use crate::mechanism::Scheduler;
use crate::report::{LaunchReport, Output, Report};
use heddle_isa::Memory;
use heddle_isa::memory::Access;
use heddle_memory::Backend;

impl Task<'_> {
    /// Runs the launches on cores whose schedulers `make` makes. `lanes` is what efficiency is
    /// measured against.
    pub(super) fn run<S: Scheduler + ?Sized>(
        self,
        loaded: Loaded,
        lanes: usize,
        depth_limit: u32,
        drive: Drive<S>,
        // Not generic: else everything here would be compiled once for every mechanism and warp size.
        make: &mut dyn FnMut(usize) -> Box<S>,
    ) -> Report {
        let Loaded {
            code,
            layout,
            memory,
        } = loaded;
        let stations = (0..self.config.cores).map(|index| {
            let mut core = ShaderCore::new(self.config, index, &layout.private, depth_limit, lanes);
            core.profile = self.profile.then(|| Box::new(Profile::new(code.words())));
            let shown = self.timeline_of == Some(index);
            core.spread = shown.then(|| Box::new(Spread::new(self.config.core.threads())));
            Station::new(core, make(index), self.every_cycle)
        });
        let (stations, mut backend) = (stations.collect(), Backend::new(self.config));
        if let Some(watch) = self.bus_watch {
            backend.watch_buses(watch);
        }
        let mut machine = Machine::new(
            stations,
            memory,
            backend,
            self.race_check(),
            self.host_threads(),
        );
        let mut launches = Vec::new();
        let mut outcome = Outcome::Completed;
        for index in 0..self.job.launches.len() {
            let start = machine.now();
            outcome = self.launch(&mut machine, drive, &code, &layout, index);
            launches.push(LaunchReport {
                kernel: self.job.launches[index].kernel.clone(),
                cycles: machine.now() - start,
            });
            if !outcome.is_complete() {
                break;
            }
        }
        Report {
            outcome,
            statistics: self.statistics(&mut machine, lanes),
            launches,
            profile: self.profile(&mut machine, lanes),
            bus_use: self.bus_watch.map(|_| machine.backend().bus_use()),
            buffers: self.outputs(&layout, machine.memory()),
            races: machine
                .races()
                .map(|check| self.races(&layout, &check.found)),
        }
    }

    /// Races are found in the order in which cores are simulated, and observers see it.
    fn host_threads(self) -> usize {
        match self.check_races || self.observer.is_some() {
            true => 1,
            false => self.threads,
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

    fn launch<S: Scheduler + ?Sized>(
        self,
        machine: &mut Machine<S>,
        drive: Drive<S>,
        code: &Code,
        layout: &Layout,
        index: usize,
    ) -> Outcome {
        let grid = self.grid(index);
        if let Some(races) = machine.races() {
            races.begin_launch(index, grid.block_threads());
        }
        for station in machine.stations() {
            station.core.space = self.space(layout, station.core.index, index);
        }
        let entry = self.entry(code, layout, index);
        let warp_size = self.config.core.warp_size;
        let blocks = Dispatcher::new(&self.job.program, grid, entry, warp_size);
        let order = Order {
            code,
            grid: &grid,
            blocks: &blocks,
            limit: machine.now().saturating_add(self.limits.max_cycles),
            observer: self.observer,
            clock: self.clock,
        };
        let end = drive(machine, order);
        let scene = Scene {
            program: &self.job.program,
            grid: &grid,
            kernel: &self.job.launches[index].kernel,
            launch: index,
            cycle: machine.now(),
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

    fn entry(self, code: &Code, layout: &Layout, index: usize) -> Entry {
        let program = &self.job.program;
        let kernel = program.kernel(&self.job.launches[index].kernel);
        Entry {
            pc: kernel.expect("a validated job names kernels it has"),
            exit_stub: code.exit_stub(),
            stack_top: layout.private.stack_top(),
            global_pointer: program.global_pointer().unwrap_or(0),
            shared: layout.private.shared_window,
            arguments: layout.arguments[index].address,
            written: code.written,
        }
    }

    fn outputs(self, layout: &Layout, memory: &Memory) -> Vec<Output> {
        let buffers = self.job.buffers.iter().zip(&layout.buffers);
        buffers
            .filter(|(buffer, _)| buffer.out)
            .map(|(buffer, &address)| {
                let bytes = memory.bytes(address, buffer.bytes);
                Output::new(&buffer.name, bytes.expect("buffers are mapped"))
            })
            .collect()
    }
}

/// What became of a launch.
fn describe<S: Scheduler + ?Sized>(machine: &mut Machine<S>, scene: &Scene, end: End) -> Outcome {
    // A launch that is stopped counts the cycle in which that happened.
    let cycle = machine.now() - 1;
    for station in machine.stations() {
        station.scheduler.settle(&mut station.core);
    }
    let mut cores = machine.stations().map(|station| &station.core);
    match end {
        End::Completed => Outcome::Completed,
        End::Deadlock => Outcome::Deadlock(scene.stuck(cores)),
        End::NoProgress => Outcome::NoProgress(scene.stuck(cores)),
        End::CycleLimit => Outcome::CycleLimit(scene.stuck(cores)),
        End::Stopped(Stop::Broken { core, warp, what }) => Outcome::Broken(Broken {
            core,
            cycle,
            warp,
            what,
        }),
        End::Stopped(Stop::Fault(core, raised)) => {
            let core = cores.nth(core).expect("a core of this machine stopped");
            Outcome::Fault(Scene { cycle, ..*scene }.fault(core, raised))
        }
    }
}
