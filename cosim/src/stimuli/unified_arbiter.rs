//! Stimuli of `unified_arbiter`: a request in every cycle; nothing is forbidden.

use super::Stimuli;
use super::operands::Operands;
use super::random::Random;
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::unified_arbiter::{In, Out, Params};

/// Requests with many ties and near misses.
#[derive(Clone, Debug)]
pub struct UnifiedArbiter {
    random: Random,
    operands: Operands,
}

impl Stimuli<units::UnifiedArbiter> for UnifiedArbiter {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            operands: Operands::new(params),
        }
    }

    fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
        let random = &mut self.random;
        input.memory = random.word() & 1 == 1;
        input.lanes = self.operands.lanes(random);
        self.operands
            .fill(random, input.memory, &mut input.address, &mut input.key);
    }

    fn legalise(_: &Out<Values>, _: &mut In<Values>) {}
}
