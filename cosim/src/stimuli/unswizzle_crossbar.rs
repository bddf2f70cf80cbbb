//! Stimuli of `unswizzle_crossbar`: results under arbitrary settings.

use super::Stimuli;
use super::random::{Random, ones};
use super::swizzle_crossbar::settings;
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::unswizzle_crossbar::{In, Out, Params};

/// An ALU.
#[derive(Clone, Debug)]
pub struct UnswizzleCrossbar {
    random: Random,
    quads: Quads,
    element: u64,
}

impl Stimuli<units::UnswizzleCrossbar> for UnswizzleCrossbar {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            quads: params.quads(),
            element: ones(params.element_bits()),
        }
    }

    fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
        let random = &mut self.random;
        input.result = random.below(4) > 0;
        input.last = random.below(1 + self.quads.count() as u64) == 0;
        let In {
            enable,
            quad,
            position,
            ..
        } = input;
        settings(random, &self.quads, enable, quad, position);
        input.data.fill_with(|| random.word() & self.element);
    }

    fn legalise(_: &Out<Values>, input: &mut In<Values>) {
        // Of several lanes with the same place, only the first stays enabled.
        for lane in 1..input.quad.len() {
            let place = |lane: usize| (input.quad[lane], input.position[lane]);
            let mut before = (0..lane).filter(|before| input.enable >> before & 1 == 1);
            if before.any(|before| place(before) == place(lane)) {
                input.enable &= !(1 << lane);
            }
        }
    }
}
