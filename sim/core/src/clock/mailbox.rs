//! What is visible of a core without locking it, and what will be delivered to it.

use super::core_runner::{CoreRunner, notified_at};
use super::dispatch::Dispatcher;
use crate::scheduler::Scheduler;
use heddle_memory::Reply;
use heddle_types::Cycle;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// The state of a core runner between quanta. Aligned so that host threads do not contend for a cache line.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Mailbox {
    /// The next cycle in which something can happen, apart from mail.
    next: AtomicU64,
    /// The next cycle in which mail has to be delivered to the core.
    notified_at: AtomicU64,
    /// Number of blocks of the launch that could start on the core.
    room: AtomicU32,
    /// Whether the clock has to collect something from the core: stores, lines, or why it stopped.
    news: AtomicBool,
    mail: Mutex<Mail>,
}

/// Mail for a core.
#[derive(Debug, Default)]
pub(super) struct Mail {
    /// Replies of the memory, in order.
    pub replies: Vec<Reply>,
    /// Blocks to start at once, in order.
    pub blocks: Vec<u32>,
}

impl Default for Mailbox {
    fn default() -> Self {
        Mailbox {
            next: AtomicU64::new(Cycle::NEVER.number()),
            notified_at: AtomicU64::new(Cycle::NEVER.number()),
            room: AtomicU32::new(0),
            news: AtomicBool::new(false),
            mail: Mutex::default(),
        }
    }
}

impl Mailbox {
    /// Publishes the state of the mailbox's runner.
    pub fn show<S: Scheduler + ?Sized>(&self, runner: &CoreRunner<S>, blocks: &Dispatcher) {
        self.next.store(runner.next().number(), Ordering::Relaxed);
        let room = blocks.room(&runner.core);
        self.room.store(room, Ordering::Relaxed);
        self.news.store(runner.has_news(), Ordering::Relaxed);
    }

    /// The next cycle in which something can happen; [`Cycle::NEVER`] if nothing will happen until threads are
    /// placed.
    pub fn next(&self) -> Cycle {
        let next = self.next.load(Ordering::Relaxed);
        Cycle::new(next.min(self.notified_at.load(Ordering::Relaxed)))
    }

    /// Returns whether the core has something to collect, and clears the flag.
    pub fn take_news(&self) -> bool {
        let news = self.news.load(Ordering::Relaxed);
        if news {
            self.news.store(false, Ordering::Relaxed);
        }
        news
    }

    /// Receives a reply of the memory. Replies are posted in order.
    pub fn post(&self, reply: Reply) {
        self.tell(notified_at(&reply), |mail| mail.replies.push(reply));
    }

    /// Starts a block in cycle `now` if the core has room for one; returns whether it has.
    pub fn start(&self, block: u32, now: Cycle) -> bool {
        let room = self.room.load(Ordering::Relaxed);
        if room > 0 {
            self.room.store(room - 1, Ordering::Relaxed);
            self.tell(now, |mail| mail.blocks.push(block));
        }
        room > 0
    }

    fn tell(&self, cycle: Cycle, put: impl FnOnce(&mut Mail)) {
        let mut mail = self.mail();
        self.notified_at
            .fetch_min(cycle.number(), Ordering::Relaxed);
        put(&mut mail);
    }

    /// The mail, if there is any; the caller must take all of it out.
    pub fn collect(&self) -> Option<MutexGuard<'_, Mail>> {
        if self.notified_at.load(Ordering::Relaxed) == Cycle::NEVER.number() {
            return None;
        }
        let mail = self.mail();
        self.notified_at
            .store(Cycle::NEVER.number(), Ordering::Relaxed);
        Some(mail)
    }

    fn mail(&self) -> MutexGuard<'_, Mail> {
        self.mail.lock().expect("nobody panicked with it")
    }
}
