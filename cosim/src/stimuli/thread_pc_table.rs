//! Stimuli of `thread_pc_table`: few warps and few PCs, so that accesses collide.

use super::Stimuli;
use super::random::{Random, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::thread_pc_table::{In, Out, Params};

/// Number of different PCs in use at a time; a power of two.
const POOL: usize = 4;

/// For how many cycles PCs and warps stay the same.
const SPELL: u64 = 64;

/// Branches, parks, reads and comparisons that collide.
#[derive(Clone, Debug)]
pub struct ThreadPcTable {
    random: Random,
    warps: u64,
    lanes: u32,
    pc_bits: u32,
    left: u64,
    pcs: [u64; POOL],
    /// The warps of most accesses.
    pair: [u64; 2],
}

impl ThreadPcTable {
    fn begin_spell(&mut self) {
        let random = &mut self.random;
        let pc = random.number(self.pc_bits);
        self.pcs = std::array::from_fn(|_| random.near(pc, self.pc_bits));
        self.pair = std::array::from_fn(|_| random.below(self.warps));
        self.left = SPELL;
    }

    fn pc(&mut self) -> u64 {
        self.pcs[self.random.below(POOL as u64) as usize]
    }

    fn warp(&mut self) -> u64 {
        let any = self.random.below(self.warps);
        let [one, other] = self.pair;
        [one, one, other, any][self.random.below(4) as usize]
    }

    fn lanes(&mut self) -> u64 {
        let rate = self.random.rate();
        self.random.mask(rate) & ones(self.lanes)
    }

    fn branch(&mut self, input: &mut In<Values>) {
        input.branch = self.random.below(2) == 0;
        input.branch_warp = self.warp();
        input.branch_lanes = self.lanes();
        let one = self.random.below(4) == 0;
        let first = self.pc();
        for pc in &mut input.branch_pc {
            let own = self.pcs[self.random.below(POOL as u64) as usize];
            *pc = if one { first } else { own };
        }
    }

    /// All lanes of a warp park when it starts. Before that, almost all often park: that the warp is
    /// then not known shows only once after a reset.
    fn first_lanes(&mut self, some: u64) -> u64 {
        let whole = ones(self.lanes);
        let almost = whole & !self.random.one_bit(self.lanes.into());
        [whole, almost, almost, some][self.random.below(4) as usize]
    }

    /// Whether a warp can be read as it parks for the first time shows only once after a reset as well, so almost
    /// every first time is read.
    fn read(&mut self, known: u64, input: &mut In<Values>) {
        let first = input.park && known >> input.park_warp & 1 == 0;
        let [rarely, other_warp] = if first { [64, 64] } else { [8, 2] };
        input.read = self.random.below(rarely) != 0;
        let other = self.warp();
        let parked = self.random.below(other_warp) != 0;
        input.read_warp = if parked { input.park_warp } else { other };
    }

    fn park(&mut self, known: u64, input: &mut In<Values>) {
        input.park = self.random.below(2) == 0;
        input.park_warp = self.warp();
        input.park_lanes = self.lanes();
        input.park_pc = self.pc();
        if known >> input.park_warp & 1 == 0 {
            input.park_lanes = self.first_lanes(input.park_lanes);
        }
    }
}

impl Stimuli<units::ThreadPcTable> for ThreadPcTable {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            warps: params.warps() as u64,
            lanes: params.lanes() as u32,
            pc_bits: params.pc_bits(),
            left: 0,
            pcs: [0; POOL],
            pair: [0; 2],
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_spell();
        }
        self.left -= 1;
        self.branch(input);
        self.park(output.known, input);
        self.read(output.known, input);
        input.compare = self.random.below(8) != 0;
        input.compare_warp = [input.read_warp, self.warp()][self.random.below(2) as usize];
        input.compare_pc = self.pc();
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let known = |warp: u64| output.known >> warp & 1 == 1;
        let lanes = input.branch_pc.len() as u32;
        let whole = input.park && input.park_lanes == ones(lanes);
        input.read &= known(input.read_warp) || whole && input.park_warp == input.read_warp;
        input.compare &= known(input.compare_warp);
    }
}
