//! Stimuli of `stackless_subsystem`: the core of the front end's stimuli, whose warps also start and branch, among few PCs.

use super::Stimuli;
use super::random::{Random, ones};
use super::stackless_front_end::StacklessFrontEnd;
use heddle_contract::units::stackless_subsystem::{In, Out, Params, front_out};
use heddle_contract::units::{self, stackless_front_end};
use heddle_contract::{Border, Values};

/// Number of consecutive PCs in use at a time.
const POOL: u64 = 4;

/// For how many cycles these PCs stay the same.
const SPELL: u64 = 128;

/// A core around the subsystem.
#[derive(Clone, Debug)]
pub struct StacklessSubsystem {
    random: Random,
    front_end: StacklessFrontEnd,
    /// What the stimuli of the front end choose.
    chosen: stackless_front_end::In<Values>,
    params: Params,
    /// The first of the PCs in use.
    pc: u64,
    left: u64,
}

impl StacklessSubsystem {
    fn begin_spell(&mut self) {
        if self.left == 0 {
            let bits = self.params.pc_bits();
            // Straight-line code reaches the last PC from near it only.
            let last = ones(bits) - 1;
            self.pc = match self.random.below(3) {
                0 => last,
                _ => self.random.number(bits),
            };
            self.left = SPELL;
        }
        self.left -= 1;
    }

    fn some_pc(&mut self) -> u64 {
        (self.pc + self.random.below(POOL)) & ones(self.params.pc_bits())
    }

    /// Warps start often until all have started, and then rarely.
    fn start(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let random = &mut self.random;
        let (some, fewer) = (random.word(), random.word() & random.word());
        let again = match random.below(8) {
            0 => some & fewer,
            _ => 0,
        };
        let rate = if random.below(4) == 0 { some } else { 0 };
        input.start = (rate & !output.known | again) & ones(self.params.warps() as u32);
        input.start_pc = self.some_pc();
    }

    /// The warp that is fetched branches, or one that is busy.
    fn branch(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let random = &mut self.random;
        let busy = random.pick(output.busy & !output.waiting);
        let fetched = input.fetch.then_some(input.fetch_warp);
        let warp = match random.below(4) {
            0 => None,
            1 => busy,
            _ => fetched.or(busy),
        };
        input.branch = warp.is_some();
        input.branch_warp = warp.unwrap_or(0);
        let (some, more) = (random.word(), random.word());
        let lanes = [u64::MAX, u64::MAX, some, some | more][random.below(4) as usize];
        input.branch_lanes = lanes & ones(self.params.lanes() as u32);
        for lane in 0..input.branch_pc.len() {
            input.branch_pc[lane] = self.some_pc();
        }
    }

    fn front_end(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let chosen = &mut self.chosen;
        self.front_end.next(&front_out(output), chosen);
        input.fetch = chosen.fetch;
        input.fetch_warp = chosen.fetch_warp;
        input.advance = chosen.advance;
        input.arbitrate = chosen.arbitrate;
        input.access = chosen.access;
        input.replay = chosen.replay;
        input.lanes = chosen.lanes;
        let mask = ones(self.params.front_end().arbiter().address_bits());
        for (address, own) in input.address.iter_mut().zip(&chosen.address) {
            *address = own & mask;
        }
        input.key.copy_from_slice(&chosen.key);
    }
}

impl Stimuli<units::StacklessSubsystem> for StacklessSubsystem {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed ^ 1),
            front_end: StacklessFrontEnd::new(params.front_end(), seed),
            chosen: Border::zero(params.front_end()),
            params: *params,
            pc: 0,
            left: 0,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        self.begin_spell();
        self.front_end(output, input);
        self.start(output, input);
        self.branch(output, input);
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.start &= !(output.fetchable | output.busy);
        input.fetch &= output.fetchable >> input.fetch_warp & 1 == 1;
        let fetched = u64::from(input.fetch) << input.fetch_warp;
        let busy = output.busy & !output.waiting;
        input.arbitrate &= !output.waiting & !fetched & (output.known | input.start);
        input.access &= busy & !input.arbitrate;
        input.replay &= busy & !input.arbitrate & !input.access;
        input.advance &= busy & !input.arbitrate & !input.access & !input.replay;
        input.branch &= (fetched | busy) >> input.branch_warp & 1 == 1;
    }
}
