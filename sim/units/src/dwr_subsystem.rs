//! Golden `dwr_subsystem`: lashgar2012, section IV: the synchroniser, and the stacks of all sub-warps.

use super::dwr_synchronizer::Arrival;
use super::sub_warp_combiner::{Combined, Show};
use super::unified_arbiter::shift;
use super::{DwrSynchronizer, ReconvergenceStack};
use heddle_contract::units::dwr_subsystem::{In, Out, Params};
use heddle_contract::units::reconvergence_stack;
use heddle_contract::{Golden, Values, Words, units};

/// The most sub-warps of a large warp, and the longest latency, that the contract allows.
const MAX_PARTNERS: usize = 8;
const MAX_LATENCY: usize = 3;

/// The tops of the stacks of a large warp, by position.
#[derive(Clone, Copy, Debug)]
struct Tops {
    pcs: [u64; MAX_PARTNERS],
    lanes: [u64; MAX_PARTNERS],
}

/// The subsystem.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct DwrSubsystem {
    params: Params,
    synchronizer: DwrSynchronizer,
    /// The stacks at each position.
    stacks: Vec<ReconvergenceStack>,
    /// The large warps that were shown, the one that is offered next first; an entry for each cycle of the latency.
    shown: [u64; MAX_LATENCY],
}

impl DwrSubsystem {
    fn tops(&self, warp: u64) -> Tops {
        let mut tops = Tops {
            pcs: [0; MAX_PARTNERS],
            lanes: [0; MAX_PARTNERS],
        };
        if (warp as usize) < self.params.warps() {
            for (position, stacks) in self.stacks.iter().enumerate() {
                (tops.pcs[position], tops.lanes[position]) = stacks.top(warp as usize);
            }
        }
        tops
    }

    /// The same as the synchroniser sees them: the highest bit of a PC tells calls apart (RSZ-22).
    fn shown(&self, input: &In<Values>) -> Tops {
        let Tops { pcs, lanes } = self.tops(input.read_warp);
        let address = (1 << (self.params.pc_bits() - 1)) - 1;
        let pcs = pcs.map(|pc| pc & address);
        Tops { pcs, lanes }
    }

    fn latency(&self) -> usize {
        self.params.combine_latency() as usize
    }

    fn combined(&self, input: &In<Values>) -> (bool, Combined) {
        let tops = self.shown(input);
        self.synchronizer.combined(&show(input, &tops))
    }

    fn issue(&self, input: &In<Values>, output: &mut Out<Values>) {
        let (is_there, combined) = self.combined(input);
        output.issue = is_there;
        output.issue_warp = match self.latency() {
            0 => input.read_warp,
            _ => self.shown[0],
        };
        output.issue_members = combined.members;
        output.issue_size = combined.members.count_ones().into();
        output.issue_pc = combined.pc;
        output.issue_lanes = combined.lanes;
        output.show_ready = !is_there || input.issue_ready;
    }

    fn answers(&self, input: &In<Values>, output: &mut Out<Values>) {
        (output.overflow, output.unbalanced) = (0, 0);
        for (position, stacks) in self.stacks.iter().enumerate() {
            let (overflow, unbalanced) = stacks.answer(&of_position(input, position));
            output.overflow |= u64::from(overflow) << position;
            output.unbalanced |= u64::from(unbalanced) << position;
        }
    }

    fn state(&self, output: &mut Out<Values>) {
        output.update_ready = 0;
        for (position, stacks) in self.stacks.iter().enumerate() {
            output.live[position] = stacks.live();
            output.busy[position] = stacks.busy();
            output.update_ready |= u64::from(!stacks.is_popping()) << position;
        }
        output.locked.copy_from_slice(self.synchronizer.locked());
        let combinable = self.synchronizer.combinable();
        output.combinable.copy_from_slice(combinable);
    }
}

impl Golden<units::DwrSubsystem> for DwrSubsystem {
    fn new(params: &Params) -> Self {
        // Each with room of its own, which clones would not have.
        let stacks = (0..params.partners()).map(|_| ReconvergenceStack::new(params.stack()));
        Self {
            params: *params,
            synchronizer: DwrSynchronizer::new(params.synchronizer()),
            stacks: stacks.collect(),
            shown: [0; MAX_LATENCY],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        self.state(output);
        self.answers(input, output);
        self.issue(input, output);
        output.ignored = self.synchronizer.ignores(&arrival(input));
        output.read_done = input.read && !input.show;
        let tops = self.tops(input.read_warp);
        output.read_pc = tops.pcs[input.read_partner as usize];
        output.read_lanes = tops.lanes[input.read_partner as usize];
    }

    fn clock(&mut self, input: &In<Values>) {
        let (is_there, _) = self.combined(input);
        let take = is_there && input.issue_ready;
        if self.latency() > 0 && (take || !is_there) {
            let latency = self.latency();
            shift(&mut self.shown[..latency], input.read_warp);
        }
        let tops = self.shown(input);
        let show = show(input, &tops);
        self.synchronizer
            .step(&show, take, &arrival(input), &input.excused);
        for (position, stacks) in self.stacks.iter_mut().enumerate() {
            stacks.clock(&of_position(input, position));
        }
    }
}

fn show<'a>(input: &In<Values>, tops: &'a Tops) -> Show<'a> {
    Show {
        show: input.show,
        warp: input.read_warp,
        pcs: &tops.pcs,
        active: &tops.lanes,
    }
}

fn arrival(input: &In<Values>) -> Arrival {
    Arrival {
        arrive: input.arrive,
        warp: input.arrive_warp,
        partner: input.arrive_partner,
        pc: input.arrive_pc,
    }
}

/// The inputs of the stacks at a position, without those of a read.
fn of_position(input: &In<Values>, at: usize) -> reconvergence_stack::In<Values> {
    let bit = |bits: u64| bits >> at & 1 == 1;
    reconvergence_stack::In {
        start: input.start && input.start_lanes[at] != 0,
        start_warp: input.start_warp,
        start_pc: input.start_pc,
        start_lanes: input.start_lanes[at],
        update: bit(input.update),
        update_warp: input.update_warp[at],
        exit: input.exit[at],
        leave: input.leave[at],
        taken: input.taken[at],
        target: input.target[at],
        next: input.next[at],
        push: bit(input.push),
        reconverge: input.reconverge[at],
        compare: bit(input.compare),
        read: false,
        read_warp: 0,
    }
}
