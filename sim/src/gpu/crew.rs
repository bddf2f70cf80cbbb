//! Host threads that simulate cores side by side.
//!
//! Cores do not see each other within a quantum, so it does not matter who simulates which of
//! them: the results are the same on any number of host threads. Each host thread has its own cores,
//! so that what it works on stays in its cache.

use super::station::Station;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Rounds of looking before a host thread that waits lets others run.
const PATIENCE: u32 = 2000;

/// In place of a turn: go home.
const HOME: u64 = u64::MAX;

/// A quantum that is being worked on, and who still works.
#[derive(Debug, Default)]
pub(crate) struct Crew {
    /// Number of the quantum.
    turn: AtomicU64,
    /// Its end.
    until: AtomicU64,
    /// Helpers that have not finished.
    busy: AtomicUsize,
}

impl Crew {
    /// Works as a helper until sent home; `work` is given the end of each quantum.
    pub fn help(&self, work: impl Fn(u64)) {
        let mut seen = 0;
        loop {
            wait_until(|| self.turn.load(Ordering::Acquire) != seen);
            seen = self.turn.load(Ordering::Acquire);
            if seen == HOME {
                return;
            }
            let done = Done(&self.busy);
            work(self.until.load(Ordering::Relaxed));
            drop(done);
        }
    }

    /// Lets so many helpers and this thread work on the cycles before `until`, and waits for them.
    pub fn share(&self, helpers: usize, until: u64, work: impl Fn(u64)) {
        self.until.store(until, Ordering::Relaxed);
        self.busy.store(helpers, Ordering::Relaxed);
        self.turn.fetch_add(1, Ordering::Release);
        work(until);
        wait_until(|| self.busy.load(Ordering::Acquire) == 0);
    }
}

/// A station; nobody else wants it but for a moment.
pub(crate) fn lock<S: ?Sized>(station: &Mutex<Station<S>>) -> MutexGuard<'_, Station<S>> {
    station.lock().expect("nobody panicked with it")
}

/// Sends helpers home, also when the thread that owns this panics.
pub(crate) struct Dismiss<'a>(pub &'a Crew);

impl Drop for Dismiss<'_> {
    fn drop(&mut self) {
        self.0.turn.store(HOME, Ordering::Release);
    }
}

/// A helper has finished, also when it panics.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

fn wait_until(holds: impl Fn() -> bool) {
    let mut rounds = 0;
    while !holds() {
        rounds += 1;
        if rounds < PATIENCE {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}
