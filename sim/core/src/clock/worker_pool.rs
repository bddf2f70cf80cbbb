//! Host threads that do the jobs of a quantum in parallel. The memory system is one job, each core another.
//!
//! Jobs do not see each other within a quantum, so the assignment of jobs to host threads does not matter: the
//! results are the same with any number of host threads. Each host thread has its own share of the jobs, so that
//! their data stays in its cache. When its share is done, it helps the others.
//!
//! This is another thing than the work of `heddle_system::parallel`, which starts host threads for every call, hands out items in
//! order and collects their results. A quantum takes microseconds, less than the start of a thread: the helpers poll for the next
//! quantum instead, jobs have no results, and a core stays with the host thread that has its data.

use heddle_types::Cycle;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

/// How many times a waiting host thread polls before it yields the processor.
const PATIENCE: u32 = 400;

/// How many jobs a host thread keeps for itself: before a helper had the data of these jobs in its cache, they would
/// be done.
const KEPT: usize = 1;

/// The number of the job that simulates the memory system. The jobs after it are the cores.
pub(super) const MEMORY: usize = 0;

/// Panic message of locks, which are never found poisoned.
pub(super) const WHOLE: &str = "a host thread that panics ends the run";

/// In place of a turn number: tells the helpers to quit.
const HOME: u64 = u64::MAX;

/// A range of cycles that is simulated before the host threads synchronise again.
#[derive(Clone, Copy, Debug)]
pub struct Quantum {
    pub from: Cycle,
    /// The first cycle after the quantum.
    pub until: Cycle,
}

/// The quantum in progress, and the host threads that work on it.
#[derive(Debug)]
pub struct WorkerPool {
    /// The share of each host thread; the first host thread runs the clock.
    shares: Vec<Share>,
    /// All jobs as one share, for a quantum without helpers.
    all: [Share; 1],
    /// Number of the current quantum.
    turn: AtomicU64,
    from: AtomicU64,
    until: AtomicU64,
    /// Number of helpers that have not finished.
    busy: AtomicUsize,
}

/// Consecutive jobs. The host thread that owns the share takes jobs from the front, the others take them from the
/// back. Aligned so that no cache line holds two shares.
#[derive(Debug)]
#[repr(align(64))]
struct Share {
    jobs: Range<usize>,
    /// Number of jobs taken from the front, and in the high half the number taken from the back.
    taken: AtomicU64,
}

/// The jobs that a host thread gets in a quantum.
#[derive(Debug)]
pub struct Jobs<'a> {
    shares: &'a [Share],
    own: usize,
    /// How many shares have been found empty.
    passed: usize,
}

impl WorkerPool {
    /// A pool of `members` host threads for the jobs 0 to `jobs - 1`.
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

    /// The numbers of all host threads except the one that runs the clock.
    pub fn helpers(&self) -> Range<usize> {
        1..self.shares.len()
    }

    /// Works as a helper until dismissed; `work` does the jobs of each quantum.
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

    /// Works on a quantum with the helpers, and waits for them.
    pub fn work(&self, quantum: Quantum, work: impl Fn(Quantum, Jobs)) {
        self.shares.iter().for_each(Share::reset);
        self.from.store(quantum.from.number(), Ordering::Relaxed);
        self.until.store(quantum.until.number(), Ordering::Relaxed);
        self.busy.store(self.helpers().len(), Ordering::Relaxed);
        self.turn.fetch_add(1, Ordering::Release);
        work(quantum, self.jobs(0));
        wait_until(|| self.busy.load(Ordering::Acquire) == 0);
    }

    /// Works on a quantum without the helpers, where waking them would not pay.
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

    /// Takes the next job, for the host thread that owns the share.
    fn take_first(&self) -> Option<usize> {
        let (first, _) = self.take(1, 1)?;
        Some(self.jobs.start + first)
    }

    /// Takes the last job, for another host thread, unless too few jobs are left.
    fn take_last(&self) -> Option<usize> {
        let (_, last) = self.take(KEPT + 1, 1 << 32)?;
        Some(self.jobs.end - 1 - last)
    }

    /// Takes a job if at least `least` are left; returns how many had been taken from the front and from the back
    /// before. A job locks the data that it needs, so the memory order of other accesses does not matter.
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

/// Locks something that host threads share; any other holder keeps the lock only for a moment.
pub(super) fn lock<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("nobody panicked with it")
}

/// Dismisses the helpers when dropped, even if the owning host thread panics.
pub struct DismissWorkers<'a>(pub &'a WorkerPool);

impl Drop for DismissWorkers<'_> {
    fn drop(&mut self) {
        self.0.turn.store(HOME, Ordering::Release);
    }
}

/// Signals that a helper has finished, even if the helper panics.
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
        // A helper leaves the last job to its owner.
        assert!(own.eq([1]));
    }
}
