//! The stacks of a core: the golden unit, or any unit that behaves like it.

use crate::substitute::Substitute;
use heddle_contract::units::reconvergence_stack::Params;
use heddle_contract::{Behaviour, units};
use heddle_types::WarpId;
use heddle_units::ReconvergenceStack;
use std::collections::VecDeque;

/// The reconvergence stacks of a core.
pub(crate) trait Stacks: Behaviour<units::ReconvergenceStack> {
    /// Whether the unit must be clocked in every cycle. The golden unit need not be: its contract says that nothing
    /// changes without a start, an update and pops.
    const EVERY_CYCLE: bool;
}

impl Stacks for ReconvergenceStack {
    const EVERY_CYCLE: bool = false;
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
    pub fn next(&mut self, notified: Option<WarpId>) -> Option<WarpId> {
        self.0.push_back(notified);
        self.0.pop_front().flatten()
    }

    /// Whether no update is due to be answered in a later cycle.
    pub fn none_is_due(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}
