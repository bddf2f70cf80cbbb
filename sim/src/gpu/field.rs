//! What host threads share: each locks what it works on, and none waits for another but at the end
//! of a quantum.

use super::crew::{Jobs, Quantum, WHOLE, lock};
use super::dispatch::Dispatcher;
use super::machine::Order;
use super::races::RaceCheck;
use super::shader_core::Chip;
use super::sign::Sign;
use super::station::Station;
use crate::mechanism::Scheduler;
use heddle_isa::Memory;
use heddle_memory::{Backend, Reply};
use std::sync::{Mutex, MutexGuard, RwLock};

/// See the [module](self).
pub(super) struct Field<S: ?Sized> {
    pub stations: Vec<Mutex<Station<S>>>,
    /// What is known of each station without looking into it.
    pub signs: Vec<Sign>,
    /// The memory system behind the cores.
    behind: Mutex<Behind>,
    /// Whether it is simulated beside the cores, not between quanta.
    pub beside: bool,
    /// Global memory; only written between quanta.
    pub memory: RwLock<Memory>,
    /// The check for races, if it is wanted.
    pub races: Option<Mutex<RaceCheck>>,
}

/// The memory system, with room for what comes out of it.
struct Behind {
    backend: Backend,
    replies: Vec<Reply>,
}

/// The job of simulating the memory system. The next one is the first core.
const MEMORY: usize = 0;

impl<S: Scheduler + ?Sized> Field<S> {
    /// `quantum` is the longest number of cycles for which cores are simulated at a time.
    pub fn new(
        stations: Vec<Station<S>>,
        memory: Memory,
        backend: Backend,
        races: Option<RaceCheck>,
        quantum: u64,
    ) -> Self {
        let replies = Vec::new();
        Field {
            signs: stations.iter().map(|_| Sign::default()).collect(),
            stations: stations.into_iter().map(Mutex::new).collect(),
            beside: backend.lead() >= quantum,
            behind: Mutex::new(Behind { backend, replies }),
            memory: RwLock::new(memory),
            races: races.map(Mutex::new),
        }
    }

    /// How many jobs a quantum has.
    pub fn jobs(&self) -> usize {
        self.stations.len() + 1
    }

    /// Does jobs of a quantum.
    pub fn work(&self, order: Order, quantum: Quantum, jobs: Jobs) {
        let memory = self.memory.read().expect(WHOLE);
        let chip = self.chip(order, &memory);
        for job in jobs {
            match job {
                MEMORY if self.beside => self.serve(quantum.from, quantum.until),
                MEMORY => {}
                core => self.simulate(core - 1, &chip, order.blocks, quantum),
            }
        }
    }

    /// Simulates a core, which first starts the blocks it got. Replies that are posted meanwhile are
    /// for later cycles.
    fn simulate(&self, core: usize, chip: &Chip, blocks: &Dispatcher, quantum: Quantum) {
        let sign = &self.signs[core];
        if sign.next() == u64::MAX {
            return;
        }
        let mut station = lock(&self.stations[core]);
        if let Some(mut mail) = sign.collect() {
            mail.replies.drain(..).for_each(|reply| station.post(reply));
            for number in mail.blocks.drain(..) {
                station.start(chip, blocks, number, quantum.from);
            }
        }
        station.advance(chip, quantum.until);
        sign.show(&station, blocks);
    }

    /// Simulates the memory system up to a cycle; what leaves the cores before `sent` has been sent.
    pub fn serve(&self, sent: u64, until: u64) {
        let mut behind = self.behind();
        let Behind { backend, replies } = &mut *behind;
        // An empty one stays behind: the next launch may begin before the quantum ends.
        if backend.next() != u64::MAX {
            backend.advance_ahead(sent, until, replies);
        }
        for reply in replies.drain(..) {
            self.signs[usize::from(reply.core)].post(reply);
        }
    }

    /// Stores and atomics of a core take effect, and what left it is sent.
    pub fn commit(&self, station: &mut Station<S>, memory: &mut Memory) {
        let core = &mut station.core;
        core.memory.commit(&mut core.threads.registers, memory);
        if core.cache.has_sent() {
            let backend = &mut self.behind().backend;
            core.cache.sent().for_each(|packet| backend.send(packet));
        }
    }

    /// The next cycle in which something can happen.
    pub fn next(&self) -> u64 {
        let signs = self.signs.iter().map(Sign::next);
        signs.fold(self.behind().backend.next(), u64::min)
    }

    fn behind(&self) -> MutexGuard<'_, Behind> {
        self.behind.lock().expect(WHOLE)
    }

    /// The memory system behind the cores.
    pub fn backend(&mut self) -> &mut Backend {
        &mut self.behind.get_mut().expect(WHOLE).backend
    }

    /// What cores share in a quantum.
    pub fn chip<'a>(&'a self, order: Order<'a>, memory: &'a Memory) -> Chip<'a> {
        Chip {
            code: order.code,
            grid: order.grid,
            memory,
            races: self.races.as_ref(),
            observer: order.observer,
        }
    }
}
