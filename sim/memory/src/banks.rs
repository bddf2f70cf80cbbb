//! Which lanes of a warp are served in the same cycle: through the banks of the data cache for lines, through the
//! banks of shared memory for words.
//!
//! Lanes that need the same line (or the same word of shared memory) are served together. Lines in different banks
//! are served in the same cycle, lines in one bank one after the other (fung2009, 6.5; MEM-9). An atomic of shared memory has
//! its bank for itself: the next atomic on the word needs its result (`memory.shared_atomics`, MEM-10).

use crate::line_request::LineAccess;
use crate::modulus::Modulus;
use heddle_contract::config::{Memory, SharedAtomics};
use heddle_types::{Cycle, LaneMask};

/// Lanes that one look-up serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Line number.
    pub line: u32,
    /// Lanes that access the line.
    pub lanes: LaneMask,
}

/// The lines that the lanes of an access still need.
#[derive(Clone, Debug)]
pub struct Lines<const W: usize> {
    /// A group for each line, in order of the first lane.
    groups: [Group; W],
    /// Positions of the groups that have not been served.
    pub waiting: u64,
    /// For each group, the positions of all groups in its bank.
    in_bank: [u64; W],
}

impl<const W: usize> Lines<W> {
    /// No lines.
    pub const NONE: Lines<W> = Lines {
        groups: [Group {
            line: 0,
            lanes: LaneMask::NONE,
        }; W],
        waiting: 0,
        in_bank: [0; W],
    };

    /// The group at a position.
    #[inline(always)]
    pub fn group(&self, at: usize) -> Group {
        self.groups[at]
    }
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

    /// Lets a bank serve one lane in a cycle and nothing else; returns whether the bank was free.
    fn take_alone(&mut self, bank: u32, cycle: Cycle) -> bool {
        let busy = self.cycle == cycle && self.busy & 1 << bank != 0;
        !busy && self.take(bank, NO_WORD, cycle)
    }
}

/// What a bank serves that serves one lane alone: no word has this number.
const NO_WORD: u32 = u32::MAX;

/// The banks of a core.
#[derive(Clone, Debug)]
pub struct Banks {
    cache: Modulus,
    shared: Modulus,
    conflicts: bool,
    atomics: SharedAtomics,
    line_shift: u32,
    lines: Served,
    words: Served,
}

impl Banks {
    /// The banks of a core of this machine.
    pub fn new(memory: &Memory) -> Self {
        Banks {
            cache: Modulus::new(memory.cache_banks as u32),
            shared: Modulus::new(memory.shared_banks as u32),
            conflicts: memory.bank_conflicts,
            atomics: memory.shared_atomics,
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

    /// Groups lanes by line.
    #[inline(always)]
    pub fn group<const W: usize>(
        &self,
        physical: &[u32; W],
        lanes: LaneMask,
        lines: &mut Lines<W>,
    ) {
        let count = self.group_by_line(physical, lanes, &mut lines.groups);
        lines.waiting = match count {
            0 => 0,
            _ => u64::MAX >> (64 - count),
        };
        if count == 1 {
            lines.in_bank[0] = 1;
        } else if self.conflicts {
            self.find_conflicts(count, lines);
        }
    }

    /// Notes which of the first `count` groups are in the same bank.
    fn find_conflicts<const W: usize>(&self, count: usize, lines: &mut Lines<W>) {
        let groups = &lines.groups[..count];
        let mut in_bank = [0; 64];
        for (at, group) in groups.iter().enumerate() {
            in_bank[self.cache.rest(group.line) as usize] |= 1 << at;
        }
        for (group, together) in groups.iter().zip(&mut lines.in_bank) {
            *together = in_bank[self.cache.rest(group.line) as usize];
        }
    }

    #[inline(always)]
    fn group_by_line<const W: usize>(
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
    /// Returns the positions of their groups.
    #[inline(always)]
    pub fn take_lines<const W: usize>(&mut self, lines: &Lines<W>, cycle: Cycle) -> u64 {
        if !self.conflicts {
            return lines.waiting;
        }
        let (mut taken, mut left) = (0, lines.waiting);
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            let line = lines.groups[at].line;
            if self.lines.take(self.cache.rest(line), line, cycle) {
                taken |= 1 << at;
                left &= !lines.in_bank[at];
            } else {
                left &= left - 1;
            }
        }
        taken
    }

    /// Takes the lanes whose words of shared memory can be served in a cycle in addition to those already served in
    /// it, the first ones first.
    pub fn take_words<const W: usize>(
        &mut self,
        physical: &[u32; W],
        lanes: LaneMask,
        access: LineAccess,
        cycle: Cycle,
    ) -> LaneMask {
        let alone = access == LineAccess::Atomic && self.atomics == SharedAtomics::InTurn;
        lanes.filter(|lane| {
            let word = physical[lane] / 4;
            let bank = self.shared.rest(word);
            match alone {
                true => self.words.take_alone(bank, cycle),
                false => self.words.take(bank, word, cycle),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn banks(conflicts: bool) -> Banks {
        Banks {
            cache: Modulus::new(2),
            shared: Modulus::new(4),
            conflicts,
            atomics: SharedAtomics::InTurn,
            line_shift: 4,
            lines: Served::NOTHING,
            words: Served::NOTHING,
        }
    }

    #[test]
    fn lanes_on_a_line_are_served_together_and_banks_in_parallel() {
        let physical = [0x00, 0x10, 0x0c, 0x20, 0x14, 0x30, 0x00, 0x00];
        let mut lines = Lines::NONE;
        let mut banked = banks(true);
        banked.group(&physical, LaneMask::all(6), &mut lines);
        let found = [0, 1, 2, 3].map(|at| (lines.group(at).line, lines.group(at).lanes.bits()));
        let expected = [(0, 0b101), (1, 0b1_0010), (2, 0b1000), (3, 0b10_0000)];
        assert_eq!(found, expected);
        // Lines 0 and 2 share a bank, as do 1 and 3.
        let mut take = |waiting: u64, cycle: u64| {
            lines.waiting = waiting;
            banked.take_lines(&lines, Cycle::new(cycle))
        };
        assert_eq!(take(0b1111, 7), 0b0011);
        assert_eq!(take(0b1100, 7), 0);
        // Line 0 is served in this cycle already, so it is served to another access too.
        assert_eq!(take(0b0101, 7), 0b0001);
        assert_eq!(take(0b1100, 8), 0b1100);
        lines.waiting = 0b1111;
        assert_eq!(banks(false).take_lines(&lines, Cycle::new(7)), 0b1111);
    }

    #[test]
    fn a_word_is_broadcast_and_a_bank_gives_one_word() {
        // Words 0, 4, 0, 1: the second word is in the bank of the first.
        let physical = [0, 16, 2, 4];
        let mut banks = banks(true);
        let (all, second) = (LaneMask::all(4), LaneMask::single(1));
        let mut take =
            |lanes, cycle| banks.take_words(&physical, lanes, LineAccess::Load, Cycle::new(cycle));
        assert_eq!(take(all, 1), all.without(second));
        assert_eq!(take(second, 2), second);
    }

    /// Lanes 0, 1 and 3 add to word 0, lane 2 to word 1.
    const ADDRESSES: [u32; 4] = [0, 0, 4, 0];

    #[test]
    fn atomics_on_a_word_are_served_in_turn_and_their_bank_serves_nothing_else() {
        let mut banks = banks(true);
        let mut take = |lanes: u64, access, cycle| {
            let lanes = LaneMask::new(lanes);
            let taken = banks.take_words(&ADDRESSES, lanes, access, Cycle::new(cycle));
            taken.bits()
        };
        assert_eq!(take(0b1111, LineAccess::Atomic, 1), 0b0101);
        assert_eq!(take(0b1111, LineAccess::Load, 1), 0);
        assert_eq!(take(0b1010, LineAccess::Atomic, 2), 0b0010);
        assert_eq!(take(0b1000, LineAccess::Atomic, 3), 0b1000);
        // A bank that serves a load is not free for an atomic on the same word.
        assert_eq!(take(0b1011, LineAccess::Load, 4), 0b1011);
        assert_eq!(take(0b1111, LineAccess::Atomic, 4), 0b0100);
    }

    #[test]
    fn atomics_on_a_word_can_be_served_together() {
        let mut banks = Banks {
            atomics: SharedAtomics::Together,
            ..banks(true)
        };
        let (all, cycle) = (LaneMask::all(4), Cycle::new(1));
        let taken = banks.take_words(&ADDRESSES, all, LineAccess::Atomic, cycle);
        assert_eq!(taken, all);
    }
}
