//! Stimuli of `reconvergence_stack`: a core whose warps branch, meet, call and end in changing
//! moods.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::units;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Golden, Values};

/// Number of different PCs in a mood: few, so that lanes reach their reconvergence points. A power of two.
const POOL: usize = 4;

/// Longest duration of a mood, in updates of a warp: enough to fill a deep stack.
const LONGEST_MOOD: u64 = 512;

/// How the core behaves for a while.
#[derive(Clone, Copy, Debug)]
struct Mood {
    start: Rate,
    update: Rate,
    exit: Rate,
    leave: Rate,
    taken: Rate,
    push: Rate,
    compare: Rate,
    /// Whether only one warp is updated.
    one_warp: bool,
    /// Whether reconvergence points are out of reach, so that stacks grow.
    far: bool,
}

impl Mood {
    /// All warps start and execute straight-line code.
    const GATHER: Mood = Mood {
        start: Rate::Always,
        update: Rate::Often,
        exit: Rate::Never,
        leave: Rate::Never,
        taken: Rate::Never,
        push: Rate::Never,
        compare: Rate::Always,
        one_warp: false,
        far: false,
    };

    /// The stack of one warp fills.
    const CLIMB: Mood = Mood {
        start: Rate::Rare,
        update: Rate::Always,
        exit: Rate::Never,
        leave: Rate::Never,
        taken: Rate::Often,
        push: Rate::Always,
        compare: Rate::Some,
        one_warp: true,
        far: true,
    };

    /// Warps end.
    const END: Mood = Mood {
        start: Rate::Rare,
        update: Rate::Always,
        exit: Rate::Often,
        leave: Rate::Rare,
        taken: Rate::Some,
        push: Rate::Rare,
        compare: Rate::Always,
        one_warp: false,
        far: false,
    };

    /// Lanes leave pushed entries, and nothing is compared.
    const LEAVE: Mood = Mood {
        start: Rate::Some,
        update: Rate::Always,
        exit: Rate::Never,
        leave: Rate::Often,
        taken: Rate::Some,
        push: Rate::Some,
        compare: Rate::Never,
        one_warp: true,
        far: false,
    };

    fn any(random: &mut Random) -> Self {
        match random.below(8) {
            0 => Self::GATHER,
            1 | 2 => Self::CLIMB,
            3 => Self::END,
            4 => Self::LEAVE,
            _ => Self {
                start: random.rate(),
                update: Rate::Always,
                exit: if random.below(4) == 0 {
                    Rate::Rare
                } else {
                    Rate::Never
                },
                leave: if random.below(4) == 0 {
                    random.rate()
                } else {
                    Rate::Never
                },
                taken: random.rate(),
                push: random.rate(),
                compare: if random.below(4) == 0 {
                    random.rate()
                } else {
                    Rate::Always
                },
                one_warp: random.word() & 1 == 1,
                far: false,
            },
        }
    }
}

/// A core around the stacks.
#[derive(Clone, Debug)]
pub struct ReconvergenceStack {
    random: Random,
    warps: u64,
    warp_bits: u32,
    lanes: u64,
    pc_bits: u32,
    mood: Mood,
    mood_cycles: u64,
    /// Longest duration of a mood in cycles.
    longest_mood: u64,
    /// The warp of a mood that updates only one warp.
    favourite: u64,
    pcs: [u64; POOL],
    /// The expected stacks. If lanes left while no other entry held them, they would be lost, and warps with
    /// them.
    stacks: heddle_units::ReconvergenceStack,
}

impl ReconvergenceStack {
    /// Lanes that entries below the top of a warp's stack hold; all lanes if only the top exists.
    fn held_below(&self, warp: u64) -> u64 {
        if warp >= u64::from(self.warps.count_ones()) {
            return self.lanes;
        }
        let below = self.stacks.entries(warp as usize).rev().skip(1);
        let held = below
            .map(|entry| entry.lanes)
            .reduce(|held, lanes| held | lanes);
        held.unwrap_or(self.lanes)
    }

    fn change_mood(&mut self, live: u64) {
        if self.mood_cycles == 0 {
            let random = &mut self.random;
            self.mood = Mood::any(random);
            self.mood_cycles = 1 + random.below(self.longest_mood);
            self.favourite = random.pick(live).unwrap_or(0);
            let pc = random.number(self.pc_bits);
            self.pcs = std::array::from_fn(|_| random.near(pc, self.pc_bits));
        }
        self.mood_cycles -= 1;
    }

    fn pc(&mut self) -> u64 {
        self.pcs[self.random.below(POOL as u64) as usize]
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    /// A warp in `among`; any number if `among` is empty.
    fn warp(&mut self, among: u64) -> u64 {
        let any = self.random.word() & ones(self.warp_bits);
        self.random.pick(among).unwrap_or(any)
    }

    /// Mostly all lanes, and always at least one.
    fn some_lanes(&mut self) -> u64 {
        let some = self.random.word() | self.random.one_bit(self.lanes.count_ones().into());
        let whole = self.random.below(4) != 0;
        (if whole { u64::MAX } else { some }) & self.lanes
    }

    fn start(&mut self, live: u64, input: &mut In<Values>) {
        let free = self.warps & !live;
        input.start = self.wants(self.mood.start) && free != 0;
        input.start_warp = self.warp(free);
        input.start_pc = self.pc();
        input.start_lanes = self.some_lanes();
    }

    fn update(&mut self, settled: u64, input: &mut In<Values>) {
        let favourite = settled & 1 << self.favourite;
        let one = self.mood.one_warp && favourite != 0;
        input.update = self.wants(self.mood.update);
        input.update_warp = self.warp(if one { favourite } else { settled });
        input.exit = self.random.mask(self.mood.exit) & self.lanes;
        input.leave = self.random.mask(self.mood.leave) & self.lanes;
        input.taken = self.random.mask(self.mood.taken) & self.lanes;
        input.push = self.wants(self.mood.push);
        if !input.push {
            input.leave &= self.held_below(input.update_warp);
        }
        input.compare = self.wants(self.mood.compare);
        input.target = self.pc();
        input.next = self.pc();
        input.reconverge = self.pc();
        if self.mood.far {
            input.reconverge = self.random.word() & ones(self.pc_bits);
            // Lanes stay together most of the time, so that a full stack still has lanes to split.
            input.taken &= [0, u64::MAX][usize::from(self.random.below(8) == 0)];
        }
    }

    /// Reads the warp that is updated, or another one.
    fn read(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        input.read = self.wants(Rate::Always);
        input.read_warp = match self.random.below(4) {
            0 => self.warp(output.live),
            1 if output.popping => output.popping_warp,
            _ => input.update_warp,
        };
    }
}

impl Stimuli<units::ReconvergenceStack> for ReconvergenceStack {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            warps: ones(params.warps() as u32),
            warp_bits: params.warp_bits(),
            lanes: ones(params.lanes() as u32),
            pc_bits: params.pc_bits(),
            mood: Mood::GATHER,
            mood_cycles: 0,
            longest_mood: LONGEST_MOOD * (1 + u64::from(params.latency())),
            favourite: 0,
            pcs: [0; POOL],
            stacks: Golden::new(params),
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        self.change_mood(output.live);
        self.start(output.live, input);
        self.update(output.live & !output.busy, input);
        self.read(output, input);
        Self::legalise(output, input);
    }

    fn seen(&mut self, input: &In<Values>, _: &Out<Values>) {
        self.stacks.clock(input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let live = |warp: u64| output.live >> warp & 1 == 1;
        input.start &= !live(input.start_warp) && input.start_lanes != 0;
        let busy = output.busy >> input.update_warp & 1 == 1;
        input.update &= live(input.update_warp) && !output.popping && !busy;
        input.read &= live(input.read_warp);
    }
}
