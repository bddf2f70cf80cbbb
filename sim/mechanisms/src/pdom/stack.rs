//! What can hold the stacks of a core: the golden unit, or anything that behaves as one.

use crate::plugged::Plugged;
use heddle_contract::units::reconvergence_stack::Params;
use heddle_contract::{Behaviour, units};
use heddle_types::WarpId;
use heddle_units::ReconvergenceStack;
use std::collections::VecDeque;

/// The reconvergence stacks of a core.
pub(crate) trait Stacks: Behaviour<units::ReconvergenceStack> {
    /// Whether they are clocked every cycle. The golden unit need not be: without a start, an
    /// update and pops its contract says that nothing changes.
    const EVERY_CYCLE: bool;
}

impl Stacks for ReconvergenceStack {
    const EVERY_CYCLE: bool = false;
}

impl Stacks for Plugged<'_, units::ReconvergenceStack> {
    const EVERY_CYCLE: bool = true;
}

/// Updates that the stacks have not answered yet.
#[derive(Debug)]
pub(crate) struct Answers(VecDeque<Option<WarpId>>);

impl Answers {
    /// Of stacks in their reset state.
    pub fn new(params: &Params) -> Self {
        Answers(vec![None; params.latency() as usize].into())
    }

    /// Cycles from an update to its answer.
    pub fn cycles(&self) -> u64 {
        self.0.len() as u64
    }

    /// The warp whose update is answered in a cycle in which the stacks are told of another one, or of none.
    pub fn next(&mut self, told: Option<WarpId>) -> Option<WarpId> {
        self.0.push_back(told);
        self.0.pop_front().flatten()
    }
}
