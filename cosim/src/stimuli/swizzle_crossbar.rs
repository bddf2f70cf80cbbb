//! Stimuli of `swizzle_crossbar`: operands, and arbitrary settings.

use super::Stimuli;
use super::random::{Random, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::swizzle_crossbar::{In, Out, Params};

/// A register file, and a control unit.
#[derive(Clone, Debug)]
pub struct SwizzleCrossbar {
    random: Random,
    quads: Quads,
    element: u64,
}

/// Settings that move all lanes or none, and enable all, none or some. No two settings name the same lane.
pub(super) fn settings(
    random: &mut Random,
    quads: &Quads,
    enable: &mut u64,
    quad: &mut [u64],
    position: &mut [u64],
) {
    let (lanes, width) = (quads.lanes() as u64, quads.quad_lanes() as u64);
    let rate = random.rate();
    *enable = random.mask(rate) & ones(width as u32);
    let first = random.below(lanes);
    // With an odd step modulo a power of two, every lane is reached once.
    let step = 2 * random.below(lanes) + 1;
    let stays = random.below(4) == 0;
    for lane in 0..width {
        let place = match stays {
            true => first / width * width + lane,
            false => (first + lane * step) % lanes,
        };
        (quad[lane as usize], position[lane as usize]) = (place / width, place % width);
    }
}

impl Stimuli<units::SwizzleCrossbar> for SwizzleCrossbar {
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
        input.load = random.word() & 1 == 1;
        let (mut enable, lanes) = (0, self.quads.quad_lanes());
        let (mut quad, mut position) = (vec![0; lanes], vec![0; lanes]);
        settings(random, &self.quads, &mut enable, &mut quad, &mut position);
        for (lane, from) in input.from.iter_mut().enumerate() {
            let place = quad[lane] * lanes as u64 + position[lane];
            *from = (enable >> lane & 1) << place;
        }
        input.operand.fill_with(|| random.word() & self.element);
    }

    fn legalise(_: &Out<Values>, input: &mut In<Values>) {
        for from in &mut input.from {
            // Keeps the lowest of several lanes.
            *from &= from.wrapping_neg();
        }
    }
}
