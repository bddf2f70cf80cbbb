//! One of the caches that all cores share: banks, tags, and when its lines are available.

use crate::backend::LevelCounts;
use crate::tags::{Held, Tags, Whereabouts};
use heddle_types::Cycle;

/// The cycle from which on a line is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrival(Cycle);

impl Whereabouts for Arrival {
    /// A line can always leave: its data reaches the requester even if the line is replaced first.
    fn can_leave(self) -> bool {
        true
    }
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Level {
    tags: Tags<Arrival>,
    /// The first cycle in which each bank is free.
    banks: Vec<Cycle>,
    /// Cycles from the access to the bank until the outcome is known; for a hit, until the data is available.
    pub cycles: u64,
    pub counts: LevelCounts,
}

impl Level {
    /// An empty cache of `lines` lines.
    pub fn new(lines: u32, ways: usize, banks: usize, cycles: u32) -> Self {
        Level {
            tags: Tags::new(lines as usize / ways, ways),
            banks: vec![Cycle::ZERO; banks],
            cycles: cycles.into(),
            counts: LevelCounts::default(),
        }
    }

    /// The same cache, empty, as [`Self::new`] makes it.
    pub fn renewed(self) -> Self {
        let Level {
            mut tags,
            mut banks,
            cycles,
            ..
        } = self;
        tags.clear(|_| {});
        banks.fill(Cycle::ZERO);
        Level {
            tags,
            banks,
            cycles,
            counts: LevelCounts::default(),
        }
    }

    /// Accesses the bank of a line from cycle `at` on; returns the cycle in which the outcome is known.
    fn asked(&mut self, line: u32, at: Cycle) -> Cycle {
        let bank = line as usize % self.banks.len();
        let free = &mut self.banks[bank];
        let start = at.max(*free);
        *free = start + 1;
        self.counts.accesses += 1;
        self.counts.bank_cycles += start - at;
        start + self.cycles
    }

    /// Looks up a line from cycle `at` on, and marks it as dirty if `dirty`. Returns the cycle in which the line is
    /// available or, as an error, the cycle in which its absence is known.
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

    /// [`Self::look`] for a perfect cache, in which every line is present.
    pub fn pass(&mut self, line: u32, at: Cycle) -> Result<Cycle, Cycle> {
        self.counts.hits += 1;
        Ok(self.asked(line, at))
    }

    /// Inserts a line that is absent; returns the line that has to be written back to make room, if there is one.
    pub fn take(&mut self, line: u32, there: Cycle, dirty: bool) -> Option<u32> {
        let victim = self.tags.victim(line).ok().flatten();
        let state = Arrival(there);
        self.tags.take(Held { line, state, dirty });
        let written = victim.filter(|held| held.dirty).map(|held| held.line);
        self.counts.written += u64::from(written.is_some());
        written
    }
}
