//! Golden `sub_warp_combiner`: lashgar2012, sections IV.A, IV.D and IV.E, figure 3.

use heddle_contract::bits;
use heddle_contract::units::sub_warp_combiner::{In, Out, Params};
use heddle_contract::{Golden, Values, units};

/// Sub-warps that issue together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combined {
    /// Positions of the sub-warps, one bit each.
    pub members: u64,
    /// Their common PC, in words.
    pub pc: u64,
    /// Their active lanes.
    pub lanes: u64,
}

/// The combiner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubWarpCombiner {
    sub_lanes: usize,
    /// Combine-ready partners of each large warp, one bit each.
    combinable: Vec<u64>,
}

impl SubWarpCombiner {
    /// Combine-ready partners of each large warp, one bit each.
    pub fn all_combinable(&self) -> &[u64] {
        &self.combinable
    }

    /// Combine-ready partners of a large warp, one bit each.
    pub fn combinable(&self, warp: u64) -> u64 {
        self.combinable.get(warp as usize).copied().unwrap_or(0)
    }

    /// Sub-warps become combine-ready.
    pub fn mark(&mut self, warp: usize, partners: u64) {
        self.combinable[warp] |= partners;
    }

    /// The members of a combination issue.
    pub fn take(&mut self, warp: u64, members: u64) {
        self.combinable[warp as usize] &= !members;
    }

    /// The sub-warps that would issue together, given PCs and active lanes of all partners. Without a combine-ready
    /// partner the result has no members.
    pub fn combine(&self, warp: u64, pcs: &[u64], active: &[u64]) -> Combined {
        let combinable = self.combinable(warp);
        let Some(first) = bits(combinable).next() else {
            return Combined::default();
        };
        // RSZ-11: the lowest leads and takes those at its PC along.
        let pc = pcs[first];
        let members = bits(combinable).filter(|&partner| pcs[partner] == pc);
        members.fold(
            Combined {
                pc,
                ..Combined::default()
            },
            |all, partner| Combined {
                members: all.members | 1 << partner,
                lanes: all.lanes | active[partner] << (partner * self.sub_lanes),
                ..all
            },
        )
    }
}

impl Golden<units::SubWarpCombiner> for SubWarpCombiner {
    fn new(params: &Params) -> Self {
        Self {
            sub_lanes: params.sub_lanes(),
            combinable: vec![0; params.warps()],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.combinable.copy_from_slice(&self.combinable);
        let Combined { members, pc, lanes } = self.combine(input.warp, &input.pc, &input.active);
        output.combined = members != 0;
        output.members = members;
        output.size = members.count_ones().into();
        output.combined_pc = pc;
        output.lanes = lanes;
    }

    fn clock(&mut self, input: &In<Values>) {
        if input.take {
            let combined = self.combine(input.warp, &input.pc, &input.active);
            self.take(input.warp, combined.members);
        }
        let marks = input.mark.iter().enumerate();
        marks.for_each(|(warp, mark)| self.mark(warp, *mark));
    }
}
