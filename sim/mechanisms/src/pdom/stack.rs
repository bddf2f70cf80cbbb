//! The stacks of a core: the golden unit, or any unit that behaves like it.

use crate::external::Substitute;
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Behaviour, Values, units};
use heddle_types::WarpId;
use heddle_units::ReconvergenceStack;
use std::collections::VecDeque;

/// The reconvergence stacks of a core.
pub(crate) trait Stacks: Behaviour<units::ReconvergenceStack> {
    /// Whether the unit must be clocked in every cycle. The golden unit need not be: its contract says that nothing
    /// changes without a start, an update and pops.
    const EVERY_CYCLE: bool;

    /// As [`Behaviour::eval`], for a caller that only reads the top of the stack that is read, the answer, and outputs
    /// that depend on the state alone and have been evaluated before.
    #[inline(always)]
    fn eval_top_and_answer(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.eval(input, output);
    }

    /// The golden stacks, if these are.
    fn shown(&self) -> Option<&ReconvergenceStack> {
        None
    }

    /// The most entries that a stack needed since the last call; `None` if the unit does not say.
    fn take_most(&mut self) -> Option<u64> {
        None
    }
}

impl Stacks for ReconvergenceStack {
    const EVERY_CYCLE: bool = false;

    #[inline(always)]
    fn eval_top_and_answer(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        if input.read {
            (output.read_pc, output.read_lanes) = self.top(input.read_warp as usize);
        }
        (output.overflow, output.unbalanced) = self.answer(input);
    }

    fn shown(&self) -> Option<&ReconvergenceStack> {
        Some(self)
    }

    fn take_most(&mut self) -> Option<u64> {
        Some(ReconvergenceStack::take_most(self))
    }
}

impl Stacks for Substitute<'_, units::ReconvergenceStack> {
    const EVERY_CYCLE: bool = true;
}

/// Updates that the stacks have not answered yet.
#[derive(Debug)]
pub(crate) struct Answers(VecDeque<Option<WarpId>>);

impl Answers {
    /// The state for stacks in their reset state.
    pub fn new(params: &Params) -> Self {
        Answers(vec![None; params.latency() as usize].into())
    }

    /// Cycles from an update to its answer.
    pub fn cycles(&self) -> u64 {
        self.0.len() as u64
    }

    /// The warp whose update is answered in this cycle; `notified` is the warp that is updated in this cycle, if there is
    /// one.
    #[inline(always)]
    pub fn next(&mut self, notified: Option<WarpId>) -> Option<WarpId> {
        if self.0.is_empty() {
            return notified;
        }
        self.0.push_back(notified);
        self.0.pop_front().flatten()
    }

    /// Whether no update is due to be answered in a later cycle.
    #[inline(always)]
    pub fn none_is_due(&self) -> bool {
        self.0.is_empty() || self.0.iter().all(Option::is_none)
    }
}
