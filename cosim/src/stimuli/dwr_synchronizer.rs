//! Stimuli of `dwr_synchronizer`: sub-warps that reach LATs, block barriers and their end, and
//! a scheduler that issues combined sub-warps.

use super::Stimuli;
use super::partners::Partners;
use super::random::ones;
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::dwr_synchronizer::{In, Out, Params};

/// A core around the synchroniser.
#[derive(Clone, Debug)]
pub struct DwrSynchronizer {
    partners: Partners,
    sub_lanes: u32,
    combine_latency: u32,
    /// Sub-warps whose arrival is in flight, one bit for each partner of each large warp; none without a latency.
    in_flight: Vec<u64>,
    arrives_late: bool,
}

impl DwrSynchronizer {
    fn arrive(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let in_flight = &self.in_flight;
        let away = |warp: usize| {
            let waits = output.locked[warp] | output.combinable[warp];
            waits | input.excused[warp] | in_flight[warp]
        };
        let arrival = self.partners.arrival(away);
        input.arrive = arrival.is_some();
        let same = (input.arrive_warp, input.arrive_partner);
        (input.arrive_warp, input.arrive_partner) = arrival.unwrap_or(same);
        input.arrive_pc = self.partners.pc();
    }

    fn show(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let Self {
            partners,
            sub_lanes,
            combine_latency,
            ..
        } = self;
        input.show = partners.random.below(8) != 0;
        input.show_warp = partners.warp();
        input.show_pc.iter_mut().for_each(|pc| *pc = partners.pc());
        for active in &mut input.show_active {
            *active = partners.random.word() & ones(*sub_lanes);
        }
        // The outputs are those of the state: without a latency they do not answer this show.
        let is_answered = match combine_latency {
            0 => input.show && output.combinable[input.show_warp as usize] != 0,
            _ => output.combined,
        };
        input.take = partners.random.below(2) == 0 && is_answered;
    }
}

impl Stimuli<units::DwrSynchronizer> for DwrSynchronizer {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            partners: Partners::new(seed, params.warps(), params.partners(), params.pc_bits()),
            sub_lanes: params.sub_lanes() as u32,
            combine_latency: params.combine_latency(),
            in_flight: vec![0; params.warps()],
            arrives_late: params.arrive_latency() > 0,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        self.partners.step();
        self.partners.stir(&mut input.excused);
        let waits = output.locked.iter().zip(&output.combinable);
        let waits = waits.zip(&self.in_flight).map(|((a, b), c)| a | b | c);
        let both = input.excused.iter_mut().zip(waits);
        both.for_each(|(excused, waits)| *excused &= !waits);
        self.arrive(output, input);
        self.show(output, input);
    }

    fn seen(&mut self, input: &In<Values>, _: &Out<Values>) {
        self.in_flight.fill(0);
        if self.arrives_late && input.arrive {
            self.in_flight[input.arrive_warp as usize] = 1 << input.arrive_partner;
        }
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let waits = output
            .locked
            .iter()
            .zip(&output.combinable)
            .map(|(a, b)| a | b);
        let both = input.excused.iter_mut().zip(waits);
        both.for_each(|(excused, waits)| *excused &= !waits);
        let warp = input.arrive_warp as usize;
        let away = |warps: &[u64]| {
            warps
                .get(warp)
                .is_none_or(|away| away >> input.arrive_partner & 1 == 1)
        };
        input.arrive &= !away(&output.locked) && !away(&output.combinable) && !away(&input.excused);
        input.show &= output.combinable.get(input.show_warp as usize).is_some();
        input.take &= output.combined;
    }
}
