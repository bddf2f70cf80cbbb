//! A GPU between launches: cores with their schedulers, global memory, and the memory system.

use super::clock::{Clock, Turns};
use super::code::Code;
use super::crew::{Crew, Dismiss, Jobs, WHOLE};
use super::dispatch::Dispatcher;
use super::field::Field;
use super::ids::Grid;
use super::observer::Watch;
use super::races::RaceCheck;
use super::shader_core::Stop;
use super::station::Station;
use crate::mechanism::Scheduler;
use heddle_isa::Memory;
use heddle_memory::Backend;
use std::sync::atomic::AtomicU64;

/// See the [module](self).
pub(crate) struct Machine<S: ?Sized> {
    field: Field<S>,
    turns: Turns,
    /// Host threads that simulate.
    threads: usize,
}

/// A launch on a machine.
#[derive(Clone, Copy)]
pub(crate) struct Order<'a> {
    pub code: &'a Code,
    pub grid: &'a Grid,
    pub blocks: &'a Dispatcher<'a>,
    /// The cycle beyond which it does not run.
    pub limit: u64,
    /// Who sees every instruction, if somebody does.
    pub observer: Option<&'a dyn Watch>,
    /// Where the cycle is shown.
    pub clock: &'a AtomicU64,
}

/// Why a launch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Completed,
    Stopped(Stop),
    Deadlock,
    NoProgress,
    CycleLimit,
}

/// How a machine runs a launch: [`Machine::run`], or [`Machine::run_alone`] with units that cannot
/// go to another host thread.
pub(crate) type Drive<S> = for<'a> fn(&mut Machine<S>, Order<'a>) -> End;

impl<S: Scheduler + ?Sized> Machine<S> {
    /// A machine simulated by so many host threads, at least one.
    pub fn new(
        stations: Vec<Station<S>>,
        memory: Memory,
        backend: Backend,
        races: Option<RaceCheck>,
        threads: usize,
    ) -> Self {
        let turns = Turns::new(&backend);
        Machine {
            threads: threads.clamp(1, stations.len()),
            field: Field::new(stations, memory, backend, races, turns.quantum),
            turns,
        }
    }

    /// The cores in order.
    pub fn stations(&mut self) -> impl Iterator<Item = &mut Station<S>> {
        let stations = self.field.stations.iter_mut();
        stations.map(|station| station.get_mut().expect(WHOLE))
    }

    /// Global memory.
    pub fn memory(&mut self) -> &mut Memory {
        self.field.memory.get_mut().expect(WHOLE)
    }

    /// The check for races.
    pub fn races(&mut self) -> Option<&mut RaceCheck> {
        let races = self.field.races.as_mut()?;
        Some(races.get_mut().expect(WHOLE))
    }

    /// The memory system behind the cores.
    pub fn backend(&mut self) -> &Backend {
        self.field.backend()
    }

    /// The first cycle that has not been simulated.
    pub fn now(&self) -> u64 {
        self.turns.now
    }

    /// Runs a launch until it ends, on this host thread alone.
    pub fn run_alone(&mut self, order: Order) -> End {
        let crew = Crew::new(1, self.field.jobs());
        let mut clock = Clock {
            field: &self.field,
            turns: &mut self.turns,
            crew: &crew,
            order,
            started: 0,
        };
        clock.run()
    }
}

impl<S: Scheduler + Send + ?Sized> Machine<S> {
    /// Runs a launch until it ends.
    pub fn run(&mut self, order: Order) -> End {
        let (field, crew) = (&self.field, &Crew::new(self.threads, self.field.jobs()));
        std::thread::scope(|scope| {
            let _dismiss = Dismiss(crew);
            for member in crew.helpers() {
                let work = move |quantum, jobs: Jobs| field.work(order, quantum, jobs);
                scope.spawn(move || crew.help(member, work));
            }
            let mut clock = Clock {
                field,
                turns: &mut self.turns,
                crew,
                order,
                started: 0,
            };
            clock.run()
        })
    }
}
