//! What is known of a core without looking into it, and what it will be told.

use super::station::{Station, told_in};
use crate::mechanism::Scheduler;
use crate::memory::beyond::Reply;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// What a station shows between quanta. Aligned so that host threads do not wait for each other's
/// cache lines.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Sign {
    /// The next cycle in which something can happen, mail left out.
    next: AtomicU64,
    /// The next cycle in which the core is to be told of mail.
    told: AtomicU64,
    /// Warps of a block that could start on the core.
    room: AtomicU32,
    /// Whether something is to be taken from it: stores, lines, or why it stopped.
    news: AtomicBool,
    mail: Mutex<Vec<Reply>>,
}

impl Default for Sign {
    fn default() -> Self {
        Sign {
            next: AtomicU64::new(u64::MAX),
            told: AtomicU64::new(u64::MAX),
            room: AtomicU32::new(0),
            news: AtomicBool::new(false),
            mail: Mutex::default(),
        }
    }
}

impl Sign {
    /// Shows the state of its station.
    pub fn show<S: Scheduler + ?Sized>(&self, station: &Station<S>) {
        self.next.store(station.next(), Ordering::Relaxed);
        let room = station.core.blocks.room();
        self.room.store(room, Ordering::Relaxed);
        self.news.store(station.has_news(), Ordering::Relaxed);
    }

    /// The next cycle in which something can happen; `u64::MAX` if nothing will unless threads are
    /// placed.
    pub fn next(&self) -> u64 {
        let next = self.next.load(Ordering::Relaxed);
        next.min(self.told.load(Ordering::Relaxed))
    }

    /// Warps of a block that could start on the core.
    pub fn room(&self) -> u32 {
        self.room.load(Ordering::Relaxed)
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
        let mut mail = self.mail();
        if mail.is_empty() {
            self.told.store(told_in(&reply), Ordering::Relaxed);
        }
        mail.push(reply);
    }

    /// Hands the mail over.
    pub fn collect(&self, each: impl FnMut(Reply)) {
        if self.told.load(Ordering::Relaxed) != u64::MAX {
            let mut mail = self.mail();
            self.told.store(u64::MAX, Ordering::Relaxed);
            mail.drain(..).for_each(each);
        }
    }

    fn mail(&self) -> MutexGuard<'_, Vec<Reply>> {
        self.mail.lock().expect("nobody panicked with it")
    }
}
