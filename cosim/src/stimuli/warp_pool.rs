//! Stimuli of `warp_pool`: few entries at a time, so that writes, links, reads and clears collide.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::warp_pool::{In, Out, Params};

/// Number of entries that most accesses go to; a power of two.
const FAVOURITES: usize = 4;

/// For how many cycles the favourites stay the same.
const SPELL: u64 = 64;

/// Warps that gather, are linked, and leave.
#[derive(Clone, Debug)]
pub struct WarpPool {
    random: Random,
    warps: u64,
    lanes: u32,
    no_thread: u64,
    pc_bits: u32,
    left: u64,
    favourites: [u64; FAVOURITES],
    write: Rate,
    /// Number of cycles since the walk after reset began.
    walked: u64,
}

impl WarpPool {
    fn begin_spell(&mut self) {
        let (random, last) = (&mut self.random, self.warps - 1);
        self.favourites = std::array::from_fn(|_| random.below(self.warps));
        self.favourites[0] = [last, self.favourites[0]][random.below(2) as usize];
        self.write = random.rate();
        self.left = SPELL;
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    fn warp(&mut self) -> u64 {
        let any = self.random.below(self.warps);
        let favourite = self.favourites[self.random.below(FAVOURITES as u64) as usize];
        [favourite, favourite, favourite, any][self.random.below(4) as usize]
    }

    /// Writes all lanes, or some, to one entry or to several.
    fn write(&mut self, input: &mut In<Values>) {
        let all = ones(self.lanes);
        let some = self.random.mask(self.write) & all;
        input.write_lanes = [all, some, some, 0][self.random.below(4) as usize];
        let one = self.warp();
        let alike = self.random.below(2) == 0;
        let holes = self.random.below(4) == 0;
        for lane in 0..self.lanes as usize {
            let other = self.favourites[self.random.below(FAVOURITES as u64) as usize];
            let thread = self.random.below(self.no_thread);
            let hole = holes && self.random.below(8) == 0;
            input.write_warp[lane] = if alike { one } else { other };
            input.write_tid[lane] = if hole { self.no_thread } else { thread };
        }
    }

    fn create_and_link(&mut self, input: &mut In<Values>) {
        input.create_first = self.wants(Rate::Some);
        input.create_first_warp = self.warp();
        input.create_first_pc = self.random.number(self.pc_bits);
        input.create_second = self.wants(Rate::Some);
        input.create_second_warp = self.warp();
        input.create_second_pc = self.random.number(self.pc_bits);
        input.link_first = self.wants(Rate::Some);
        input.link_first_warp = self.warp();
        input.link_first_next = self.random.below(self.warps);
        input.link_second = self.wants(Rate::Some);
        input.link_second_warp = self.warp();
        input.link_second_next = self.random.below(self.warps);
    }

    /// Reads entries that the walk has passed: any of them, or the last.
    fn read_behind_the_walk(&mut self, input: &mut In<Values>) {
        let passed = self.walked.saturating_sub(1).min(self.warps);
        input.read = passed > 0;
        let last = passed.saturating_sub(1);
        let any = self.random.below(passed.max(1));
        input.read_warp = [any, last][self.random.below(2) as usize];
    }

    fn read(&mut self, input: &mut In<Values>) {
        input.read = !self.wants(Rate::Rare);
        input.read_warp = self.warp();
        input.clear = self.wants(Rate::Some);
        if input.clear {
            input.write_lanes = 0;
        }
    }
}

impl Stimuli<units::WarpPool> for WarpPool {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            warps: params.warps() as u64,
            lanes: params.lanes() as u32,
            no_thread: params.no_thread(),
            pc_bits: params.pc_bits(),
            left: 0,
            favourites: [0; FAVOURITES],
            write: Rate::Never,
            walked: 0,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_spell();
        }
        self.left -= 1;
        self.write(input);
        self.create_and_link(input);
        self.read(input);
        self.walked = if output.init_done { 0 } else { self.walked + 1 };
        if !output.init_done {
            self.read_behind_the_walk(input);
        }
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        if !output.init_done {
            input.write_lanes = 0;
            input.clear = false;
        }
        let commands = [
            &mut input.create_first,
            &mut input.create_second,
            &mut input.link_first,
            &mut input.link_second,
        ];
        commands
            .into_iter()
            .for_each(|command| *command &= output.init_done);
        input.clear &= input.read;
    }
}
