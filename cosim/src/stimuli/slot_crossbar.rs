//! Stimuli of `slot_crossbar`: two halves of a commit, with lanes for their threads in any order.

use super::Stimuli;
use super::random::{Random, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::slot_crossbar::{In, Out, Params};

/// A commit, and a table that places its threads.
#[derive(Clone, Debug)]
pub struct SlotCrossbar {
    random: Random,
    lanes: usize,
    homes: usize,
    tid: u64,
}

impl SlotCrossbar {
    /// A random subset of a mask, of any size.
    fn part(&mut self, mask: u64) -> u64 {
        let rate = self.random.rate();
        mask & self.random.mask(rate)
    }

    /// As many lanes of `open` as there are threads: the first ones after a random lane.
    fn place(&mut self, threads: u32, open: u64) -> u64 {
        let start = self.random.below(self.lanes as u64) as usize;
        let lanes = (0..self.lanes).map(|lane| 1 << ((start + lane) % self.lanes));
        let open = lanes.filter(|lane: &u64| open & lane != 0);
        open.take(threads as usize).sum()
    }

    /// Chooses, for both halves, lanes of one home lane.
    fn home(&mut self, home: u64, from: [u64; 2], to: [&mut u64; 2]) {
        let mut open = home;
        for (from, to) in from.into_iter().zip(to) {
            let taken = self.place((from & home).count_ones(), open);
            open &= !taken;
            *to |= taken;
        }
    }
}

impl Stimuli<units::SlotCrossbar> for SlotCrossbar {
    const REACTIVE: bool = false;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            lanes: params.lanes(),
            homes: params.home_lanes(),
            tid: ones(params.tid_bits()),
        }
    }

    fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
        let all = ones(self.lanes as u32);
        let come = match self.random.below(4) {
            0 => all,
            _ => self.part(all),
        };
        input.first_from = self.part(come);
        input.second_from = come & !input.first_from;
        (input.first_to, input.second_to) = (0, 0);
        let from = [input.first_from, input.second_from];
        for home in 0..self.homes {
            let lanes = (home..self.lanes).step_by(self.homes);
            let lanes = lanes.fold(0, |mask, lane| mask | 1 << lane);
            self.home(lanes, from, [&mut input.first_to, &mut input.second_to]);
        }
        input.from_tid.fill_with(|| self.random.word() & self.tid);
    }

    fn legalise(_: &Out<Values>, input: &mut In<Values>) {
        // Keeping the lanes is legal for any number of slots.
        let differ = |from: u64, to: u64| from.count_ones() != to.count_ones();
        if differ(input.first_from, input.first_to) || differ(input.second_from, input.second_to) {
            (input.first_to, input.second_to) = (input.first_from, input.second_from);
        }
    }
}
