//! Stimuli of `warp_allocator`: warps come and go, in moods that use all numbers or none.

use super::Stimuli;
use super::random::{Random, Rate};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::warp_allocator::{In, Out, Params};

/// A pool that takes numbers and gives them back in any order.
#[derive(Clone, Debug)]
pub struct WarpAllocator {
    random: Random,
    warps: u64,
    left: u64,
    take: Rate,
    release: Rate,
    /// Numbers that are not free.
    taken: Vec<u64>,
}

impl WarpAllocator {
    /// Begins a mood that is long enough for every number to be taken or given back.
    fn begin_mood(&mut self) {
        let random = &mut self.random;
        let moods = [
            (Rate::Always, Rate::Never),
            (Rate::Always, Rate::Often),
            (Rate::Always, Rate::Always),
            (Rate::Never, Rate::Always),
            (Rate::Some, Rate::Always),
            (Rate::Often, Rate::Often),
            (random.rate(), random.rate()),
            (random.rate(), random.rate()),
        ];
        (self.take, self.release) = moods[random.below(8) as usize];
        self.left = 8 + random.below(2 * self.warps);
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    fn release(&mut self, input: &mut In<Values>) {
        input.release = self.wants(self.release) && !self.taken.is_empty();
        input.release_warp = self.random.below(self.warps);
        if input.release {
            // The oldest, the youngest, or any.
            let last = self.taken.len() - 1;
            let any = self.random.below(self.taken.len() as u64) as usize;
            let at = [0, last, any, any][self.random.below(4) as usize];
            input.release_warp = self.taken.swap_remove(at);
        }
    }

    fn take(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let most = 1 + self.random.below(2);
        input.take = u64::from(self.wants(self.take)) * most.min(output.free);
        let next = [output.next_first, output.next_second];
        self.taken.extend(&next[..input.take as usize]);
    }
}

impl Stimuli<units::WarpAllocator> for WarpAllocator {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            warps: params.warps() as u64,
            left: 0,
            take: Rate::Always,
            release: Rate::Never,
            taken: Vec::with_capacity(params.warps()),
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_mood();
        }
        self.left -= 1;
        self.release(input);
        self.take(output, input);
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let shown = [
            (output.has_first, output.next_first),
            (output.has_second, output.next_second),
        ];
        input.take = input.take.min(output.free);
        input.release &= output.init_done && !shown.contains(&(true, input.release_warp));
    }
}
