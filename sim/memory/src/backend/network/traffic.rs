//! Use of the data buses over time, recorded only on request.

use heddle_types::Cycle;
use std::ops::Range;

/// When to watch the data buses of the memory modules, and at which resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusWatch {
    /// The first cycle to watch.
    pub from: Cycle,
    /// The first cycle after that range.
    pub until: Cycle,
    /// Cycles of an interval. Intervals begin at multiples of this number, so `from` and `until` may cut the first
    /// and the last one short.
    pub interval: u64,
}

/// Use of the data buses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BusUse {
    /// For each module, the cycles in which its bus carried data, by interval: from the interval of the first watched
    /// cycle up to the last one in which the bus carried data.
    pub modules: Vec<Vec<u64>>,
}

/// Watches one bus.
#[derive(Clone, Debug)]
pub(super) struct Traffic {
    watch: BusWatch,
    /// Busy cycles by interval.
    busy: Vec<u64>,
}

impl Traffic {
    pub fn new(watch: BusWatch) -> Self {
        let busy = Vec::new();
        Traffic { watch, busy }
    }

    /// Records that the bus carries data in these cycles.
    pub fn carry(&mut self, cycles: Range<Cycle>) {
        let BusWatch {
            from,
            until,
            interval,
        } = self.watch;
        let (mut cycle, end) = (cycles.start.max(from), cycles.end.min(until));
        while cycle < end {
            let number = (cycle.number() / interval - from.number() / interval) as usize;
            let next = end.min(cycle.next_multiple_of(interval));
            if number >= self.busy.len() {
                self.busy.resize(number + 1, 0);
            }
            self.busy[number] += next - cycle;
            cycle = next;
        }
    }

    /// The busy cycles so far.
    pub fn busy(&self) -> Vec<u64> {
        self.busy.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bursts_are_parted_at_intervals_and_cut_at_the_ends() {
        let mut traffic = Traffic::new(BusWatch {
            from: Cycle::new(70),
            until: Cycle::new(300),
            interval: 64,
        });
        for cycles in [60..68, 66..74, 124..132, 190..200, 296..304, 310..318] {
            traffic.carry(Cycle::new(cycles.start)..Cycle::new(cycles.end));
        }
        // The intervals that begin at 64, 128, 192 and 256.
        assert_eq!(traffic.busy(), [4 + 4, 4 + 2, 8, 4]);
    }
}
