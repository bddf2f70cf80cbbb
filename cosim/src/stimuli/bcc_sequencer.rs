//! Stimuli of `bcc_sequencer`: instructions with inactive lanes at changing rates.

use super::Stimuli;
use super::instructions::Instructions;
use super::random::Random;
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::bcc_sequencer::{In, Out, Params};

/// An environment that offers instructions, and an ALU.
#[derive(Clone, Debug)]
pub struct BccSequencer {
    random: Random,
    instructions: Instructions,
}

impl Stimuli<units::BccSequencer> for BccSequencer {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            instructions: Instructions::new(params.quads()),
        }
    }

    fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
        (input.request, input.mask, input.take) = self.instructions.next(&mut self.random);
    }

    fn legalise(_: &Out<Values>, _: &mut In<Values>) {}
}
