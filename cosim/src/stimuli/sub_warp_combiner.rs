//! Stimuli of `sub_warp_combiner`: sub-warps at few PCs, some of them ready to combine.

use super::Stimuli;
use super::partners::Partners;
use super::random::ones;
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::sub_warp_combiner::{In, Out, Params};

/// A scheduler that shows large warps, and partners that become ready.
#[derive(Clone, Debug)]
pub struct SubWarpCombiner {
    partners: Partners,
    sub_lanes: u32,
    latency: u32,
}

impl SubWarpCombiner {
    fn mark(&mut self, combinable: &[u64], input: &mut In<Values>) {
        let Self { partners, .. } = self;
        input.mark.fill(0);
        // Sometimes in many large warps, so that all of them get ready.
        for _ in 0..[0, 1, 1, input.mark.len()][partners.random.below(4) as usize] {
            let (warp, rate) = (partners.warp() as usize, partners.random.rate());
            input.mark[warp] = partners.some(rate) & !combinable[warp];
        }
    }

    fn show(&mut self, input: &mut In<Values>) {
        let Self {
            partners,
            sub_lanes,
            ..
        } = self;
        input.show = partners.random.below(8) != 0;
        input.warp = partners.warp();
        input.pc.iter_mut().for_each(|pc| *pc = partners.pc());
        for active in &mut input.active {
            let rate = partners.random.rate();
            *active = partners.random.mask(rate) & ones(*sub_lanes);
        }
    }

    /// Decides whether members issue: with a latency those of the answer, else those of the large warp that is shown.
    fn take(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let often = match self.latency {
            0 => 4,
            _ => 2,
        };
        let wants = self.partners.random.below(often) == 0;
        // The outputs are those of the state: without a latency they do not answer this show.
        let is_answered = match self.latency {
            0 => input.show && output.combinable[input.warp as usize] != 0,
            _ => output.combined,
        };
        input.take = wants && is_answered;
    }
}

impl Stimuli<units::SubWarpCombiner> for SubWarpCombiner {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        Self {
            partners: Partners::new(seed, params.warps(), params.partners(), params.pc_bits()),
            sub_lanes: params.sub_lanes() as u32,
            latency: params.combine_latency(),
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        self.partners.step();
        self.mark(&output.combinable, input);
        self.show(input);
        self.take(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let both = input.mark.iter_mut().zip(&output.combinable);
        both.for_each(|(mark, combinable)| *mark &= !combinable);
        input.show &= output.combinable.get(input.warp as usize).is_some();
        input.take &= output.combined;
    }
}
