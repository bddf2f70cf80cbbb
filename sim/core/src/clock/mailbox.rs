//! What is known of a core without looking into it, and what it will be told.

use super::core_runner::{CoreRunner, told_in};
use super::dispatch::Dispatcher;
use crate::scheduler::Scheduler;
use heddle_memory::Reply;
use heddle_types::Cycle;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// What a runner shows between quanta. Aligned so that host threads do not wait for each other's
/// cache lines.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Mailbox {
    /// The next cycle in which something can happen, mail left out.
    next: AtomicU64,
    /// The next cycle in which the core is to be told of mail.
    told: AtomicU64,
    /// Blocks of the launch that could start on the core.
    room: AtomicU32,
    /// Whether something is to be taken from it: stores, lines, or why it stopped.
    news: AtomicBool,
    mail: Mutex<Mail>,
}

/// What a core will be told.
#[derive(Debug, Default)]
pub(super) struct Mail {
    /// Answers of the memory, in order.
    pub replies: Vec<Reply>,
    /// Blocks to start at once, in order.
    pub blocks: Vec<u32>,
}

impl Default for Mailbox {
    fn default() -> Self {
        Mailbox {
            next: AtomicU64::new(Cycle::NEVER.number()),
            told: AtomicU64::new(Cycle::NEVER.number()),
            room: AtomicU32::new(0),
            news: AtomicBool::new(false),
            mail: Mutex::default(),
        }
    }
}

impl Mailbox {
    /// Shows the state of its runner.
    pub fn show<S: Scheduler + ?Sized>(&self, runner: &CoreRunner<S>, blocks: &Dispatcher) {
        self.next.store(runner.next().number(), Ordering::Relaxed);
        let room = blocks.room(&runner.core);
        self.room.store(room, Ordering::Relaxed);
        self.news.store(runner.has_news(), Ordering::Relaxed);
    }

    /// The next cycle in which something can happen; [`Cycle::NEVER`] if nothing will unless threads are
    /// placed.
    pub fn next(&self) -> Cycle {
        let next = self.next.load(Ordering::Relaxed);
        Cycle::new(next.min(self.told.load(Ordering::Relaxed)))
    }

    /// Whether there was news; it counts as taken.
    pub fn take_news(&self) -> bool {
        let news = self.news.load(Ordering::Relaxed);
        if news {
            self.news.store(false, Ordering::Relaxed);
        }
        news
    }

    /// Memory has answered. Replies are posted in order.
    pub fn post(&self, reply: Reply) {
        self.tell(told_in(&reply), |mail| mail.replies.push(reply));
    }

    /// Lets a block start in cycle `now` if the core has room for one.
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
        self.told.fetch_min(cycle.number(), Ordering::Relaxed);
        put(&mut mail);
    }

    /// The mail, if there is any, which is to be taken out.
    pub fn collect(&self) -> Option<MutexGuard<'_, Mail>> {
        if self.told.load(Ordering::Relaxed) == Cycle::NEVER.number() {
            return None;
        }
        let mail = self.mail();
        self.told.store(Cycle::NEVER.number(), Ordering::Relaxed);
        Some(mail)
    }

    fn mail(&self) -> MutexGuard<'_, Mail> {
        self.mail.lock().expect("nobody panicked with it")
    }
}
