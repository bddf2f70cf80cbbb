//! Host threads that do the jobs of a quantum side by side: the memory system is one, each core
//! another.
//!
//! Jobs do not see each other within a quantum, so it does not matter who does which of them: the
//! results are the same on any number of host threads. Each host thread has its own share of the
//! jobs, so that what it works on stays in its cache, and helps the others when it has done them.

use heddle_types::Cycle;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Rounds of looking before a host thread that waits lets others run.
const PATIENCE: u32 = 400;

/// Jobs that a host thread is left when others help it: until another had what they need in its
/// cache, they are done.
const KEPT: usize = 1;

/// Why locks are never found poisoned.
pub(super) const WHOLE: &str = "a host thread that panics ends the run";

/// In place of a turn: go home.
const HOME: u64 = u64::MAX;

/// The cycles that are simulated before host threads meet again.
#[derive(Clone, Copy, Debug)]
pub struct Quantum {
    pub from: Cycle,
    /// The first cycle after it.
    pub until: Cycle,
}

/// A quantum that is being worked on, and who still works.
#[derive(Debug)]
pub struct WorkerPool {
    /// Of each host thread, the first of which has the clock.
    shares: Vec<Share>,
    /// All jobs, for one host thread.
    all: [Share; 1],
    /// Number of the quantum.
    turn: AtomicU64,
    from: AtomicU64,
    until: AtomicU64,
    /// Helpers that have not finished.
    busy: AtomicUsize,
}

/// Consecutive jobs. Their own host thread takes them from the front, others from the back. Aligned
/// so that no cache line holds two.
#[derive(Debug)]
#[repr(align(64))]
struct Share {
    jobs: Range<usize>,
    /// How often somebody took from the front, and in the high half from the back.
    taken: AtomicU64,
}

/// The jobs that a host thread gets in a quantum.
#[derive(Debug)]
pub struct Jobs<'a> {
    shares: &'a [Share],
    own: usize,
    /// Shares in which nothing was left.
    passed: usize,
}

impl WorkerPool {
    /// So many host threads for jobs with the numbers from 0 on.
    pub fn new(members: usize, jobs: usize) -> Self {
        let share = |member| Share::new(member * jobs / members..(member + 1) * jobs / members);
        WorkerPool {
            shares: (0..members).map(share).collect(),
            all: [Share::new(0..jobs)],
            turn: AtomicU64::new(0),
            from: AtomicU64::new(0),
            until: AtomicU64::new(0),
            busy: AtomicUsize::new(0),
        }
    }

    /// Everyone but the host thread that has the clock.
    pub fn helpers(&self) -> Range<usize> {
        1..self.shares.len()
    }

    /// Works as a helper until sent home; `work` does the jobs of each quantum.
    pub fn help(&self, member: usize, work: impl Fn(Quantum, Jobs)) {
        let mut seen = 0;
        loop {
            wait_until(|| self.turn.load(Ordering::Acquire) != seen);
            seen = self.turn.load(Ordering::Acquire);
            if seen == HOME {
                return;
            }
            let done = Done(&self.busy);
            let quantum = Quantum {
                from: Cycle::new(self.from.load(Ordering::Relaxed)),
                until: Cycle::new(self.until.load(Ordering::Relaxed)),
            };
            work(quantum, self.jobs(member));
            drop(done);
        }
    }

    /// Lets the helpers and this host thread work on a quantum, and waits for them.
    pub fn work(&self, quantum: Quantum, work: impl Fn(Quantum, Jobs)) {
        self.shares.iter().for_each(Share::reset);
        self.from.store(quantum.from.number(), Ordering::Relaxed);
        self.until.store(quantum.until.number(), Ordering::Relaxed);
        self.busy.store(self.helpers().len(), Ordering::Relaxed);
        self.turn.fetch_add(1, Ordering::Release);
        work(quantum, self.jobs(0));
        wait_until(|| self.busy.load(Ordering::Acquire) == 0);
    }

    /// Works on a quantum without helpers, who would find nothing worth their coming.
    pub fn work_alone(&self, quantum: Quantum, work: impl Fn(Quantum, Jobs)) {
        self.all[0].reset();
        work(quantum, Jobs::of(&self.all, 0));
    }

    fn jobs(&self, member: usize) -> Jobs<'_> {
        Jobs::of(&self.shares, member)
    }
}

impl<'a> Jobs<'a> {
    fn of(shares: &'a [Share], own: usize) -> Self {
        Jobs {
            shares,
            own,
            passed: 0,
        }
    }
}

impl Share {
    fn new(jobs: Range<usize>) -> Self {
        Share {
            jobs,
            taken: AtomicU64::new(0),
        }
    }

    fn reset(&self) {
        self.taken.store(0, Ordering::Relaxed);
    }

    /// The next job, for their own host thread.
    fn take_first(&self) -> Option<usize> {
        let (first, _) = self.take(1, 1)?;
        Some(self.jobs.start + first)
    }

    /// The last job, for another host thread, unless too few are left.
    fn take_last(&self) -> Option<usize> {
        let (_, last) = self.take(KEPT + 1, 1 << 32)?;
        Some(self.jobs.end - 1 - last)
    }

    /// How many had been taken from the front and from the back, if so many are left. What jobs need
    /// is locked by themselves, so the order of other accesses does not matter.
    fn take(&self, least: usize, one: u64) -> Option<(usize, usize)> {
        let parts = |taken: u64| (taken as u32 as usize, (taken >> 32) as usize);
        let next = |taken| {
            let (first, last) = parts(taken);
            (first + last + least <= self.jobs.len()).then_some(taken + one)
        };
        let taken = self
            .taken
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        taken.ok().map(parts)
    }
}

impl Iterator for Jobs<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.passed < self.shares.len() {
            let share = &self.shares[(self.own + self.passed) % self.shares.len()];
            let job = match self.passed {
                0 => share.take_first(),
                _ => share.take_last(),
            };
            if job.is_some() {
                return job;
            }
            self.passed += 1;
        }
        None
    }
}

/// Something that host threads share; nobody else wants it but for a moment.
pub(super) fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("nobody panicked with it")
}

/// Sends helpers home, also when the thread that owns this panics.
pub struct DismissWorkers<'a>(pub &'a WorkerPool);

impl Drop for DismissWorkers<'_> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn quantum(cycles: u64) -> Quantum {
        Quantum {
            from: Cycle::ZERO,
            until: Cycle::new(cycles),
        }
    }

    #[test]
    fn every_job_is_done_once_in_every_quantum() {
        for (members, jobs) in [(1, 17), (2, 17), (3, 17), (5, 6), (4, 3)] {
            let pool = WorkerPool::new(members, jobs);
            let done: Vec<AtomicU64> = (0..jobs).map(|_| AtomicU64::new(0)).collect();
            let work = |quantum: Quantum, jobs: Jobs| {
                jobs.for_each(|job| {
                    done[job].fetch_add(quantum.until.number(), Ordering::Relaxed);
                });
            };
            std::thread::scope(|scope| {
                let _dismiss = DismissWorkers(&pool);
                for member in pool.helpers() {
                    let pool = &pool;
                    scope.spawn(move || pool.help(member, work));
                }
                let mut sum = 0;
                for until in 1..200 {
                    pool.work(quantum(until), work);
                    sum += until;
                    assert!(done.iter().all(|of| of.load(Ordering::Relaxed) == sum));
                    pool.work_alone(quantum(until), work);
                    sum += until;
                    assert!(done.iter().all(|of| of.load(Ordering::Relaxed) == sum));
                }
            });
        }
    }

    #[test]
    fn who_has_nothing_left_takes_from_the_back_of_the_others() {
        let pool = WorkerPool::new(2, 6);
        let mut own = pool.jobs(0);
        assert_eq!(own.next(), Some(0));
        assert!(pool.jobs(1).eq([3, 4, 5, 2]));
        // The last one is not worth it.
        assert!(own.eq([1]));
    }
}
