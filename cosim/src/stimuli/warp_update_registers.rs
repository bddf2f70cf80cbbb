//! Stimuli of `warp_update_registers`: warps with one PC, two or many, held until they are taken.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::warp_update_registers::{In, Out, Params};

/// For how many cycles the rates stay the same.
const SPELL: u64 = 64;

/// A pipeline in front of the registers, and a scheduler behind them.
#[derive(Clone, Debug)]
pub struct WarpUpdateRegisters {
    random: Random,
    lanes: u32,
    no_thread: u64,
    pc_bits: u32,
    left: u64,
    commit: Rate,
    take: [Rate; 2],
    /// Whether warps have threads in most lanes.
    many_threads: bool,
    /// Whether the warp of the last cycle was not taken and is held.
    held: bool,
    /// Whether a warp that is not taken may change.
    serial: bool,
}

impl WarpUpdateRegisters {
    fn begin_spell(&mut self) {
        let random = &mut self.random;
        self.commit = [Rate::Always, Rate::Often, random.rate()][random.below(3) as usize];
        self.take = std::array::from_fn(|_| {
            [Rate::Always, Rate::Often, random.rate()][random.below(3) as usize]
        });
        self.many_threads = random.below(2) == 0;
        self.left = SPELL;
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    fn lanes(&mut self) -> u64 {
        let all = ones(self.lanes);
        let one = self.random.one_bit(self.lanes.into());
        let some = self.random.word() & all | one;
        let choices = match self.many_threads {
            true => [all, all, some, all & !one],
            false => [one, some, some, all],
        };
        choices[self.random.below(4) as usize]
    }

    fn threads(&mut self, lanes: u64, tids: &mut [u64]) {
        for (lane, tid) in tids.iter_mut().enumerate() {
            let thread = self.random.below(self.no_thread);
            *tid = [self.no_thread, thread][(lanes >> lane & 1) as usize];
        }
    }

    /// Gives the lanes one to four PCs, or each lane its own PC.
    fn pcs(&mut self, pcs: &mut [u64]) {
        let random = &mut self.random;
        let base = random.number(self.pc_bits);
        let near: [u64; 4] = std::array::from_fn(|_| random.near(base, self.pc_bits));
        let different = [0, 1, 2, 2, 2, 3, 4, 4][random.below(8) as usize];
        for (lane, pc) in pcs.iter_mut().enumerate() {
            *pc = match different {
                0 => base ^ lane as u64 & ones(self.pc_bits),
                _ => near[random.below(different) as usize],
            };
        }
    }

    fn commit(&mut self, input: &mut In<Values>) {
        input.commit = self.wants(self.commit);
        input.commit_lanes = self.lanes();
        self.threads(input.commit_lanes, &mut input.commit_tid);
        self.pcs(&mut input.commit_pc);
    }
}

impl Stimuli<units::WarpUpdateRegisters> for WarpUpdateRegisters {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            lanes: params.lanes() as u32,
            no_thread: ones(params.tid_bits()),
            pc_bits: params.pc_bits(),
            left: 0,
            commit: Rate::Always,
            take: [Rate::Always; 2],
            many_threads: false,
            held: false,
            serial: params.serial(),
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_spell();
        }
        self.left -= 1;
        if !self.held || self.serial && self.wants(Rate::Some) {
            self.commit(input);
        }
        let [first, second] = self.take;
        input.take_first = self.wants(first);
        input.take_second = self.wants(second);
        Self::legalise(output, input);
    }

    fn seen(&mut self, input: &In<Values>, output: &Out<Values>) {
        self.held = input.commit && !output.commit_ready;
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.take_first &= output.first;
        input.take_second &= output.second;
    }
}
