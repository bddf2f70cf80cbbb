//! Sub-warps around the tables of dynamic warp resizing: who can arrive, who is excused.

use super::random::{Random, Rate};

/// For how many cycles PCs, favourites and moods stay the same.
const SPELL: u64 = 64;

/// Number of different PCs in use at a time.
const POOL: usize = 3;

/// How sub-warps behave for a while.
#[derive(Clone, Debug)]
pub(super) struct Partners {
    pub random: Random,
    warps: u64,
    partners: u64,
    pc_bits: u32,
    left: u64,
    pcs: [u64; POOL],
    /// The large warp of most events.
    favourite: u64,
    /// The rate at which sub-warps change between excused and not.
    unrest: Rate,
}

impl Partners {
    pub fn new(seed: u64, warps: usize, partners: usize, pc_bits: u32) -> Self {
        Self {
            random: Random::new(seed),
            warps: warps as u64,
            partners: partners as u64,
            pc_bits,
            left: 0,
            pcs: [0; POOL],
            favourite: 0,
            unrest: Rate::Never,
        }
    }

    /// Begins a cycle.
    pub fn step(&mut self) {
        if self.left == 0 {
            let random = &mut self.random;
            let pc = random.number(self.pc_bits);
            self.pcs = std::array::from_fn(|_| random.near(pc, self.pc_bits));
            self.favourite = random.below(self.warps);
            self.unrest = random.rate();
            self.left = SPELL;
        }
        self.left -= 1;
    }

    /// A large warp, often the favourite.
    pub fn warp(&mut self) -> u64 {
        let any = self.random.below(self.warps);
        let choices = [self.favourite, self.favourite, any];
        choices[self.random.below(3) as usize]
    }

    /// A PC that is in use.
    pub fn pc(&mut self) -> u64 {
        self.pcs[self.random.below(POOL as u64) as usize]
    }

    /// Some of a large warp's partners.
    pub fn some(&mut self, rate: Rate) -> u64 {
        self.random.mask(rate) & self.everybody()
    }

    /// All of a large warp's partners.
    pub fn everybody(&self) -> u64 {
        (1 << self.partners) - 1
    }

    /// Sub-warps reach block barriers, leave them, end and start.
    pub fn stir(&mut self, excused: &mut [u64]) {
        if self.random.below(4) != 0 {
            return;
        }
        let warp = self.warp() as usize;
        excused[warp] ^= self.some(self.unrest);
    }

    /// A partner that is not in `away`, and its large warp.
    pub fn arrival(&mut self, away: impl Fn(usize) -> u64) -> Option<(u64, u64)> {
        let warp = self.warp();
        let free = self.everybody() & !away(warp as usize);
        let partner = self.random.pick(free)?;
        (self.random.below(8) != 0).then_some((warp, partner))
    }
}
