//! Stimuli of `cycle_compressor`: instructions at changing rates, with random results.

use super::Stimuli;
use super::instructions::Instructions;
use super::random::{Random, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::cycle_compressor::{In, Out, Params};

/// An environment that offers instructions with their operands, and an ALU.
#[derive(Clone, Debug)]
pub struct CycleCompressor {
    random: Random,
    instructions: Instructions,
    element: u64,
}

impl Stimuli<units::CycleCompressor> for CycleCompressor {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            instructions: Instructions::new(params.quads()),
            element: ones(params.element_bits()),
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let random = &mut self.random;
        (input.request, input.mask, input.take) = self.instructions.next(random);
        for elements in [
            &mut input.operand_a,
            &mut input.operand_b,
            &mut input.operand_c,
            &mut input.result,
        ] {
            elements.fill_with(|| random.word() & self.element);
        }
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.take &= output.issue;
    }
}
