//! Stimuli of `stackless_front_end`: a core that fetches, executes and accesses memory in changing
//! moods.

use super::Stimuli;
use super::operands::Operands;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::stackless_front_end::{In, Out, Params};

/// Longest duration of a mood in cycles.
const LONGEST_MOOD: u64 = 256;

/// How the core behaves for a while.
#[derive(Clone, Copy, Debug)]
struct Mood {
    fetch: Rate,
    advance: Rate,
    arbitrate: Rate,
    access: Rate,
    replay: Rate,
    /// Whether only idle warps are arbitrated, not fetchable or busy ones.
    idle_only: bool,
}

impl Mood {
    /// Idle warps are started; the others stop when they are fetchable.
    const GATHER: Mood = Mood {
        fetch: Rate::Never,
        advance: Rate::Often,
        arbitrate: Rate::Often,
        access: Rate::Never,
        replay: Rate::Never,
        idle_only: true,
    };

    /// Straight-line code.
    const RUN: Mood = Mood {
        fetch: Rate::Always,
        advance: Rate::Often,
        arbitrate: Rate::Never,
        access: Rate::Never,
        replay: Rate::Never,
        idle_only: false,
    };

    /// All warps request arbitration at once.
    const STORM: Mood = Mood {
        fetch: Rate::Often,
        advance: Rate::Never,
        arbitrate: Rate::Always,
        access: Rate::Never,
        replay: Rate::Never,
        idle_only: false,
    };

    fn any(random: &mut Random) -> Self {
        match random.below(8) {
            0 => Self::GATHER,
            1 => Self::RUN,
            2 => Self::STORM,
            _ => Self {
                fetch: random.rate(),
                advance: random.rate(),
                arbitrate: random.rate(),
                access: random.rate(),
                replay: random.rate(),
                idle_only: random.word() & 1 == 1,
            },
        }
    }
}

/// A core around the front end.
#[derive(Clone, Debug)]
pub struct StacklessFrontEnd {
    random: Random,
    operands: Operands,
    warps: u64,
    warp_number_mask: u64,
    mood: Mood,
    mood_cycles: u64,
}

impl StacklessFrontEnd {
    fn change_mood(&mut self) {
        if self.mood_cycles == 0 {
            self.mood = Mood::any(&mut self.random);
            self.mood_cycles = 1 + self.random.below(LONGEST_MOOD);
        }
        self.mood_cycles -= 1;
    }

    /// Mostly fetches a fetchable warp; without a fetch, the warp number is arbitrary.
    fn fetch(&mut self, fetchable: u64, input: &mut In<Values>) {
        let wanted = self.random.mask(self.mood.fetch) & 1 == 1;
        let warp = self.random.pick(fetchable).filter(|_| wanted);
        input.fetch = warp.is_some();
        input.fetch_warp = warp.unwrap_or_else(|| self.random.word() & self.warp_number_mask);
    }

    fn events(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let Mood { idle_only, .. } = self.mood;
        let started = output.fetchable | output.busy;
        let spared = if idle_only { started } else { 0 };
        let random = &mut self.random;
        input.arbitrate = random.mask(self.mood.arbitrate) & self.warps & !spared;
        input.access = random.mask(self.mood.access) & self.warps;
        input.replay = random.mask(self.mood.replay) & self.warps;
        input.advance = random.mask(self.mood.advance) & self.warps;
    }
}

impl Stimuli<units::StacklessFrontEnd> for StacklessFrontEnd {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            operands: Operands::new(params.arbiter()),
            warps: ones(params.warps() as u32),
            warp_number_mask: ones(params.warp_bits()),
            mood: Mood::STORM,
            mood_cycles: 0,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        self.change_mood();
        self.fetch(output.fetchable, input);
        self.events(output, input);
        Self::legalise(output, input);
        let random = &mut self.random;
        // Operands of another kind than requested are legal: the grant decides what they mean.
        let memory = output.grant_memory ^ (random.below(16) == 0);
        input.lanes = self.operands.lanes(random);
        self.operands
            .fill(random, memory, &mut input.address, &mut input.key);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.fetch &= output.fetchable >> input.fetch_warp & 1 == 1;
        let fetched = u64::from(input.fetch) << input.fetch_warp;
        let busy = output.busy & !output.waiting;
        input.arbitrate &= !output.waiting & !fetched;
        input.access &= busy & !input.arbitrate;
        input.replay &= busy & !input.arbitrate & !input.access;
        input.advance &= busy & !input.arbitrate & !input.access & !input.replay;
    }
}
