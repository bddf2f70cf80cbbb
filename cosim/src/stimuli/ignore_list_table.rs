//! Stimuli of `ignore_list_table`: few PCs, most of them in one set. Entries leave an ignore list only when others replace
//! them, so the list is filled slowly, and PCs that were put on it are looked up again. Some PCs come back all the time, also
//! after a reset with the same stimuli, because the table must not take a tag that a memory kept for an entry.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::ignore_list_table::{In, Out, Params};

/// For how many cycles the PCs stay the same.
const SPELL: u64 = 64;

/// Barriers at few LATs at a time.
#[derive(Clone, Debug)]
pub struct IgnoreListTable {
    random: Random,
    pc_bits: u32,
    set_bits: u32,
    /// PCs that come back, in all sets.
    regular: Vec<u64>,
    /// More PCs than a set has ways.
    pcs: Vec<u64>,
    /// PCs that were inserted into the list, some of them long ago.
    old: Vec<u64>,
    insert: Rate,
    left: u64,
}

impl IgnoreListTable {
    fn begin_spell(&mut self) {
        match self.random.below(4) {
            0 => self.draw_regular(),
            _ => self.draw_near(),
        }
        let rates = [Rate::Never, Rate::Rare, Rate::Rare, Rate::Some];
        self.insert = rates[self.random.below(4) as usize];
        self.left = SPELL;
    }

    /// Draws PCs that come back.
    fn draw_regular(&mut self) {
        for pc in &mut self.pcs {
            *pc = self.regular[self.random.below(self.regular.len() as u64) as usize];
        }
    }

    /// Draws PCs mostly of one set, which differ in one or two other bits.
    fn draw_near(&mut self) {
        let (random, bits) = (&mut self.random, self.pc_bits);
        let base = random.number(bits);
        for pc in &mut self.pcs {
            let tag = random.near(base >> self.set_bits, bits - self.set_bits);
            let stray = random.below(8) == 0;
            let low = if stray { random.word() } else { base } & ones(self.set_bits);
            *pc = tag << self.set_bits | low;
        }
    }

    /// A PC that is or was in use.
    fn pc(&mut self) -> u64 {
        let random = &mut self.random;
        let from = match random.below(2) {
            0 => &self.pcs,
            _ => &self.old,
        };
        from[random.below(from.len() as u64) as usize]
    }
}

impl Stimuli<units::IgnoreListTable> for IgnoreListTable {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let entries = 2 * params.sets() * params.ways();
        let regular: Vec<u64> = (0..entries)
            .map(|_| random.number(params.pc_bits()))
            .collect();
        Self {
            random,
            pc_bits: params.pc_bits(),
            set_bits: params.set_bits(),
            pcs: vec![0; params.ways() + 2],
            old: regular.clone(),
            regular,
            insert: Rate::Never,
            left: 0,
        }
    }

    fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_spell();
        }
        self.left -= 1;
        input.pc = self.pc();
        input.insert = self.random.mask(self.insert) & 1 == 1;
        if input.insert {
            let place = self.random.below(self.old.len() as u64) as usize;
            self.old[place] = input.pc;
        }
    }

    fn legalise(_: &Out<Values>, _: &mut In<Values>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::Border;
    use std::collections::BTreeSet;

    /// PCs that are inserted, and PCs that are looked up without having been inserted before, in some
    /// cycles after a reset.
    fn asked(params: &Params, cycles: usize) -> (BTreeSet<u64>, BTreeSet<u64>) {
        let mut stimuli = IgnoreListTable::new(params, 7);
        let mut input = In::zero(params);
        let output = Out::zero(params);
        let (mut inserted, mut new) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..cycles {
            stimuli.next(&output, &mut input);
            if !inserted.contains(&input.pc) {
                new.insert(input.pc);
            }
            if input.insert {
                inserted.insert(input.pc);
            }
        }
        (inserted, new)
    }

    /// A table that takes a tag from before a reset for an entry is detected only by looking that tag up.
    #[test]
    fn what_was_on_the_list_before_a_reset_is_asked_for_soon_after_it() {
        let tiny = heddle_contract::Config::preset("tiny").expect("a preset");
        let params = <units::IgnoreListTable as heddle_contract::Unit>::params(&tiny);
        let params = params.expect("a unit of the preset");
        let (before, _) = asked(&params, 2000);
        let (_, after) = asked(&params, 64);
        assert!(
            before.intersection(&after).count() >= 8,
            "{before:?} {after:?}"
        );
    }
}
