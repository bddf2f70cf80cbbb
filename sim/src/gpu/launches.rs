//! Runs the launches of a job one after the other, and reports.

use super::flow_watch::FlowWatch;
use super::load::Loaded;
use super::races::RaceWatch;
use super::rounds::{Host, launches};
use super::scene::Scene;
use super::task::Task;
use crate::error::Error;
use crate::fault::{Broken, FaultReason, Outcome};
use crate::launch::layout::Layout;
use crate::report::{LaunchReport, Output, Report, Room};
use heddle_gpu_core::accounting::port_log::PortLog;
use heddle_gpu_core::accounting::profile::Profile;
use heddle_gpu_core::accounting::stall_log::StallLog;
use heddle_gpu_core::accounting::thread_progress::ThreadProgress;
use heddle_gpu_core::clock::{
    CoreRunner, Dispatcher, Drive, Entry, Hardware, LaunchContext, LaunchEnd, Machine,
};
use heddle_gpu_core::memory::space::Space;
use heddle_gpu_core::memory::watch::AccessWatch;
use heddle_gpu_core::threads::Grid;
use heddle_gpu_core::{Code, Needs, Scheduler, SchedulerFactory, ShaderCore, Stop};
use heddle_isa::Memory;
use heddle_isa::memory::Access;
use heddle_memory::Backend;
use heddle_types::{Cycle, Pc};

/// A machine with a job in its memory.
struct Running<'a, S: ?Sized> {
    task: Task<'a>,
    machine: Machine<S>,
    drive: Drive<S>,
    code: &'a Code,
    layout: &'a Layout,
    races: Option<&'a RaceWatch>,
}

impl Task<'_> {
    /// Runs the launches on cores with the schedulers of a factory, and reports.
    ///
    /// # Errors
    /// [`Error`] for a job that this machine cannot start.
    pub fn run<S: Scheduler + ?Sized>(
        self,
        loaded: &mut Loaded,
        hardware: &mut Hardware,
        factory: &mut dyn SchedulerFactory<S>,
        drive: Drive<S>,
    ) -> Result<Report, Error> {
        if self.check_flow {
            return self.run_checked(loaded, hardware, factory, drive);
        }
        let needs = factory.prepare(&self.job.program, &loaded.code);
        if let Some(pc) = needs.pc {
            loaded.check_pc_width(self.config.core.pc_bits, pc)?;
        }
        let Hardware {
            cores,
            backend,
            helpers,
        } = std::mem::take(hardware);
        let cores = self.cores(loaded, cores, needs, factory);
        let mut backend = match backend {
            Some(backend) => backend.renewed(self.config),
            None => Backend::new(self.config),
        };
        if let Some(watch) = self.bus_watch {
            backend.watch_buses(watch);
        }
        let races = self.race_check();
        let memory = std::mem::replace(&mut loaded.memory, Memory::within(0, 0));
        let mut running = Running {
            task: self,
            machine: Machine::new(cores, memory, backend, self.host_threads(), helpers),
            drive,
            code: &loaded.code,
            layout: &loaded.layout,
            races: races.as_ref(),
        };
        let (launches, outcome) = launches(self.job, &mut running);
        let Running { mut machine, .. } = running;
        let mut statistics = self.statistics(&mut machine, needs.width);
        let rooms = launches.iter().map(|launch| &launch.room);
        rooms.for_each(|room| statistics.room.merge(room));
        let report = Report {
            outcome,
            statistics,
            launches,
            profile: self.profile(&mut machine, needs.width),
            bus_use: self.bus_watch.map(|_| machine.backend().bus_use()),
            buffers: self.outputs(&loaded.layout, machine.memory()),
            races: races
                .as_ref()
                .map(|races| self.races(&loaded.layout, &races.check().found)),
            barrier_divergence: races
                .as_ref()
                .map(|races| self.barrier_divergence(&races.check().barriers)),
            flow: None,
        };
        std::mem::swap(&mut loaded.memory, machine.memory());
        *hardware = machine.into_hardware();
        Ok(report)
    }

    /// The same run, whose edges are compared with the control-flow graph; another observer of the run sees everything as well.
    fn run_checked<S: Scheduler + ?Sized>(
        self,
        loaded: &mut Loaded,
        hardware: &mut Hardware,
        factory: &mut dyn SchedulerFactory<S>,
        drive: Drive<S>,
    ) -> Result<Report, Error> {
        let watch = FlowWatch::new(&self.job.program, self.observer);
        let observed = Task {
            check_flow: false,
            observer: Some(&watch),
            ..self
        };
        let mut report = observed.run(loaded, hardware, factory, drive)?;
        report.flow = Some(watch.found());
        Ok(report)
    }

    /// The cores of the run, in the memory of those of an earlier one, if there are any.
    fn cores<S: Scheduler + ?Sized>(
        self,
        loaded: &Loaded,
        earlier: Vec<ShaderCore>,
        needs: Needs,
        factory: &mut dyn SchedulerFactory<S>,
    ) -> Vec<CoreRunner<S>> {
        let private = &loaded.layout.private;
        let (config, depth, width) = (self.config, needs.depth_limit, needs.width);
        let mut earlier = earlier.into_iter();
        let core = |index| {
            let mut core = match earlier.next() {
                Some(core) => core.renewed(config, private, depth, width),
                None => ShaderCore::new(config, index, private, depth, width),
            };
            let profile = || Box::new(Profile::new(loaded.code.words(), config.core.threads()));
            core.profile = self.profile.then(profile);
            let shown = self.timeline_of == Some(index);
            let progress = || Box::new(ThreadProgress::new(config.core.threads()));
            core.progress = shown.then(progress);
            core.stall_log = self.observer.map(|_| Box::<StallLog>::default());
            core.port_log = self.observer.map(|_| Box::<PortLog>::default());
            CoreRunner::new(core, factory.scheduler(index), self.every_cycle)
        };
        (0..config.cores).map(core).collect()
    }

    /// One thread if races are checked or the run is observed: both depend on the order in which cores are simulated.
    fn host_threads(self) -> usize {
        match self.check_races || self.observer.is_some() {
            true => 1,
            false => self.threads,
        }
    }

    /// The cycle before which a launch that starts now has to end.
    fn limit(self, now: Cycle) -> Cycle {
        let of_launch = now.saturating_add(self.limits.max_cycles);
        let of_run = self.window.map(|cycles| Cycle::ZERO.saturating_add(cycles));
        of_run.map_or(of_launch, |cut| cut.min(of_launch))
    }

    pub(super) fn grid(self, index: usize) -> Grid {
        let launch = &self.job.launches[index];
        let (grid, block) = (launch.grid, launch.block);
        Grid { grid, block }
    }

    fn space(self, layout: &Layout, core: usize, launch: usize) -> Space {
        let threads = self.config.core.warps * self.config.core.warp_size;
        Space::new(&layout.private, core, threads, layout.shared_bytes[launch])
    }

    /// Runs a launch, in a round of a loop if it is part of one.
    fn launch<S: Scheduler + ?Sized>(
        self,
        running: &mut Running<S>,
        index: usize,
        round: Option<u32>,
    ) -> Outcome {
        let Running {
            machine,
            drive,
            code,
            layout,
            races,
            task: _,
        } = running;
        let grid = self.grid(index);
        if let Some(observer) = self.observer {
            observer.launched(index);
        }
        if let Some(races) = races {
            races.check().begin_launch(index, grid.block_threads());
        }
        for runner in machine.cores() {
            runner.core.space = self.space(layout, runner.core.index, index);
        }
        let entry = self.entry(code, layout, index);
        let warp_size = self.config.core.warp_size;
        let most = self.most_blocks(layout, index);
        let blocks = Dispatcher::new(&self.job.program, grid, entry, warp_size, most);
        let context = LaunchContext {
            code,
            grid: &grid,
            blocks: &blocks,
            limit: self.limit(machine.now()),
            observer: self.observer,
            races: races.map(|races| races as &dyn AccessWatch),
            times: self.times,
            clock: self.clock,
        };
        let end = drive(machine, context);
        let scene = Scene {
            program: &self.job.program,
            grid: &grid,
            kernel: &self.job.launches[index].kernel,
            launch: index,
            round,
            cycle: Some(machine.now()),
        };
        let outcome = describe(machine, &scene, end);
        self.beside(layout, index, outcome)
    }

    /// How many blocks of a launch fit into the shared memory of a core.
    pub(super) fn most_blocks(self, layout: &Layout, index: usize) -> u32 {
        let shared = self.config.core.shared_bytes;
        let most = shared.checked_div(layout.shared_bytes[index]);
        most.unwrap_or(u32::MAX)
    }

    /// The outcome of a launch; a wild access also names what it narrowly misses.
    pub(super) fn beside(self, layout: &Layout, index: usize, mut outcome: Outcome) -> Outcome {
        if let Outcome::Fault(fault) = &mut outcome
            && let FaultReason::Memory(wild) = fault.reason
            && wild.access != Access::MisalignedAtomic
        {
            fault.near = layout.near(self.job, index, wild.address);
        }
        outcome
    }

    pub(super) fn entry(self, code: &Code, layout: &Layout, index: usize) -> Entry {
        let program = &self.job.program;
        let kernel = program.kernel(&self.job.launches[index].kernel);
        Entry {
            pc: Pc::new(kernel.expect("a validated job names kernels it has")),
            exit_stub: code.exit_stub(),
            stack_top: layout.private.stack_top(),
            global_pointer: program.global_pointer().unwrap_or(0),
            shared: layout.private.shared_window,
            arguments: layout.arguments[index].address,
            written: code.written,
        }
    }

    pub(super) fn outputs(self, layout: &Layout, memory: &Memory) -> Vec<Output> {
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

impl<S: Scheduler + ?Sized> Host for Running<'_, S> {
    type Launched = LaunchReport;

    fn launch(&mut self, index: usize, round: Option<u32>) -> (LaunchReport, Outcome) {
        let (task, start) = (self.task, self.machine.now());
        let outcome = task.launch(self, index, round);
        let mut room = Room::default();
        for runner in self.machine.cores() {
            room.merge(&runner.scheduler.take_room());
        }
        let report = LaunchReport {
            kernel: task.job.launches[index].kernel.clone(),
            round,
            cycles: self.machine.now() - start,
            room,
        };
        (report, outcome)
    }

    fn memory(&mut self) -> &mut Memory {
        self.machine.memory()
    }

    fn layout(&self) -> &Layout {
        self.layout
    }
}

/// Why a launch ended.
fn describe<S: Scheduler + ?Sized>(
    machine: &mut Machine<S>,
    scene: &Scene,
    end: LaunchEnd,
) -> Outcome {
    // A stopped launch counts the cycle in which it was stopped.
    let cycle = machine.now() - 1;
    for runner in machine.cores() {
        runner.scheduler.settle(&mut runner.core);
    }
    let mut cores = machine.cores().map(|runner| &runner.core);
    match end {
        LaunchEnd::Completed => Outcome::Completed,
        LaunchEnd::Deadlock => Outcome::Deadlock(scene.stuck(cores).explained(scene.program)),
        LaunchEnd::NoProgress => Outcome::NoProgress(scene.stuck(cores)),
        // COS-9: a run that is cut off is reported as it is at that moment.
        LaunchEnd::CycleLimit => Outcome::CycleLimit(scene.stuck(cores)),
        LaunchEnd::Stopped(Stop::Broken { core, warp, what }) => Outcome::Broken(Broken {
            core,
            cycle: cycle.number(),
            warp,
            what,
        }),
        LaunchEnd::Stopped(Stop::Fault(core, raised)) => {
            let core = cores.nth(core).expect("a core of this machine stopped");
            let cycle = Some(cycle);
            Outcome::Fault(Scene { cycle, ..*scene }.fault(core, raised))
        }
    }
}
