//! Stimuli of `dwr_subsystem`: the stimuli of its stacks and of its synchroniser, side by side. Sub-warps that wait for partners
//! are not updated, and often stand at the PCs of their partners.

use super::random::Random;
use super::{DwrSynchronizer, ReconvergenceStack, Stimuli};
use heddle_contract::units::dwr_subsystem::{In, Out, Params};
use heddle_contract::units::{dwr_synchronizer, reconvergence_stack};
use heddle_contract::{Border, Values, bits, units};

/// Number of PCs that sub-warps of all positions use.
const POOL: usize = 2;

/// For how many cycles PCs and moods stay the same.
const SPELL: u64 = 128;

/// How sub-warps behave for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// As each position likes.
    Any,
    /// All go to one PC.
    Meet,
    /// They end, and none starts.
    End,
}

/// The stacks at a position, with their ports.
#[derive(Clone, Debug)]
struct Position {
    stimuli: ReconvergenceStack,
    input: reconvergence_stack::In<Values>,
    output: reconvergence_stack::Out<Values>,
}

/// A core around the subsystem.
#[derive(Clone, Debug)]
pub struct DwrSubsystem {
    random: Random,
    params: Params,
    positions: Vec<Position>,
    synchronizer: DwrSynchronizer,
    input: dwr_synchronizer::In<Values>,
    output: dwr_synchronizer::Out<Values>,
    /// PCs that sub-warps of all positions use for a while.
    pcs: [u64; POOL],
    mood: Mood,
    left: u64,
    /// The sub-warp whose arrival is in flight: its position and its large warp.
    arrived: Option<(usize, u64)>,
}

impl DwrSubsystem {
    fn pc(&mut self) -> u64 {
        self.pcs[self.random.below(POOL as u64) as usize]
    }

    /// A large warp starts, with some of its sub-warps.
    fn start(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let warp = self.random.below(self.params.warps() as u64);
        input.start = self.mood != Mood::End && self.random.below(4) == 0;
        input.start_warp = warp;
        input.start_pc = self.pc();
        let all = self.random.below(4) != 0;
        for at in 0..self.positions.len() {
            let is_live = output.live[at] >> warp & 1 == 1;
            let starts = !is_live && (all || self.random.below(2) == 0);
            let lanes = self.positions[at].input.start_lanes;
            input.start_lanes[at] = if starts { lanes } else { 0 };
        }
    }

    /// The sub-warps at each position are updated, often with a PC of their partners.
    fn update(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        (input.update, input.push, input.compare) = (0, 0, 0);
        for at in 0..self.positions.len() {
            let position = &mut self.positions[at];
            position.output.live = output.live[at];
            position.output.busy = output.busy[at];
            position.output.popping = output.update_ready >> at & 1 == 0;
            position.stimuli.next(&position.output, &mut position.input);
            let lanes = (1 << self.params.sub_lanes()) - 1;
            let own = &mut self.positions[at].input;
            match self.mood {
                Mood::Any => {}
                Mood::Meet => {
                    (own.exit, own.leave, own.push) = (0, 0, false);
                    own.update &= self.random.below(4) == 0;
                }
                Mood::End => own.exit = lanes,
            }
            if self.arrived == Some((at, own.update_warp)) {
                own.update = false;
            }
            if self.mood == Mood::Meet || self.random.below(4) != 0 {
                let pcs = [self.pc(), self.pc()];
                let own = &mut self.positions[at].input;
                [own.target, own.next] = pcs;
            }
            let own = &self.positions[at].input;
            input.update |= u64::from(own.update) << at;
            input.update_warp[at] = own.update_warp;
            (input.exit[at], input.leave[at]) = (own.exit, own.leave);
            (input.taken[at], input.target[at]) = (own.taken, own.target);
            (input.next[at], input.reconverge[at]) = (own.next, own.reconverge);
            input.push |= u64::from(own.push) << at;
            input.compare |= u64::from(own.compare) << at;
        }
    }

    /// Sub-warps arrive, and large warps are shown and issue.
    fn synchronise(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let (of, own) = (&mut self.output, &mut self.input);
        of.locked.copy_from_slice(&output.locked);
        of.combinable.copy_from_slice(&output.combinable);
        of.combined = output.issue;
        self.synchronizer.next(of, own);
        let (partner, bit) = (own.arrive_partner as usize, 1 << own.arrive_warp);
        let updated =
            input.update >> partner & 1 == 1 && input.update_warp[partner] == own.arrive_warp;
        own.arrive &= output.live[partner] & !output.busy[partner] & bit != 0 && !updated;
        (input.arrive, input.arrive_pc) = (own.arrive, own.arrive_pc);
        (input.arrive_warp, input.arrive_partner) = (own.arrive_warp, own.arrive_partner);
        input.excused.copy_from_slice(&own.excused);
        let gathers = self.mood == Mood::Meet && self.random.below(4) != 0;
        (input.show, input.read_warp) = (own.show && !gathers, own.show_warp);
        input.issue_ready = self.random.below(2) == 0;
    }

    /// The top of a live sub-warp is read.
    fn read(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let partner = self.random.below(self.positions.len() as u64);
        let updated = output.live[partner as usize] & 1 << input.update_warp[partner as usize];
        let some = self.random.pick(output.live[partner as usize]);
        let warp = match self.random.below(2) {
            0 => self.random.pick(updated),
            _ => some,
        };
        if self.random.below(4) == 0 {
            input.show = false;
        }
        input.read_partner = partner;
        if input.show {
            // The show comes first.
            input.read = self.random.below(4) == 0;
        } else {
            input.read = warp.is_some();
            input.read_warp = warp.unwrap_or(0);
        }
    }
}

impl Stimuli<units::DwrSubsystem> for DwrSubsystem {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut position = || Position {
            stimuli: ReconvergenceStack::new(params.stack(), random.word()),
            input: Border::zero(params.stack()),
            output: Border::zero(params.stack()),
        };
        let positions = (0..params.partners()).map(|_| position()).collect();
        Self {
            positions,
            synchronizer: DwrSynchronizer::new(params.synchronizer(), random.word()),
            input: Border::zero(params.synchronizer()),
            output: Border::zero(params.synchronizer()),
            random,
            params: *params,
            pcs: [0; POOL],
            mood: Mood::Any,
            left: 0,
            arrived: None,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        if self.left == 0 {
            let random = &mut self.random;
            let pc = random.number(self.params.pc_bits());
            self.pcs = std::array::from_fn(|_| random.near(pc, self.params.pc_bits()));
            self.mood = [Mood::Any, Mood::Any, Mood::Meet, Mood::End][random.below(4) as usize];
            if self.mood == Mood::Meet {
                self.pcs = [pc; POOL];
            }
            self.left = SPELL;
        }
        self.left -= 1;
        self.update(output, input);
        self.start(output, input);
        self.synchronise(output, input);
        self.read(output, input);
        Self::legalise(output, input);
    }

    fn seen(&mut self, input: &In<Values>, output: &Out<Values>) {
        self.synchronizer.seen(&self.input, &self.output);
        let is_late = self.params.synchronizer().arrive_latency() > 0;
        let arrives = is_late && input.arrive;
        self.arrived = arrives.then_some((input.arrive_partner as usize, input.arrive_warp));
        for (at, position) in self.positions.iter_mut().enumerate() {
            let own = &mut position.input;
            own.start = input.start && input.start_lanes[at] != 0;
            own.start_warp = input.start_warp;
            own.start_pc = input.start_pc;
            own.start_lanes = input.start_lanes[at];
            own.update = input.update >> at & 1 == 1;
            position.output.overflow = output.overflow >> at & 1 == 1;
            position.stimuli.seen(own, &position.output);
        }
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let live = output.live.iter().zip(&mut input.start_lanes);
        for (live, lanes) in live {
            if live.checked_shr(input.start_warp as u32).unwrap_or(0) & 1 == 1 {
                *lanes = 0;
            }
        }
        let exists = output.locked.get(input.start_warp as usize).is_some();
        input.start &= exists && input.start_lanes.iter().any(|lanes| *lanes != 0);
        for at in bits(input.update) {
            let warp = input.update_warp[at] as usize;
            let waits = |of: &[u64]| of.get(warp).is_none_or(|of| of >> at & 1 == 1);
            let accepts = output.live[at] & !output.busy[at];
            let accepts = accepts.checked_shr(warp as u32).unwrap_or(0) & 1 == 1;
            let waits = waits(&output.locked) || waits(&output.combinable);
            if waits || !accepts || output.update_ready >> at & 1 == 0 {
                input.update &= !(1 << at);
            }
        }
        input.show &= output.combinable.get(input.read_warp as usize).is_some();
        let live = output.live.get(input.read_partner as usize);
        let live = live.and_then(|live| live.checked_shr(input.read_warp as u32));
        input.read &= input.show || live.is_some_and(|live| live & 1 == 1);
        let waits = output.locked.iter().zip(&output.combinable);
        let both = input.excused.iter_mut().zip(waits.map(|(a, b)| a | b));
        both.for_each(|(excused, waits)| *excused &= !waits);
        let (warp, bit) = (input.arrive_warp as usize, 1 << input.arrive_partner);
        let away = |warps: &[u64]| warps.get(warp).is_none_or(|away| away & bit != 0);
        let at = input.arrive_partner as usize;
        let accepts = output.live[at] & !output.busy[at];
        let updated = input.update >> at & 1 == 1 && input.update_warp[at] == input.arrive_warp;
        input.arrive &= !updated && accepts.checked_shr(warp as u32).unwrap_or(0) & 1 == 1;
        input.arrive &= !away(&output.locked) && !away(&output.combinable) && !away(&input.excused);
    }
}
