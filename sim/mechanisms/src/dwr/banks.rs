//! The reconvergence stacks of sub-warps: one bank for each position in a large warp.

use super::partners::Partners;
use super::parts::Parts;
use crate::pdom::Answers;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Border, Values, bits};
use heddle_types::{LaneMask, WarpId, WarpMask};
use std::collections::VecDeque;

/// The top of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Top {
    /// A PC as the stack stores it.
    pub place: u64,
    pub lanes: LaneMask,
}

/// The stacks of the sub-warps at one position, and their inputs in a cycle.
#[derive(Debug)]
struct Bank {
    input: In<Values>,
    /// The outputs that depend on the state alone. Others are read from the state.
    output: Out<Values>,
    /// Large warps whose instruction is done but not yet reported to the stacks, in order.
    done: VecDeque<WarpId>,
    /// The large warp whose update is presented in this cycle.
    notified: Option<WarpId>,
    answers: Answers,
}

/// See the [module](self). Sets of positions have one bit for each, so that a cycle passes over the banks in which nothing
/// happens.
#[derive(Debug)]
pub(super) struct Banks {
    banks: Vec<Bank>,
    partners: Partners,
    depth: usize,
    /// Positions with an instruction that is done but not yet reported to the stacks.
    waiting: u64,
    /// Positions whose stacks are updated in this cycle, or change without further input.
    changing: u64,
    /// Positions at which a sub-warp starts in this cycle.
    starting: u64,
    /// Positions with an update that has not been answered yet.
    unanswered: u64,
}

impl Bank {
    fn new(params: &Params) -> Self {
        Bank {
            input: In::zero(params),
            output: Out::zero(params),
            done: VecDeque::with_capacity(params.warps()),
            notified: None,
            answers: Answers::new(params),
        }
    }

    /// Warps whose stack is still changing.
    fn busy(&self) -> WarpMask {
        WarpMask::new(self.output.busy)
    }

    /// The large warp whose update is presented in this cycle, if the stacks can take one.
    fn present(&mut self) -> Option<WarpId> {
        let (popping, busy) = (self.output.popping, self.busy());
        let next = self
            .done
            .pop_front_if(|warp| !popping && !busy.contains(*warp))?;
        self.input.update = true;
        self.input.update_warp = next.into();
        self.notified = Some(next);
        Some(next)
    }
}

impl Banks {
    /// A bank for each position, in their reset state.
    pub fn new(params: &Params, partners: Partners) -> Self {
        let bank = |_| Bank::new(params);
        Banks {
            banks: (0..partners.count()).map(bank).collect(),
            partners,
            depth: params.depth(),
            waiting: 0,
            changing: 0,
            starting: 0,
            unanswered: 0,
        }
    }

    /// The inputs of the bank of a position.
    pub fn input(&mut self, position: usize) -> &mut In<Values> {
        &mut self.banks[position].input
    }

    /// Whether the update that is answered in this cycle finds no room on its stack.
    pub fn overflows(&self, parts: &mut impl Parts, position: usize) -> bool {
        parts.overflows(position, &self.banks[position].input)
    }

    /// Cycles from an update to its answer.
    pub fn cycles(&self) -> u64 {
        self.banks[0].answers.cycles()
    }

    /// Number of entries of a stack.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// An instruction of a sub-warp is done.
    pub fn done(&mut self, sub: usize) {
        let position = self.partners.position(sub);
        let done = &mut self.banks[position].done;
        done.push_back(self.partners.warp(sub));
        self.waiting |= 1 << position;
    }

    /// Positions with an instruction that is done but not yet reported to the stacks.
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Presents the update of the instruction that has waited longest at a position, if the stacks can take one; returns its
    /// large warp.
    pub fn present(&mut self, position: usize) -> Option<WarpId> {
        let bank = &mut self.banks[position];
        let warp = bank.present()?;
        let bit = 1 << position;
        self.changing |= bit;
        self.unanswered |= bit;
        if bank.done.is_empty() {
            self.waiting &= !bit;
        }
        Some(warp)
    }

    /// Positions with an update that has not been answered yet.
    pub fn unanswered(&self) -> u64 {
        self.unanswered
    }

    /// The large warp whose update is answered at a position in this cycle. Call it in every cycle for all positions that are
    /// unanswered.
    pub fn answered(&mut self, position: usize) -> Option<WarpId> {
        let bank = &mut self.banks[position];
        let warp = bank.answers.next(bank.notified.take());
        if bank.answers.none_is_due() {
            self.unanswered &= !(1 << position);
        }
        warp
    }

    /// The stacks have to be updated once more for this large warp.
    pub fn again(&mut self, position: usize, warp: WarpId) {
        self.banks[position].done.push_front(warp);
        self.waiting |= 1 << position;
    }

    /// A sub-warp starts.
    pub fn start(&mut self, warp: WarpId, position: usize, place: u64, lanes: LaneMask) {
        let input = &mut self.banks[position].input;
        input.start = true;
        input.start_warp = warp.into();
        input.start_pc = place;
        input.start_lanes = lanes.bits();
        self.starting |= 1 << position;
    }

    /// The top of a sub-warp's stack; `None` if the sub-warp has no stack, or the stack is still changing.
    pub fn top(&self, parts: &mut impl Parts, sub: usize) -> Option<Top> {
        let position = self.partners.position(sub);
        let bank = &self.banks[position];
        let warp = self.partners.warp(sub);
        let live = WarpMask::new(bank.output.live);
        if !live.without(bank.busy()).contains(warp) {
            return None;
        }
        let (place, lanes) = parts.top(position, warp.index());
        let lanes = LaneMask::new(lanes);
        Some(Top { place, lanes })
    }

    /// Whether a bank changes in this cycle or a later one without further input.
    pub fn are_busy(&self) -> bool {
        self.waiting | self.changing != 0
    }

    /// Gives the inputs of the clock edge.
    pub fn tick(&mut self, parts: &mut impl Parts) {
        for position in bits(self.changing | self.starting) {
            let input = &mut self.banks[position].input;
            parts.tick_stack(position, input);
            (input.start, input.update) = (false, false);
        }
    }

    /// Computes the outputs of the state after the clock edge.
    pub fn ticked(&mut self, parts: &mut impl Parts) {
        for position in bits(self.changing | self.starting) {
            let output = &mut self.banks[position].output;
            parts.stack_state(position, output);
            let changes = u64::from(output.busy != 0);
            self.changing = self.changing & !(1 << position) | changes << position;
        }
        self.starting = 0;
    }
}
