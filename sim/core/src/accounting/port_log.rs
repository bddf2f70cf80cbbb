//! What the memory port of a core served and when, recorded only for an observer.

use heddle_types::Cycle;

/// Lines that the port of a core served in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortUse {
    /// The cycle.
    pub cycle: Cycle,
    /// How many lines.
    pub lines: u32,
    /// How many of them were not in the data cache.
    pub misses: u32,
}

/// The use of a port that no observer has seen yet.
#[derive(Clone, Debug, Default)]
pub struct PortLog(Vec<PortUse>);

impl PortLog {
    /// Counts a line. Cycles never decrease.
    pub fn served(&mut self, cycle: Cycle, missed: bool) {
        if self.0.last().is_none_or(|last| last.cycle != cycle) {
            self.0.push(PortUse {
                cycle,
                lines: 0,
                misses: 0,
            });
        }
        let last = self.0.last_mut().expect("it was added");
        last.lines += 1;
        last.misses += u32::from(missed);
    }

    /// Hands over what has been served.
    pub fn drain(&mut self, mut to: impl FnMut(PortUse)) {
        self.0.drain(..).for_each(&mut to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_cycle_are_counted_together() {
        let mut log = PortLog::default();
        for (cycle, missed) in [(3, false), (3, true), (3, true), (9, false)] {
            log.served(Cycle::new(cycle), missed);
        }
        let mut seen = Vec::new();
        log.drain(|used| seen.push((used.cycle.number(), used.lines, used.misses)));
        assert_eq!(seen, [(3, 3, 2), (9, 1, 0)]);
        log.drain(|used| panic!("{used:?} is seen twice"));
    }
}
