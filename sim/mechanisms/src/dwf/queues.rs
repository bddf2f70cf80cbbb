//! The one port through which threads return to the scheduler, and the warps that wait for it.
//!
//! DWF-49: commits go first, since a waiting commit stalls the pipeline. Where the pipeline issues in nearly every cycle,
//! commits would occupy the port for ever. So each other waiting warp is promised a cycle: for each of them the
//! pipeline leaves free one cycle in which it could have taken a warp.

use heddle_types::Cycle;
use std::collections::VecDeque;

/// Warps that return to the scheduler, in order of arrival.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    /// Warps whose instruction is done.
    pub done: VecDeque<usize>,
    /// Warps whose data missed the cache and has arrived.
    pub returned: VecDeque<usize>,
    /// Warps whose barrier has opened.
    pub released: VecDeque<usize>,
    /// Warps of new blocks.
    pub made: VecDeque<usize>,
    /// Cycles from one warp of a barrier or of a new block to the next one.
    entry_cycles: u64,
    /// The first cycle in which the next such warp may enter.
    entry_free: Cycle,
    /// Number of cycles that the pipeline left free for warps other than commits and that are not used yet.
    promised: usize,
}

/// A warp at the port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    pub id: usize,
    /// Whether the warp comes from the pipeline.
    pub commit: bool,
}

impl Queues {
    /// Queues for the warps of `threads` threads.
    pub fn new(threads: usize, entry_cycles: u64) -> Self {
        let queue = || VecDeque::with_capacity(threads);
        Queues {
            done: queue(),
            returned: queue(),
            released: queue(),
            made: queue(),
            entry_cycles,
            entry_free: Cycle::ZERO,
            promised: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.done.is_empty() && self.returned.is_empty() && !self.enters()
    }

    /// Whether a warp from a barrier or a new block is waiting.
    fn enters(&self) -> bool {
        !self.released.is_empty() || !self.made.is_empty()
    }

    /// The next warp to use the port.
    pub fn next(&mut self, now: Cycle) -> Option<Arrival> {
        if let Some(in_flight_warp) = self.done.pop_front() {
            let commit = true;
            return Some(Arrival {
                id: in_flight_warp,
                commit,
            });
        }
        let in_flight_warp = self.returned.pop_front().or_else(|| self.enter(now))?;
        self.promised = self.promised.saturating_sub(1);
        let commit = false;
        Some(Arrival {
            id: in_flight_warp,
            commit,
        })
    }

    /// The next warp from a barrier or a new block: one for each scheduler cycle.
    fn enter(&mut self, now: Cycle) -> Option<usize> {
        if now < self.entry_free {
            return None;
        }
        let next = self
            .released
            .pop_front()
            .or_else(|| self.made.pop_front())?;
        self.entry_free = now + self.entry_cycles;
        Some(next)
    }

    /// Whether the pipeline has to leave this cycle free, in which it could take a warp.
    pub fn wants_cycle(&mut self, now: Cycle) -> bool {
        let enters = now >= self.entry_free && self.enters();
        let waiting = self.returned.len() + usize::from(enters);
        self.promised = self.promised.min(waiting);
        let wants = waiting > self.promised;
        self.promised += usize::from(wants);
        wants
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(queues: &mut Queues, from: u64) -> Vec<(u64, usize)> {
        let cycles = from..from + 20;
        let next = |now| Some((now, queues.next(Cycle::new(now))?.id));
        cycles.filter_map(next).collect()
    }

    fn wants(queues: &mut Queues, now: u64) -> bool {
        queues.wants_cycle(Cycle::new(now))
    }

    #[test]
    fn commits_go_first_and_new_warps_last_one_per_scheduler_cycle() {
        let mut queues = Queues::new(16, 4);
        queues.made.extend([8, 9]);
        queues.released.extend([6, 7]);
        queues.returned.extend([4, 5]);
        queues.done.extend([2, 3]);
        let found = order(&mut queues, 10);
        let expected = [
            (10, 2),
            (11, 3),
            (12, 4),
            (13, 5),
            (14, 6),
            (18, 7),
            (22, 8),
            (26, 9),
        ];
        assert_eq!(found, expected);
        assert!(queues.is_empty());
    }

    #[test]
    fn whoever_waits_is_promised_one_cycle() {
        let mut queues = Queues::new(16, 4);
        assert!(!wants(&mut queues, 0));
        queues.returned.extend([4, 5]);
        let wanted: Vec<bool> = (1..5).map(|now| wants(&mut queues, now)).collect();
        assert_eq!(wanted, [true, true, false, false]);
        assert_eq!(queues.next(Cycle::new(5)).unwrap().id, 4);
        assert!(!wants(&mut queues, 6));
        queues.returned.push_back(6);
        assert!(wants(&mut queues, 7));
    }
}
