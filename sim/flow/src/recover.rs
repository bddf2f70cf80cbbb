//! Finds blocks and the targets of indirect jumps, in turns.
//!
//! New targets can lead to new code with new jumps, and to new paths around the bounds check of a table. Such a path makes the
//! table longer, or leaves its jump unresolved. Targets are only ever added (CFL-6), which guarantees that the repetition ends.
//! Jumps that are unresolved when nothing changes any more get every address that they can have come by; these targets can lead
//! to new code in turn.

use crate::explore::{Blocks, Targets, named_entries};
use crate::jump_table::{Rule, targets};
use crate::taken::taken;
use heddle_isa::Program;
use std::collections::BTreeSet;

/// The blocks of a program, with the targets of its indirect jumps.
pub(crate) fn recover(program: &Program, rule: Rule) -> Blocks {
    let entries = named_entries(program);
    let mut recovery = Recovery {
        program,
        rule,
        known: Targets::new(),
        unresolved: BTreeSet::new(),
    };
    loop {
        let blocks = Blocks::explore(program, &entries, &recovery.known);
        if !recovery.resolve(&blocks) && !recovery.fall_back(&blocks) {
            return blocks;
        }
    }
}

struct Recovery<'a> {
    program: &'a Program,
    rule: Rule,
    known: Targets,
    /// Jumps that have all the addresses that they can have come by.
    unresolved: BTreeSet<u32>,
}

impl Recovery<'_> {
    /// Determines the targets of all indirect jumps again; `true` if any have changed.
    fn resolve(&mut self, blocks: &Blocks) -> bool {
        let mut changed = false;
        for block in blocks.by_start.values() {
            let pc = block.last();
            let before = self.known.get(&pc);
            if self.unresolved.contains(&pc) || before == Some(&None) {
                continue;
            }
            let found = targets(self.program, blocks, block, self.rule);
            if before.is_none() && found.is_none() {
                continue;
            }
            let now = found.map(|found| with(before, found));
            if before != Some(&now) {
                self.known.insert(pc, now);
                changed = true;
            }
        }
        changed
    }

    /// Gives every unresolved jump the addresses that it can have come by; `true` if any has some.
    fn fall_back(&mut self, blocks: &Blocks) -> bool {
        let mut changed = false;
        for block in blocks.by_start.values() {
            let pc = block.last();
            if self.known.get(&pc).is_some_and(Option::is_some) {
                continue;
            }
            if let Some(taken) = taken(self.program, blocks, block) {
                self.known.insert(pc, Some(taken));
                self.unresolved.insert(pc);
                changed = true;
            }
        }
        changed
    }
}

/// Both lists of targets, ascending.
fn with(before: Option<&Option<Vec<u32>>>, found: Vec<u32>) -> Vec<u32> {
    let before = before.into_iter().flatten().flatten().copied();
    let all: BTreeSet<u32> = before.chain(found).collect();
    all.into_iter().collect()
}
