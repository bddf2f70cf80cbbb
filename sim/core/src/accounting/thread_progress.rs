//! The progress of the threads of a core over time (fung2009, figure 16 (d) and (h)), recorded only on request.
//!
//! Here a thread is a thread slot of the core: when its block is done, a thread of the next block continues the
//! count. Slots that have executed nothing yet are left out. The buckets are those of
//! [`Activity`](super::activity::Activity).

use super::activity::{BUCKETS, FIRST_WIDTH};
use crate::execution::issue::Issue;
use heddle_types::Cycle;

/// Instructions executed by the threads of a core: the minimum, the three quartiles, the maximum.
pub type Quartiles = [u64; 5];

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct ThreadProgress {
    /// Instructions executed, by thread.
    executed: Vec<u64>,
    width: u64,
    /// The first cycle after the current bucket.
    end: Cycle,
    /// The quartiles at the end of each past bucket.
    past: Vec<Quartiles>,
    /// Scratch space for sorting the counts.
    sorted: Vec<u64>,
}

impl ThreadProgress {
    /// No counts, for a core with `threads` threads.
    pub fn new(threads: usize) -> Self {
        ThreadProgress {
            executed: vec![0; threads],
            width: FIRST_WIDTH,
            end: Cycle::new(FIRST_WIDTH),
            past: Vec::with_capacity(BUCKETS),
            sorted: Vec::with_capacity(threads),
        }
    }

    /// Lanes execute an instruction in cycle `now`.
    pub fn executed(&mut self, issue: &Issue, now: Cycle) {
        self.turn_until(now);
        for lane in issue.lanes {
            self.executed[(issue.first + lane).index()] += 1;
        }
    }

    /// Ends the buckets that lie before cycle `now`.
    #[inline]
    fn turn_until(&mut self, now: Cycle) {
        if now >= self.end {
            let quartiles = self.quartiles();
            while now >= self.end {
                self.turn(quartiles);
            }
        }
    }

    fn turn(&mut self, quartiles: Quartiles) {
        self.past.push(quartiles);
        if self.past.len() == BUCKETS {
            for bucket in 0..BUCKETS / 2 {
                self.past[bucket] = self.past[2 * bucket + 1];
            }
            self.past.truncate(BUCKETS / 2);
            self.width *= 2;
        }
        self.end = Cycle::new((self.past.len() as u64 + 1) * self.width);
    }

    fn quartiles(&mut self) -> Quartiles {
        let started = self.executed.iter().copied().filter(|count| *count != 0);
        self.sorted.clear();
        self.sorted.extend(started);
        self.sorted.sort_unstable();
        let last = self.sorted.len().saturating_sub(1);
        [0, 1, 2, 3, 4].map(|quarter| self.sorted.get(quarter * last / 4).copied().unwrap_or(0))
    }

    /// The quartiles by bucket, up to cycle `end`, which ends the last bucket.
    pub fn until(&self, end: Cycle) -> Vec<Quartiles> {
        let mut all = self.clone();
        if end == Cycle::ZERO {
            return Vec::new();
        }
        all.turn_until(end - 1);
        let quartiles = all.quartiles();
        all.past.push(quartiles);
        all.past
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounting::activity::Activity;
    use crate::accounting::stall::Stall;

    fn progress(counts: &[u64]) -> ThreadProgress {
        ThreadProgress {
            executed: counts.to_vec(),
            ..ThreadProgress::new(counts.len())
        }
    }

    #[test]
    fn quartiles_are_of_those_that_have_begun() {
        assert_eq!(progress(&[0, 0]).quartiles(), [0; 5]);
        assert_eq!(progress(&[0, 7, 0]).quartiles(), [7; 5]);
        assert_eq!(progress(&[9, 5, 0, 1, 3, 7]).quartiles(), [1, 3, 5, 7, 9]);
    }

    #[test]
    fn buckets_show_what_was_executed_by_their_ends() {
        let mut progress = progress(&[0]);
        for now in (0..200).map(Cycle::new) {
            progress.turn_until(now);
            progress.executed[0] += 1;
        }
        let past = progress.until(Cycle::new(200));
        let most: Vec<u64> = past.iter().map(|all| all[4]).collect();
        assert_eq!(most, [64, 128, 192, 200]);
    }

    #[test]
    fn buckets_are_those_of_the_activity() {
        for cycles in [1, 64, 65, 512 * 64 - 1, 512 * 64, 512 * 64 + 1, 1_000_000] {
            let (mut activity, end) = (Activity::new(4), Cycle::new(cycles));
            activity.stalled(Stall::Idle, cycles);
            let history = activity.history();
            let mut progress = progress(&[0]);
            progress.executed[0] = 1;
            assert_eq!(progress.until(end).len(), history.buckets.len(), "{cycles}");
            progress.turn_until(end - 1);
            assert_eq!(progress.width, history.width, "{cycles}");
        }
    }
}
