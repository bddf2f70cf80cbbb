//! Stimuli of `spill_queue`: a queue that fills, stays full, drains and stays empty.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::spill_queue::{In, Out, Params};

/// The rate at which each side is ready.
#[derive(Clone, Copy, Debug)]
struct Mood {
    push: Rate,
    write: Rate,
    pull: Rate,
    fetch: Rate,
    back: Rate,
    pop: Rate,
}

impl Mood {
    /// Warps come in, and none comes back.
    const FILL: Mood = Mood {
        push: Rate::Always,
        write: Rate::Always,
        pull: Rate::Never,
        fetch: Rate::Never,
        back: Rate::Never,
        pop: Rate::Never,
    };

    /// All warps in the queue come back.
    const DRAIN: Mood = Mood {
        push: Rate::Never,
        write: Rate::Always,
        pull: Rate::Always,
        fetch: Rate::Always,
        back: Rate::Always,
        pop: Rate::Always,
    };

    /// The queue stays as full or as empty as it is.
    const FLOW: Mood = Mood {
        push: Rate::Always,
        ..Mood::DRAIN
    };

    fn any(random: &mut Random) -> Self {
        match random.below(8) {
            0 | 1 => Self::FILL,
            2 | 3 => Self::DRAIN,
            4 => Self::FLOW,
            _ => Self {
                push: random.rate(),
                write: random.rate(),
                pull: random.rate(),
                fetch: random.rate(),
                back: random.rate(),
                pop: random.rate(),
            },
        }
    }
}

/// A scheduler and a memory around the queue.
#[derive(Clone, Debug)]
pub struct SpillQueue {
    random: Random,
    entries: u64,
    no_thread: u64,
    pc_bits: u32,
    address_bits: u32,
    left: u64,
    mood: Mood,
}

impl SpillQueue {
    /// Begins a mood that is often long enough to fill the queue or to drain it (two cycles or more for each warp).
    fn begin_mood(&mut self) {
        self.mood = Mood::any(&mut self.random);
        let longest = [64, 3 * self.entries][self.random.below(2) as usize];
        self.left = 1 + self.random.below(longest);
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    fn threads(&mut self, tids: &mut [u64]) {
        let rate = [Rate::Always, Rate::Often, Rate::Rare][self.random.below(3) as usize];
        let lanes = self.random.mask(rate);
        for (lane, tid) in tids.iter_mut().enumerate() {
            let thread = self.random.below(self.no_thread);
            *tid = [self.no_thread, thread][(lanes >> lane & 1) as usize];
        }
    }
}

impl Stimuli<units::SpillQueue> for SpillQueue {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            entries: params.entries() as u64,
            no_thread: params.no_thread(),
            pc_bits: params.pc_bits(),
            address_bits: params.address_bits(),
            left: 0,
            mood: Mood::DRAIN,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_mood();
        }
        self.left -= 1;
        let mood = self.mood;
        input.push = self.wants(mood.push);
        input.push_pc = self.random.word() & ones(self.pc_bits);
        self.threads(&mut input.push_tid);
        input.write_ready = self.wants(mood.write);
        input.pull = self.wants(mood.pull);
        input.fetch_ready = self.wants(mood.fetch);
        input.back = self.wants(mood.back);
        input.back_pc = self.random.word() & ones(self.pc_bits);
        self.threads(&mut input.back_tid);
        input.pop_ready = self.wants(mood.pop);
        input.configure = self.wants(Rate::Rare);
        // Buffers may be at the end of memory, so that addresses wrap.
        input.offset = self.random.number(self.address_bits);
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.configure &= output.empty;
        input.push &= !input.configure;
        input.back &= output.fetching != 0;
    }
}
