//! When a core issued nothing, and why, recorded only for an observer.

use super::stall::Stall;
use heddle_types::Cycle;

/// Cycles that follow each other in which a core issued nothing, for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StallRun {
    /// The first of them.
    pub from: Cycle,
    /// How many they are.
    pub cycles: u64,
    /// Why nothing was issued.
    pub reason: Stall,
}

/// The stalls that no observer has seen yet. A core counts its cycles in order and each of them once, so no call has to name
/// the cycle.
#[derive(Clone, Debug, Default)]
pub struct StallLog {
    now: Cycle,
    runs: Vec<StallRun>,
}

impl StallLog {
    /// Counts a cycle in which something was issued.
    pub fn issued(&mut self) {
        self.now += 1;
    }

    /// Counts cycles in which nothing was issued.
    pub fn stalled(&mut self, reason: Stall, cycles: u64) {
        let from = self.now;
        self.now += cycles;
        match self.runs.last_mut() {
            Some(run) if run.reason == reason && run.from + run.cycles == from => {
                run.cycles += cycles;
            }
            _ => self.runs.push(StallRun {
                from,
                cycles,
                reason,
            }),
        }
    }

    /// Hands over the runs so far. The last one may go on.
    pub fn drain(&mut self, mut to: impl FnMut(StallRun)) {
        self.runs.drain(..).for_each(&mut to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_reason_are_one() {
        let mut log = StallLog::default();
        log.stalled(Stall::Memory, 3);
        log.stalled(Stall::Memory, 2);
        log.stalled(Stall::Port, 1);
        log.issued();
        log.stalled(Stall::Port, 4);
        let mut runs = Vec::new();
        log.drain(|run| runs.push((run.from.number(), run.cycles, run.reason)));
        let expected = [
            (0, 5, Stall::Memory),
            (5, 1, Stall::Port),
            (7, 4, Stall::Port),
        ];
        assert_eq!(runs, expected);
        log.stalled(Stall::Port, 1);
        log.drain(|run| assert_eq!((run.from.number(), run.cycles), (11, 1)));
    }
}
