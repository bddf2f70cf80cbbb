//! One of the caches that all cores share: banks, tags, and when its lines are there.

use crate::backend::LevelCounts;
use crate::tags::{Held, Tags, Whereabouts};
use heddle_types::Cycle;

/// The cycle from which on a line is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrival(Cycle);

impl Whereabouts for Arrival {
    /// It goes where it was asked for, also if it stays no longer.
    fn can_leave(self) -> bool {
        true
    }
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Level {
    tags: Tags<Arrival>,
    /// For each bank the first cycle in which it is free.
    banks: Vec<Cycle>,
    /// Cycles of a hit.
    pub cycles: u64,
    pub counts: LevelCounts,
}

impl Level {
    /// An empty cache of so many lines.
    pub fn new(lines: u32, ways: usize, banks: usize, cycles: u32) -> Self {
        Level {
            tags: Tags::new(lines as usize / ways, ways),
            banks: vec![Cycle::ZERO; banks],
            cycles: cycles.into(),
            counts: LevelCounts::default(),
        }
    }

    /// The cycle after a line's bank has been asked, from cycle `at` on.
    fn asked(&mut self, line: u32, at: Cycle) -> Cycle {
        let bank = line as usize % self.banks.len();
        let free = &mut self.banks[bank];
        let start = at.max(*free);
        *free = start + 1;
        self.counts.accesses += 1;
        self.counts.bank_cycles += start - at;
        start + self.cycles
    }

    /// Looks for a line from cycle `at` on, and marks it as written to if `dirty`: when it is there, or
    /// else when it is known that it is absent.
    pub fn look(&mut self, line: u32, at: Cycle, dirty: bool) -> Result<Cycle, Cycle> {
        let known = self.asked(line, at);
        let Some(held) = self.tags.look(line) else {
            self.counts.misses += 1;
            return Err(known);
        };
        held.dirty |= dirty;
        let Arrival(there) = held.state;
        self.counts.hits += 1;
        self.counts.pending_hits += u64::from(there > known);
        Ok(known.max(there))
    }

    /// The same where every line is there.
    pub fn pass(&mut self, line: u32, at: Cycle) -> Result<Cycle, Cycle> {
        self.counts.hits += 1;
        Ok(self.asked(line, at))
    }

    /// Takes in a line that is absent; the line that has to be written back for it, if one has.
    pub fn take(&mut self, line: u32, there: Cycle, dirty: bool) -> Option<u32> {
        let victim = self.tags.victim(line).ok().flatten();
        let state = Arrival(there);
        self.tags.take(Held { line, state, dirty });
        let written = victim.filter(|held| held.dirty).map(|held| held.line);
        self.counts.written += u64::from(written.is_some());
        written
    }
}
