//! Stimuli of `partner_sync_table`: arrivals at few PCs, among partners that come and go.

use super::Stimuli;
use super::partners::Partners;
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::partner_sync_table::{In, Out, Params};

/// Sub-warps that arrive or are excused.
#[derive(Clone, Debug)]
pub struct PartnerSyncTable(Partners);

impl Stimuli<units::PartnerSyncTable> for PartnerSyncTable {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        let partners = Partners::new(seed, params.warps(), params.partners(), params.pc_bits());
        Self(partners)
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        let partners = &mut self.0;
        partners.step();
        partners.stir(&mut input.excused);
        let arrival = partners.arrival(|warp| output.locked[warp] | input.excused[warp]);
        input.arrive = arrival.is_some();
        (input.warp, input.partner) = arrival.unwrap_or((input.warp, input.partner));
        input.pc = partners.pc();
        Self::legalise(output, input);
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        let both = input.excused.iter_mut().zip(&output.locked);
        both.for_each(|(excused, locked)| *excused &= !locked);
        let warp = input.warp as usize;
        let away = |warps: &[u64]| {
            warps
                .get(warp)
                .is_none_or(|away| away >> input.partner & 1 == 1)
        };
        input.arrive &= !away(&output.locked) && !away(&input.excused);
    }
}
