//! Stimuli of `ignore_list_table`: few PCs, most of them of one set. Entries never leave an ignore list but for others,
//! so it is filled slowly, and what was put on it is asked for again.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units::IgnoreListTable;
use heddle_contract::units::ignore_list_table::{In, Out, Params};

/// For how many cycles the PCs stay the same.
const SPELL: u64 = 64;

/// Barriers at few LATs at a time.
#[derive(Clone, Debug)]
pub struct IgnoreListTableStimuli {
    random: Random,
    pc_bits: u32,
    set_bits: u32,
    /// More PCs than a set has ways.
    pcs: Vec<u64>,
    /// PCs that were put on the list, some of them long ago.
    old: Vec<u64>,
    insert: Rate,
    left: u64,
}

impl IgnoreListTableStimuli {
    /// PCs of one set mostly, which differ in a bit or two of the rest.
    fn begin_spell(&mut self) {
        let (random, bits) = (&mut self.random, self.pc_bits);
        let base = random.number(bits);
        for pc in &mut self.pcs {
            let tag = random.near(base >> self.set_bits, bits - self.set_bits);
            let stray = random.below(8) == 0;
            let low = if stray { random.word() } else { base } & ones(self.set_bits);
            *pc = tag << self.set_bits | low;
        }
        self.insert = [Rate::Never, Rate::Rare, Rate::Rare, Rate::Some][random.below(4) as usize];
        self.left = SPELL;
    }

    /// One that is in use, or was.
    fn pc(&mut self) -> u64 {
        let random = &mut self.random;
        let from = match random.below(2) {
            0 => &self.pcs,
            _ => &self.old,
        };
        from[random.below(from.len() as u64) as usize]
    }
}

impl Stimuli<IgnoreListTable> for IgnoreListTableStimuli {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            pc_bits: params.pc_bits(),
            set_bits: params.set_bits(),
            pcs: vec![0; params.ways() + 2],
            old: vec![0; 2 * params.sets() * params.ways()],
            insert: Rate::Never,
            left: 0,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_spell();
        }
        self.left -= 1;
        input.pc = self.pc();
        input.look = self.random.below(8) != 0;
        input.insert = self.random.mask(self.insert) & 1 == 1;
        Self::legalise(output, input);
        if input.insert {
            let place = self.random.below(self.old.len() as u64) as usize;
            self.old[place] = input.pc;
        }
    }

    fn legalise(_: &Out<Values>, input: &mut In<Values>) {
        input.insert &= input.look;
    }
}
