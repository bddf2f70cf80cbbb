//! A GPU between launches: cores with their schedulers, global memory, and the memory system.

use super::core_runner::CoreRunner;
use super::hardware::{Hardware, Helpers};
use super::launch::{LaunchContext, LaunchEnd};
use super::launch_clock::{LaunchClock, SimulatedTime};
use super::shared_state::SharedState;
use super::worker_pool::{DismissWorkers, Jobs, WHOLE, WorkerPool};
use crate::scheduler::Scheduler;
use heddle_isa::Memory;
use heddle_memory::Backend;
use heddle_types::Cycle;
use std::num::NonZero;
use std::sync::LazyLock;

/// Cores with their schedulers, global memory and the memory system, between launches.
pub struct Machine<S: ?Sized> {
    shared: SharedState<S>,
    time: SimulatedTime,
    /// Number of host threads that simulate.
    threads: usize,
    /// All of these except the one that runs the clock.
    helpers: Helpers,
}

/// How a machine runs a launch: [`Machine::run`], or [`Machine::run_alone`] if it contains units that cannot be sent
/// to another host thread.
pub type Drive<S> = for<'a> fn(&mut Machine<S>, LaunchContext<'a>) -> LaunchEnd;

impl<S: Scheduler + ?Sized> Machine<S> {
    /// A machine simulated by `threads` host threads, but at least one, and no more than the host has processors:
    /// host threads wait for each other in every quantum. `helpers` are those of an earlier machine, if there are any.
    pub fn new(
        cores: Vec<CoreRunner<S>>,
        memory: Memory,
        backend: Backend,
        threads: usize,
        helpers: Helpers,
    ) -> Self {
        let time = SimulatedTime::new(&backend);
        Machine {
            threads: threads.min(processors()).clamp(1, cores.len()),
            helpers,
            shared: SharedState::new(cores, memory, backend, time.quantum),
            time,
        }
    }

    /// The cores in order.
    pub fn cores(&mut self) -> impl Iterator<Item = &mut CoreRunner<S>> {
        let cores = self.shared.cores.iter_mut();
        cores.map(|runner| runner.get_mut().expect(WHOLE))
    }

    /// Global memory.
    pub fn memory(&mut self) -> &mut Memory {
        self.shared.memory.get_mut().expect(WHOLE)
    }

    /// The memory backend of the cores.
    pub fn backend(&mut self) -> &Backend {
        self.shared.backend()
    }

    /// The first cycle that has not been simulated.
    pub fn now(&self) -> Cycle {
        self.time.now
    }

    /// What of the machine outlives the run.
    pub fn into_hardware(self) -> Hardware {
        let (cores, backend) = self.shared.into_hardware();
        Hardware {
            cores,
            backend: Some(backend),
            helpers: self.helpers,
        }
    }

    /// Runs a launch until it ends, on this host thread alone.
    pub fn run_alone(&mut self, launch: LaunchContext) -> LaunchEnd {
        let pool = WorkerPool::new(1, self.shared.jobs());
        let mut clock = LaunchClock {
            shared: &self.shared,
            time: &mut self.time,
            pool: &pool,
            launch,
            started: 0,
        };
        clock.run()
    }
}

impl<S: Scheduler + Send + ?Sized> Machine<S> {
    /// Runs a launch until it ends, on all host threads of the machine.
    pub fn run(&mut self, launch: LaunchContext) -> LaunchEnd {
        if self.threads == 1 {
            return self.run_alone(launch);
        }
        let (shared, pool) = (
            &self.shared,
            &WorkerPool::new(self.threads, self.shared.jobs()),
        );
        let helpers = self.helpers.pool(self.threads - 1);
        helpers.in_place_scope(|scope| {
            let _dismiss = DismissWorkers(pool);
            for member in pool.helpers() {
                let work = move |quantum, jobs: Jobs| shared.work(launch, quantum, jobs);
                scope.spawn(move |_| pool.help(member, work));
            }
            let mut clock = LaunchClock {
                shared,
                time: &mut self.time,
                pool,
                launch,
                started: 0,
            };
            clock.run()
        })
    }
}

/// Processors that this process may use; no limit if the number is unknown.
fn processors() -> usize {
    // The standard library reads files for it, which would take longer than a small launch.
    static COUNT: LazyLock<usize> = LazyLock::new(|| {
        let processors = std::thread::available_parallelism();
        processors.map_or(usize::MAX, NonZero::get)
    });
    *COUNT
}
