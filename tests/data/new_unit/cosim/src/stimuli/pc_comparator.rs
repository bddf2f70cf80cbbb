//! Stimuli of `pc_comparator`: PCs equal or close to the common one.

use super::Stimuli;
use super::random::Random;
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::pc_comparator::{In, Out, Params};

/// A common PC, and lanes of which few, many or all are at that PC.
#[derive(Clone, Debug)]
pub struct PcComparator {
    random: Random,
    pc_bits: u32,
}

impl Stimuli<units::PcComparator> for PcComparator {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            pc_bits: params.pc_bits(),
        }
    }

    fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
        let random = &mut self.random;
        let common = random.number(self.pc_bits);
        let rate = random.rate();
        let equal = random.mask(rate);
        input.common_pc = common;
        for (lane, pc) in input.lane_pc.iter_mut().enumerate() {
            let near = random.near(common, self.pc_bits);
            *pc = match equal >> lane & 1 == 1 {
                true => common,
                // Without this, one of many lanes would always be equal by chance.
                false if near == common => common ^ 1,
                false => near,
            };
        }
    }

    fn legalise(_: &Out<Values>, _: &mut In<Values>) {}
}
