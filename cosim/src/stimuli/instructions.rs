//! Instructions with inactive lanes, and an ALU that is ready at changing rates.

use super::random::{Random, Rate, ones};
use heddle_contract::units::quads::Quads;

/// Maximum duration of a mood in cycles.
const MOOD: u64 = 256;

/// Active masks, and the rates at which instructions are offered and taken.
#[derive(Clone, Debug)]
pub(super) struct Instructions {
    quads: Quads,
    left: u64,
    come: Rate,
    go: Rate,
}

impl Instructions {
    pub fn new(quads: Quads) -> Self {
        Instructions {
            quads,
            left: 0,
            come: Rate::Always,
            go: Rate::Always,
        }
    }

    /// The next cycle: whether an instruction is offered, its active lanes, and whether the ALU takes the shown one.
    pub fn next(&mut self, random: &mut Random) -> (bool, u64, bool) {
        self.pass(random);
        let comes = random.mask(self.come) & 1 == 1;
        let mask = self.mask(random);
        let goes = random.mask(self.go) & 1 == 1;
        (comes, mask, goes)
    }

    /// Changes the mood once in a while.
    fn pass(&mut self, random: &mut Random) {
        if self.left == 0 {
            self.left = 8 + random.below(MOOD);
            let moods = [Rate::Always, Rate::Always, Rate::Often, random.rate()];
            self.come = moods[random.below(4) as usize];
            self.go = moods[random.below(4) as usize];
        }
        self.left -= 1;
    }

    /// An active mask: any, few or most lanes; those of some quads, halves or positions; or all except those.
    fn mask(&self, random: &mut Random) -> u64 {
        let (lanes, width) = (self.quads.lanes() as u64, self.quads.quad_lanes() as u64);
        let all = ones(lanes as u32);
        let rate = random.rate();
        let any = random.mask(rate);
        let mask = match random.below(8) {
            0 => all,
            1 => random.one_bit(lanes),
            2 => self.whole_quads(any),
            3 => ones(lanes as u32 / 2) << (random.below(2) * lanes / 2),
            4 => self.positions(random.one_bit(width)),
            5 => self.positions(any) & random.word(),
            6 => self.whole_quads(random.word()) & any,
            _ => any,
        };
        match random.below(8) {
            0 => !mask & all,
            _ => mask & all,
        }
    }

    /// All lanes of the quads in a mask.
    fn whole_quads(&self, quads: u64) -> u64 {
        let width = self.quads.quad_lanes();
        let of = |quad: usize| (quads >> quad & 1) * (ones(width as u32) << (quad * width));
        (0..self.quads.count()).map(of).sum()
    }

    /// The lanes at the positions in a mask, in all quads.
    fn positions(&self, positions: u64) -> u64 {
        let width = self.quads.quad_lanes();
        let quad = positions & ones(width as u32);
        (0..self.quads.count())
            .map(|number| quad << (number * width))
            .sum()
    }
}
