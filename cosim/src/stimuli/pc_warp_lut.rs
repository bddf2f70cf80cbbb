//! Stimuli of `pc_warp_lut`: few PCs, most in one set, so that look-ups hit, conflict and evict.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::pc_warp_lut::{In, Out, Params};

/// For how many cycles PCs and rates stay the same.
const SPELL: u64 = 128;

/// Number of warps that are remembered to be retired later; a power of two.
const WARPS: usize = 32;

/// A scheduler around the table.
#[derive(Clone, Debug)]
pub struct PcWarpLut {
    random: Random,
    ways: u64,
    lanes: u32,
    /// Whether the halves of a commit may have lanes in common.
    overlap: bool,
    pc_bits: u32,
    set_bits: u32,
    warp_bits: u32,
    left: u64,
    /// The set of most look-ups.
    set: u64,
    /// Tags in this set are near this tag.
    tag: u64,
    /// Number of tags in use.
    tags: u64,
    request: Rate,
    retire: Rate,
    lane: Rate,
    /// PC and number of the latest created warps.
    warps: [(u64, u64); WARPS],
    created: usize,
    pipelined: bool,
    /// Operations in the pipeline, the latest first.
    stages: [Operation; 3],
}

/// An operation in a pipeline stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    None,
    /// Look-up of a PC.
    LookUp(u64),
    /// Retirement of a warp.
    Retire(u64),
}

impl PcWarpLut {
    fn begin_spell(&mut self) {
        let random = &mut self.random;
        let tag_bits = self.pc_bits - self.set_bits;
        let last = ones(self.set_bits);
        self.set = [last, random.word() & last][random.below(2) as usize];
        self.tag = random.word() & ones(tag_bits);
        // Either all tags hit eventually, or some never do.
        let some = 1 + random.below(self.ways);
        let tags = [some, self.ways, self.ways + 1, self.ways + 2][random.below(4) as usize];
        self.tags = tags.min(ones(tag_bits) + 1);
        self.request = [Rate::Often, Rate::Always][random.below(2) as usize];
        self.retire = [Rate::Never, Rate::Some, Rate::Often][random.below(3) as usize];
        self.lane = [Rate::Never, Rate::Rare, random.rate()][random.below(3) as usize];
        self.left = SPELL;
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    fn pc(&mut self) -> u64 {
        let tag = self.tag ^ self.random.below(self.tags);
        let other_set = u64::from(self.random.below(8) == 0);
        tag << self.set_bits | self.set ^ other_set
    }

    /// A mask of one lane, some, or all.
    fn lanes(&mut self) -> u64 {
        let some = self.random.mask(self.lane) | self.random.one_bit(self.lanes.into());
        let all = u64::MAX;
        [some, some, some, all][self.random.below(4) as usize] & ones(self.lanes)
    }

    /// Splits the lanes that both halves have in common: each goes to one of the halves.
    fn part(&mut self, input: &mut In<Values>) {
        if self.overlap || !input.first || !input.second {
            return;
        }
        let common = input.first_lanes & input.second_lanes;
        let second = self.random.word() & common;
        input.second_lanes &= !common | second;
        input.first_lanes &= !second;
        input.first = input.first_lanes != 0;
        input.second = input.second_lanes != 0;
    }

    /// Retires a recently created warp, if one exists, with its own PC or another.
    fn retire(&mut self, input: &mut In<Values>) {
        input.retire = self.wants(self.retire) && self.wants(Rate::Often);
        (input.retire_pc, input.retire_warp) = self.warps[self.random.below(WARPS as u64) as usize];
        match self.random.below(8) {
            0 => input.retire_pc = self.pc(),
            1 => input.retire_warp = self.random.word() & ones(self.warp_bits),
            _ => {}
        }
        input.update &= self.pipelined || !input.retire;
    }

    /// At most one operation enters in each cycle. Excluded are look-ups in the set of a look-up in the first stage, and
    /// fresh warps that are being retired in the first two.
    fn enter_pipeline(&mut self, input: &mut In<Values>) {
        input.second = false;
        input.first &= !input.retire;
        let set = |pc: u64| pc & ones(self.set_bits);
        let under_way = &self.stages[..2];
        let same_set = |operation: &Operation| match operation {
            Operation::LookUp(pc) => set(*pc) == set(input.first_pc),
            _ => false,
        };
        input.first &= !same_set(&under_way[0]);
        while under_way.contains(&Operation::Retire(input.fresh_first)) {
            input.fresh_first = (input.fresh_first + 1) & ones(self.warp_bits);
        }
    }

    /// Moves operations to the next stage.
    fn move_on(&mut self, input: &In<Values>, output: &Out<Values>) {
        if !input.update {
            return;
        }
        if let Operation::LookUp(pc) = self.stages[2]
            && output.first_create
        {
            self.remember(pc, output.first_new);
        }
        self.stages.rotate_right(1);
        self.stages[0] = match (input.first, input.retire) {
            (true, _) => Operation::LookUp(input.first_pc),
            (_, true) => Operation::Retire(input.retire_warp),
            _ => Operation::None,
        };
    }

    fn remember(&mut self, pc: u64, warp: u64) {
        self.warps[self.created % WARPS] = (pc, warp);
        self.created += 1;
    }
}

impl Stimuli<units::PcWarpLut> for PcWarpLut {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            ways: params.ways() as u64,
            lanes: params.lanes() as u32,
            overlap: params.slots() == 1,
            pc_bits: params.pc_bits(),
            set_bits: params.set_bits(),
            warp_bits: params.warp_bits(),
            left: 0,
            set: 0,
            tag: 0,
            tags: 1,
            request: Rate::Always,
            retire: Rate::Never,
            lane: Rate::Never,
            warps: [(0, 0); WARPS],
            created: 0,
            pipelined: params.pipelined(),
            stages: [Operation::None; 3],
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            self.begin_spell();
        }
        self.left -= 1;
        input.first = self.wants(self.request);
        input.first_pc = self.pc();
        input.first_lanes = self.lanes();
        input.second = self.wants(self.request);
        input.second_pc = self.pc();
        input.second_lanes = self.lanes();
        self.part(input);
        input.fresh_first = self.random.word() & ones(self.warp_bits);
        let step = 1 + self.random.below(ones(self.warp_bits));
        input.fresh_second = (input.fresh_first + step) & ones(self.warp_bits);
        input.update = self.random.below(8) != 0;
        self.retire(input);
        if self.pipelined {
            self.enter_pipeline(input);
        }
        Self::legalise(output, input);
    }

    fn seen(&mut self, input: &In<Values>, output: &Out<Values>) {
        if self.pipelined {
            return self.move_on(input, output);
        }
        if input.update && input.first && output.first_create {
            self.remember(input.first_pc, output.first_new);
        }
        if input.update && input.second && output.second_create {
            self.remember(input.second_pc, output.second_new);
        }
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let commands = [
            &mut input.first,
            &mut input.second,
            &mut input.update,
            &mut input.retire,
        ];
        commands
            .into_iter()
            .for_each(|command| *command &= output.init_done);
    }
}
