//! How the work of a run could be shared among more host threads than this host has: the times of its jobs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Times the jobs of each quantum, on a run with one host thread.
#[derive(Debug)]
pub struct JobTimes {
    /// How many host threads are supposed.
    threads: usize,
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
    /// Times for a machine of `cores` cores, and for as many supposed host threads.
    pub fn new(cores: usize, threads: usize) -> Self {
        JobTimes {
            threads,
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

    /// Does a job and takes its time.
    pub(super) fn time(&self, job: usize, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        let nanoseconds = start.elapsed().as_nanos() as u64;
        self.jobs[job].fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// A quantum has ended: the longest jobs first, each goes to the host thread with the least work.
    pub(super) fn end_quantum(&self) {
        let sums = &mut *self.sums.lock().expect("nobody panicked with it");
        let Sums { times, shares, .. } = sums;
        times.clear();
        times.extend(self.jobs.iter().map(|time| time.swap(0, Ordering::Relaxed)));
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
        let times = JobTimes::new(3, 2);
        let quantum = |jobs: [u64; 4]| {
            for (job, nanoseconds) in times.jobs.iter().zip(jobs) {
                job.store(nanoseconds, Ordering::Relaxed);
            }
            times.end_quantum();
        };
        quantum([5, 4, 3, 3]);
        quantum([10, 1, 1, 1]);
        assert_eq!(times.jobs().as_nanos(), 15 + 13);
        assert_eq!(times.longest().as_nanos(), 8 + 10);
    }
}
