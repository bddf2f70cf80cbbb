//! The cycle contract as traits.

use crate::{Unit, Values, Words};

/// A golden unit: plain state and two functions, written from the source for reading. Its state is [`Words`]; their number does not
/// change from reset on.
///
/// Inputs are sampled before the clock edge, outputs are valid before the clock edge, state commits at the edge. Neither
/// function allocates, but where a unit has pipeline stages: `dwf_scheduler`, `cycle_compressor` and `unswizzle_crossbar` then
/// allocate a row of lanes for an operation that enters a stage. No preset as shipped has them.
pub trait Golden<U: Unit>: Clone + PartialEq + std::fmt::Debug + Words {
    /// The unit in its reset state.
    fn new(params: &U::Params) -> Self;

    /// Outputs of this cycle, from state and (where the contract says so) inputs.
    fn out(&self, input: &U::In<Values>, output: &mut U::Out<Values>);

    /// As [`Golden::out`], for a caller that looks only at what tells it which inputs it may give: such outputs depend on state alone.
    /// The others may keep the values that they had, those that depend on state, too. A unit has its own form where that is
    /// cheaper (EQU-11).
    #[inline]
    fn out_of_state(&self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.out(input, output);
    }

    /// The clock edge: state of the next cycle from the inputs of this one.
    fn clock(&mut self, input: &U::In<Values>);

    /// [`Golden::out`], then [`Golden::clock`]. Outputs whose qualifier is not set may keep the values that they had. A unit has its
    /// own form where that is cheaper (EQU-11).
    #[inline]
    fn out_and_clock(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.out(input, output);
        self.clock(input);
    }
}

/// Anything that behaves like the unit: its golden model, its RTL, or both in lockstep.
///
/// The caller evaluates as often as it needs outputs, then ticks once each cycle.
pub trait Behaviour<U: Unit> {
    /// Outputs of this cycle for these inputs; state does not change.
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>);

    /// As [`Behaviour::eval`], for a caller that looks only at what tells it which inputs it may give: the others may keep the
    /// values that they had, as in [`Golden::out_of_state`].
    fn eval_state(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.eval(input, output);
    }

    /// The clock edge with these inputs, whether or not they have been evaluated before.
    fn tick(&mut self, input: &U::In<Values>);

    /// [`Behaviour::eval`], then [`Behaviour::tick`]. Outputs whose qualifier is not set may keep the values that they had.
    fn eval_and_tick(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.eval(input, output);
        self.tick(input);
    }
}

impl<U: Unit, G: Golden<U>> Behaviour<U> for G {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.out(input, output);
    }

    fn eval_state(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.out_of_state(input, output);
    }

    fn tick(&mut self, input: &U::In<Values>) {
        self.clock(input);
    }

    fn eval_and_tick(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.out_and_clock(input, output);
    }
}
