//! Which lanes of a warp are served in the same cycle: through the banks of the data cache for lines, through the
//! banks of shared memory for words.
//!
//! Lanes that need the same line (or the same word of shared memory) are served together. Lines in different banks
//! are served in the same cycle, lines in one bank one after the other (fung2009, 6.5).

use heddle_contract::config::Memory;
use heddle_types::{Cycle, LaneMask};

/// Lanes that one look-up serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Line number.
    pub line: u32,
    /// Lanes that access the line.
    pub lanes: LaneMask,
}

/// What the banks of one kind serve in a cycle.
#[derive(Clone, Debug)]
struct Served {
    cycle: Cycle,
    busy: u64,
    /// The line or word that each busy bank serves.
    what: [u32; 64],
}

impl Served {
    const NOTHING: Served = Served {
        cycle: Cycle::NEVER,
        busy: 0,
        what: [0; 64],
    };

    /// Lets a bank serve a line or word in a cycle; returns whether it can: it is free, or already serves the same.
    #[inline(always)]
    fn take(&mut self, bank: u32, what: u32, cycle: Cycle) -> bool {
        if self.cycle != cycle {
            (self.cycle, self.busy) = (cycle, 0);
        }
        let (bit, place) = (1 << bank, &mut self.what[bank as usize]);
        let free = self.busy & bit == 0 || *place == what;
        if free {
            self.busy |= bit;
            *place = what;
        }
        free
    }
}

/// The banks of a core.
#[derive(Clone, Debug)]
pub struct Banks {
    cache: u32,
    shared: u32,
    conflicts: bool,
    line_shift: u32,
    lines: Served,
    words: Served,
}

impl Banks {
    /// The banks of a core of this machine.
    pub fn new(memory: &Memory) -> Self {
        Banks {
            cache: memory.cache_banks as u32,
            shared: memory.shared_banks as u32,
            conflicts: memory.bank_conflicts,
            line_shift: memory.line_bytes.ilog2(),
            lines: Served::NOTHING,
            words: Served::NOTHING,
        }
    }

    /// The line of a physical address.
    #[inline(always)]
    pub fn line(&self, physical: u32) -> u32 {
        physical >> self.line_shift
    }

    /// Groups lanes by line, in order of the first lane of each line; returns the number of lines.
    #[inline(always)]
    pub fn lines<const W: usize>(
        &self,
        physical: &[u32; W],
        lanes: LaneMask,
        groups: &mut [Group; W],
    ) -> usize {
        let mut rest = lanes;
        let mut count = 0;
        while let Some(first) = rest.first() {
            let line = self.line(physical[first]);
            let mut together = 0;
            for (lane, &address) in physical.iter().enumerate() {
                together |= u64::from(address >> self.line_shift == line) << lane;
            }
            let lanes = LaneMask::new(together) & rest;
            groups[count] = Group { line, lanes };
            count += 1;
            rest = rest.without(lanes);
        }
        count
    }

    /// Takes the lines that can be served in a cycle in addition to those already served in it, the first ones first.
    /// Returns a mask of their positions in `groups`.
    #[inline(always)]
    pub fn take_lines(&mut self, groups: &[Group], cycle: Cycle) -> u64 {
        let mut taken = 0;
        for (at, group) in groups.iter().enumerate() {
            let bank = group.line % self.cache;
            let free = !self.conflicts || self.lines.take(bank, group.line, cycle);
            taken |= u64::from(free) << at;
        }
        taken
    }

    /// Takes the lanes whose words of shared memory can be served in a cycle in addition to those already served in
    /// it, the first ones first.
    pub fn take_words<const W: usize>(
        &mut self,
        physical: &[u32; W],
        lanes: LaneMask,
        cycle: Cycle,
    ) -> LaneMask {
        lanes.filter(|lane| {
            let word = physical[lane] / 4;
            self.words.take(word % self.shared, word, cycle)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn banks(conflicts: bool) -> Banks {
        Banks {
            cache: 2,
            shared: 4,
            conflicts,
            line_shift: 4,
            lines: Served::NOTHING,
            words: Served::NOTHING,
        }
    }

    #[test]
    fn lanes_on_a_line_are_served_together_and_banks_in_parallel() {
        let physical = [0x00, 0x10, 0x0c, 0x20, 0x14, 0x30, 0x00, 0x00];
        let mut groups = [Group::default(); 8];
        let count = banks(true).lines(&physical, LaneMask::all(6), &mut groups);
        let found: Vec<_> = groups[..count]
            .iter()
            .map(|g| (g.line, g.lanes.bits()))
            .collect();
        let lines = [(0, 0b101), (1, 0b1_0010), (2, 0b1000), (3, 0b10_0000)];
        assert_eq!(found, lines);
        // Lines 0 and 2 share a bank, as do 1 and 3.
        let mut banked = banks(true);
        assert_eq!(banked.take_lines(&groups[..count], Cycle::new(7)), 0b0011);
        assert_eq!(banked.take_lines(&groups[2..count], Cycle::new(7)), 0);
        assert_eq!(banked.take_lines(&groups[..1], Cycle::new(7)), 1);
        assert_eq!(banked.take_lines(&groups[2..count], Cycle::new(8)), 0b11);
        assert_eq!(
            banks(false).take_lines(&groups[..count], Cycle::new(7)),
            0b1111
        );
    }

    #[test]
    fn a_word_is_broadcast_and_a_bank_gives_one_word() {
        // Words 0, 4, 0, 1: the second word is in the bank of the first.
        let physical = [0, 16, 2, 4];
        let mut banks = banks(true);
        let (all, second) = (LaneMask::all(4), LaneMask::single(1));
        assert_eq!(
            banks.take_words(&physical, all, Cycle::new(1)),
            all.without(second)
        );
        assert_eq!(banks.take_words(&physical, second, Cycle::new(2)), second);
    }
}
