//! Golden `sub_warp_combiner`: lashgar2012, sections IV.A, IV.D and IV.E, figure 3.

use super::unified_arbiter::shift;
use heddle_contract::bits;
use heddle_contract::units::sub_warp_combiner::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// Sub-warps that issue together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Words)]
pub struct Combined {
    /// Positions of the sub-warps, one bit each.
    pub members: u64,
    /// Their common PC, in words.
    pub pc: u64,
    /// Their active lanes.
    pub lanes: u64,
}

/// The longest latency that the contract allows.
const MAX_LATENCY: usize = 3;

/// A large warp with its sub-warps, as it is shown in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Show<'a> {
    /// Whether a large warp is shown.
    pub show: bool,
    pub warp: u64,
    pub pcs: &'a [u64],
    pub active: &'a [u64],
}

/// The answer to a show; without members if nobody was combine-ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Words)]
struct Answer {
    warp: u64,
    combined: Combined,
}

/// The combiner.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Words)]
pub struct SubWarpCombiner {
    sub_lanes: usize,
    latency: usize,
    /// Combine-ready partners of each large warp, one bit each.
    combinable: Vec<u64>,
    /// Answers that are due, the next one first; `latency` entries are in use.
    due: [Answer; MAX_LATENCY],
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

    /// Cycles from a show to its answer.
    pub(super) fn latency(&self) -> usize {
        self.latency
    }

    /// Sub-warps become combine-ready.
    pub fn mark(&mut self, warp: usize, partners: u64) {
        self.combinable[warp] |= partners;
    }

    /// What can be taken in this cycle, and whether there is anything.
    pub(super) fn answer(&self, show: &Show) -> (bool, Combined) {
        let combined = self.answered(show).combined;
        let is_asked = show.show || self.latency > 0;
        (is_asked && combined.members != 0, combined)
    }

    fn answered(&self, show: &Show) -> Answer {
        match self.latency {
            0 => self.seen(show),
            _ => self.due[0],
        }
    }

    /// The answer to a show, from what is combine-ready in its cycle (RSZ-18).
    fn seen(&self, show: &Show) -> Answer {
        Answer {
            warp: show.warp,
            combined: self.combine(show.warp, show.pcs, show.active),
        }
    }

    /// The clock edge, without marks: members issue with `take`, and answers advance unless one waits.
    pub(super) fn step(&mut self, show: &Show, take: bool) {
        let Answer { warp, combined } = self.answered(show);
        let shown = match show.show && self.latency > 0 {
            true => self.seen(show),
            false => Answer::default(),
        };
        if take {
            self.combinable[warp as usize] &= !combined.members;
        }
        if self.latency > 0 && (take || combined.members == 0) {
            shift(&mut self.due[..self.latency], shown);
        }
    }

    /// The sub-warps that would issue together, given PCs and active lanes of all partners. Without a combine-ready
    /// partner the result has no members.
    fn combine(&self, warp: u64, pcs: &[u64], active: &[u64]) -> Combined {
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
            latency: params.combine_latency() as usize,
            combinable: vec![0; params.warps()],
            due: [Answer::default(); MAX_LATENCY],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.combinable.copy_from_slice(&self.combinable);
        let (combined, Combined { members, pc, lanes }) = self.answer(&show(input));
        output.combined = combined;
        output.members = members;
        output.size = members.count_ones().into();
        output.combined_pc = pc;
        output.lanes = lanes;
    }

    fn clock(&mut self, input: &In<Values>) {
        self.step(&show(input), input.take);
        let marks = input.mark.iter().enumerate();
        marks.for_each(|(warp, mark)| self.mark(warp, *mark));
    }
}

fn show(input: &In<Values>) -> Show<'_> {
    Show {
        show: input.show,
        warp: input.warp,
        pcs: &input.pc,
        active: &input.active,
    }
}
