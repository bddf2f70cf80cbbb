//! How the work of a run could be shared among more host threads than this host has: the times of its jobs.

use super::worker_pool::MEMORY;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Times the jobs of each quantum, on a run with one host thread.
#[derive(Debug)]
pub struct JobTimes {
    /// How many host threads are supposed.
    threads: usize,
    /// Into how many equal jobs the job of the memory system is supposed to be divided.
    memory_jobs: usize,
    /// Nanoseconds of each job in the current quantum.
    jobs: Vec<AtomicU64>,
    sums: Mutex<Sums>,
}

#[derive(Debug, Default)]
struct Sums {
    jobs: Duration,
    longest: Duration,
    /// Jobs and shares of a quantum, in nanoseconds.
    times: Vec<u64>,
    shares: Vec<u64>,
}

impl JobTimes {
    /// Times for a machine of `cores` cores, for `threads` supposed host threads and a memory system that is supposed to be
    /// `memory_jobs` equal jobs; it is one job.
    pub fn new(cores: usize, threads: usize, memory_jobs: usize) -> Self {
        JobTimes {
            threads,
            memory_jobs,
            jobs: (0..=cores).map(|_| AtomicU64::new(0)).collect(),
            sums: Mutex::default(),
        }
    }

    /// All jobs together.
    pub fn jobs(&self) -> Duration {
        self.sums.lock().expect("nobody panicked with it").jobs
    }

    /// The longest share of each quantum together, if the supposed host threads share its jobs evenly.
    pub fn longest(&self) -> Duration {
        self.sums.lock().expect("nobody panicked with it").longest
    }

    /// Does jobs and takes their times. The clock is read once for each, and what that takes counts as part of the job.
    pub(super) fn time(&self, jobs: impl Iterator<Item = usize>, work: impl Fn(usize)) {
        let mut before = Instant::now();
        for job in jobs {
            work(job);
            let after = Instant::now();
            let nanoseconds = (after - before).as_nanos() as u64;
            self.jobs[job].fetch_add(nanoseconds, Ordering::Relaxed);
            before = after;
        }
    }

    /// A quantum has ended: the longest jobs first, each goes to the host thread with the least work.
    pub(super) fn end_quantum(&self) {
        let sums = &mut *self.sums.lock().expect("nobody panicked with it");
        let Sums { times, shares, .. } = sums;
        times.clear();
        for (job, time) in self.jobs.iter().enumerate() {
            let parts = if job == MEMORY { self.memory_jobs } else { 1 };
            let part = time.swap(0, Ordering::Relaxed) / parts as u64;
            times.extend(std::iter::repeat_n(part, parts));
        }
        times.sort_unstable_by(|a, b| b.cmp(a));
        shares.clear();
        shares.resize(self.threads, 0);
        for time in &*times {
            let least = shares.iter_mut().min();
            *least.expect("a host thread") += time;
        }
        let longest = shares.iter().copied().max().unwrap_or(0);
        sums.longest += Duration::from_nanos(longest);
        sums.jobs += Duration::from_nanos(sums.times.iter().sum());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_share_bounds_a_quantum() {
        let quantum = |times: &JobTimes, jobs: [u64; 4]| {
            for (job, nanoseconds) in times.jobs.iter().zip(jobs) {
                job.store(nanoseconds, Ordering::Relaxed);
            }
            times.end_quantum();
        };
        for (memory_jobs, longest) in [(1, 9 + 10), (2, 9 + 7)] {
            let times = JobTimes::new(3, 2, memory_jobs);
            quantum(&times, [6, 4, 3, 3]);
            quantum(&times, [10, 1, 1, 1]);
            assert_eq!(times.jobs().as_nanos(), 16 + 13);
            assert_eq!(times.longest().as_nanos(), longest);
        }
    }
}
