//! A GPU between launches: cores with their schedulers, global memory, and the memory system.

use super::clock::{Clock, Turns};
use super::code::Code;
use super::crew::{Crew, Dismiss, lock};
use super::dispatch::Dispatcher;
use super::ids::Grid;
use super::races::RaceCheck;
use super::shader_core::{Chip, Stop};
use super::station::Station;
use crate::mechanism::Scheduler;
use crate::memory::beyond::Beyond;
use heddle_isa::Memory;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};

/// See the [module](self).
pub(crate) struct Machine<S: ?Sized> {
    field: Field<S>,
    turns: Turns,
    /// Host threads that simulate.
    threads: usize,
}

/// What host threads share: each locks what it works on, and none waits for another but at the
/// end of a quantum.
pub(super) struct Field<S: ?Sized> {
    pub stations: Vec<Mutex<Station<S>>>,
    /// What is known of each station without looking into it.
    pub signs: Vec<Sign>,
    /// Global memory; only written between quanta.
    pub memory: RwLock<Memory>,
    /// The check for races, if it is wanted.
    pub races: Option<Mutex<RaceCheck>>,
}

/// What a station shows between quanta.
#[derive(Debug)]
pub(super) struct Sign {
    /// The next cycle in which something can happen.
    pub next: AtomicU64,
    /// Whether something is to be taken from it: stores, lines, or why it stopped.
    pub news: AtomicBool,
}

/// A launch on a machine.
#[derive(Clone, Copy)]
pub(crate) struct Order<'a> {
    pub code: &'a Code,
    pub grid: &'a Grid,
    /// The cycle beyond which it does not run.
    pub limit: u64,
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
pub(crate) type Drive<S> = for<'a> fn(&mut Machine<S>, Order<'a>, Dispatcher<'a>) -> End;

/// Every `of`th core, from one of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    first: usize,
    of: usize,
}

impl Share {
    /// The shares of so many host threads.
    fn all(of: usize) -> impl Iterator<Item = Share> {
        (0..of).map(move |first| Share { first, of })
    }

    /// The share of the host thread that has the clock.
    pub fn first(of: usize) -> Share {
        Share { first: 0, of }
    }
}

impl Default for Sign {
    fn default() -> Self {
        Sign {
            next: AtomicU64::new(u64::MAX),
            news: AtomicBool::new(false),
        }
    }
}

const WHOLE: &str = "a host thread that panics ends the run";

impl<S: Scheduler + ?Sized> Machine<S> {
    /// A machine simulated by so many host threads, at least one.
    pub fn new(
        stations: Vec<Station<S>>,
        memory: Memory,
        beyond: Beyond,
        races: Option<RaceCheck>,
        threads: usize,
    ) -> Self {
        Machine {
            threads: threads.clamp(1, stations.len()),
            field: Field {
                signs: stations.iter().map(|_| Sign::default()).collect(),
                stations: stations.into_iter().map(Mutex::new).collect(),
                memory: RwLock::new(memory),
                races: races.map(Mutex::new),
            },
            turns: Turns::new(beyond),
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
    pub fn beyond(&self) -> &Beyond {
        &self.turns.beyond
    }

    /// The first cycle that has not been simulated.
    pub fn now(&self) -> u64 {
        self.turns.now
    }

    /// Runs a launch until it ends, on this host thread alone.
    pub fn run_alone(&mut self, order: Order, blocks: Dispatcher) -> End {
        let mut clock = Clock {
            field: &self.field,
            turns: &mut self.turns,
            crew: &Crew::default(),
            helpers: 0,
            order,
            blocks,
        };
        clock.run()
    }
}

impl<S: Scheduler + Send + ?Sized> Machine<S> {
    /// Runs a launch until it ends.
    pub fn run(&mut self, order: Order, blocks: Dispatcher) -> End {
        let (field, helpers, crew) = (&self.field, self.threads - 1, Crew::default());
        std::thread::scope(|scope| {
            let _dismiss = Dismiss(&crew);
            for share in Share::all(helpers + 1).skip(1) {
                let crew = &crew;
                scope.spawn(move || crew.help(|until| field.work(share, order, until)));
            }
            let mut clock = Clock {
                field,
                turns: &mut self.turns,
                crew: &crew,
                helpers,
                order,
                blocks,
            };
            clock.run()
        })
    }
}

impl<S: Scheduler + ?Sized> Field<S> {
    /// Simulates the cores of one of the host threads.
    pub fn work(&self, share: Share, order: Order, until: u64) {
        let memory = self.memory.read().expect(WHOLE);
        let chip = self.chip(order, &memory);
        let stations = self.stations.iter().zip(&self.signs);
        for (station, sign) in stations.skip(share.first).step_by(share.of) {
            if sign.next.load(Ordering::Relaxed) != u64::MAX {
                let mut station = lock(station);
                station.advance(&chip, until);
                sign.next.store(station.next(), Ordering::Relaxed);
                sign.news.store(station.has_news(), Ordering::Relaxed);
            }
        }
    }

    /// What cores share in a quantum.
    pub fn chip<'a>(&'a self, order: Order<'a>, memory: &'a Memory) -> Chip<'a> {
        Chip {
            code: order.code,
            grid: order.grid,
            memory,
            races: self.races.as_ref(),
        }
    }
}
