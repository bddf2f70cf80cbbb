//! The state that host threads share. Each host thread locks what it works on, and none waits for another except at
//! the end of a quantum.

use super::core_runner::CoreRunner;
use super::dispatch::Dispatcher;
use super::launch::LaunchContext;
use super::mailbox::Mailbox;
use super::worker_pool::{Jobs, MEMORY, Quantum, WHOLE, lock};
use crate::scheduler::Scheduler;
use crate::shader_core::{Chip, ShaderCore};
use heddle_isa::Memory;
use heddle_memory::{Backend, Reply};
use heddle_types::Cycle;
use std::sync::{Mutex, MutexGuard, RwLock};

/// See the [module](self).
pub(super) struct SharedState<S: ?Sized> {
    pub cores: Vec<Mutex<CoreRunner<S>>>,
    /// The mailbox of each core runner.
    pub mailboxes: Vec<Mailbox>,
    /// The memory backend of the cores.
    behind: Mutex<Behind>,
    /// Whether the memory system is simulated in parallel with the cores, not between quanta.
    pub beside: bool,
    /// Global memory; only written between quanta.
    pub memory: RwLock<Memory>,
}

/// The memory system, and a buffer for its replies.
struct Behind {
    backend: Backend,
    replies: Vec<Reply>,
}

impl<S: Scheduler + ?Sized> SharedState<S> {
    /// `quantum` is the longest number of cycles for which cores are simulated at a time.
    pub fn new(cores: Vec<CoreRunner<S>>, memory: Memory, backend: Backend, quantum: u64) -> Self {
        let replies = Vec::new();
        SharedState {
            mailboxes: cores.iter().map(|_| Mailbox::default()).collect(),
            cores: cores.into_iter().map(Mutex::new).collect(),
            beside: backend.lead() >= quantum,
            behind: Mutex::new(Behind { backend, replies }),
            memory: RwLock::new(memory),
        }
    }

    /// Number of jobs in a quantum.
    pub fn jobs(&self) -> usize {
        self.cores.len() + 1
    }

    /// Does jobs of a quantum.
    pub fn work(&self, launch: LaunchContext, quantum: Quantum, jobs: Jobs) {
        let memory = self.memory.read().expect(WHOLE);
        let chip = self.chip(launch, &memory);
        let work = |job| match job {
            MEMORY if self.beside => self.serve(quantum.from, quantum.until),
            MEMORY => {}
            core => self.simulate(core - 1, &chip, launch.blocks, quantum),
        };
        match launch.times {
            Some(times) => times.time(jobs, work),
            None => jobs.for_each(work),
        }
    }

    /// Simulates a core, after it has started the blocks that it was given. Replies posted in the meantime are for
    /// later cycles.
    fn simulate(&self, core: usize, chip: &Chip, blocks: &Dispatcher, quantum: Quantum) {
        let mailbox = &self.mailboxes[core];
        if mailbox.next() == Cycle::NEVER {
            return;
        }
        let mut runner = lock(&self.cores[core]);
        if let Some(mut mail) = mailbox.collect() {
            mail.replies.drain(..).for_each(|reply| runner.post(reply));
            for number in mail.blocks.drain(..) {
                runner.start(chip, blocks, number, quantum.from);
            }
        }
        runner.advance(chip, quantum.until);
        if let Some(observer) = chip.observer {
            runner.core.show_logs(observer);
        }
        mailbox.show(&runner, blocks);
    }

    /// Simulates the memory system up to cycle `until`. Every packet that leaves a core before cycle `sent` has been
    /// sent.
    pub fn serve(&self, sent: Cycle, until: Cycle) {
        let mut behind = self.behind();
        let Behind { backend, replies } = &mut *behind;
        // An idle backend is not advanced: the next launch may begin before the quantum ends.
        if backend.next() != Cycle::NEVER {
            backend.advance_ahead(sent, until, replies);
        }
        for reply in replies.drain(..) {
            self.mailboxes[usize::from(reply.core)].post(reply);
        }
    }

    /// Makes the stores and atomics of a core take effect, and sends its outgoing packets.
    pub fn commit(&self, runner: &mut CoreRunner<S>, memory: &mut Memory) {
        let core = &mut runner.core;
        core.memory.commit(&mut core.threads.registers, memory);
        if core.cache.has_sent() {
            let backend = &mut self.behind().backend;
            core.cache.sent().for_each(|packet| backend.send(packet));
        }
    }

    /// The next cycle in which something can happen.
    pub fn next(&self) -> Cycle {
        let mailboxes = self.mailboxes.iter().map(Mailbox::next);
        mailboxes.fold(self.behind().backend.next(), Cycle::min)
    }

    /// Number of cores that have something to do before a cycle.
    pub fn active_cores(&self, until: Cycle) -> usize {
        let active = |mailbox: &&Mailbox| mailbox.next() < until;
        self.mailboxes.iter().filter(active).count()
    }

    fn behind(&self) -> MutexGuard<'_, Behind> {
        self.behind.lock().expect(WHOLE)
    }

    /// The memory backend of the cores.
    pub fn backend(&mut self) -> &mut Backend {
        &mut self.behind.get_mut().expect(WHOLE).backend
    }

    /// The cores without their schedulers, and the memory backend.
    pub fn into_hardware(self) -> (Vec<ShaderCore>, Backend) {
        let cores = self.cores.into_iter();
        let core = |runner: Mutex<CoreRunner<S>>| runner.into_inner().expect(WHOLE).core;
        let behind = self.behind.into_inner().expect(WHOLE);
        (cores.map(core).collect(), behind.backend)
    }

    /// The part of the state that all cores share in a quantum.
    pub fn chip<'a>(&'a self, launch: LaunchContext<'a>, memory: &'a Memory) -> Chip<'a> {
        Chip {
            code: launch.code,
            grid: launch.grid,
            memory,
            races: launch.races,
            observer: launch.observer,
        }
    }
}
