//! The stacks of a core: the golden unit, or any unit that behaves like it.

use crate::external::Substitute;
use crate::followed::{Followed, Rest, Shown, Top};
use heddle_contract::units::reconvergence_stack::{In, Out, Params};
use heddle_contract::{Behaviour, Border, Values, units};
use heddle_types::{WarpId, WarpMask};
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

    /// The stacks between two cycles. External ones are followed from the first call on.
    fn shown(&mut self) -> Shown<'_>;

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

    fn shown(&mut self) -> Shown<'_> {
        Shown::Golden(self)
    }

    fn take_most(&mut self) -> Option<u64> {
        Some(ReconvergenceStack::take_most(self))
    }
}

/// Stacks in an external unit.
pub(crate) struct ExternalStacks<'a> {
    unit: Substitute<'a, units::ReconvergenceStack>,
    followed: Option<Followed>,
}

impl<'a> ExternalStacks<'a> {
    pub fn new(unit: Substitute<'a, units::ReconvergenceStack>) -> Self {
        let followed = None;
        ExternalStacks { unit, followed }
    }
}

impl Behaviour<units::ReconvergenceStack> for ExternalStacks<'_> {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.unit.eval(input, output);
    }

    fn tick(&mut self, input: &In<Values>) {
        if let Some(followed) = &mut self.followed {
            followed.tick(input);
        }
        self.unit.tick(input);
    }
}

impl Stacks for ExternalStacks<'_> {
    const EVERY_CYCLE: bool = true;

    fn shown(&mut self) -> Shown<'_> {
        let ExternalStacks { unit, followed } = self;
        let params = unit.params;
        let followed = followed.get_or_insert_with(|| Followed::new(&params));
        let (mut input, mut output) = (In::zero(&params), Out::zero(&params));
        unit.eval(&input, &mut output);
        let popping = output.popping.then_some(output.popping_warp as usize);
        let popping = popping.map_or(WarpMask::NONE, |warp| WarpMask::single(WarpId::new(warp)));
        let (live, busy) = (WarpMask::new(output.live), WarpMask::new(output.busy));
        followed.read(live, busy | popping, |warp| {
            (input.read, input.read_warp) = (true, warp as u64);
            unit.eval(&input, &mut output);
            Top {
                pc: output.read_pc,
                lanes: output.read_lanes,
                rest: Some(Rest {
                    entries: output.read_entries as usize,
                    reconverge: output.read_waiting.then_some(output.read_reconverge),
                }),
            }
        });
        Shown::Followed(followed)
    }
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
