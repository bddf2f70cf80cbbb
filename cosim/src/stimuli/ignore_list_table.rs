//! Stimuli of `ignore_list_table`: few PCs, most of them of one set.

use super::Stimuli;
use super::random::{Random, ones};
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
        self.left = SPELL;
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
            left: 0,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_spell();
        }
        self.left -= 1;
        let random = &mut self.random;
        input.look = random.below(8) != 0;
        input.pc = self.pcs[random.below(self.pcs.len() as u64) as usize];
        input.insert = random.below(4) == 0;
        Self::legalise(output, input);
    }

    fn legalise(_: &Out<Values>, input: &mut In<Values>) {
        input.insert &= input.look;
    }
}
