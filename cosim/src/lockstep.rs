//! Golden model and RTL side by side.

use crate::batch::Batch;
use crate::beside::Beside;
use crate::comparison::Comparison;
use crate::mismatch::Mismatch;
use crate::verilated::{Library, Model};
use heddle_contract::{Behaviour, Golden, Unit, Values, pack};
use std::sync::Arc;

/// Behaves like the golden model, while the RTL follows and is compared with it.
///
/// The RTL sees the inputs at each clock edge. It runs in batches, so a mismatch is
/// known at most a batch after it occurs, and at the latest when [`Lockstep::finish`] returns.
pub struct Lockstep<U: Unit, G> {
    golden: G,
    batch: Batch,
    /// Used when the caller did not evaluate the outputs with the inputs of the clock edge.
    output: U::Out<Values>,
    /// Inputs at the clock edge.
    edge: Vec<u64>,
    evaluated: bool,
}

impl<U: Unit, G: Golden<U>> Lockstep<U, G> {
    /// Both sides in their reset state. The library must have been made for `U` and `params`.
    pub fn new(params: &U::Params, library: &Arc<Library>) -> Self {
        Self::with(params, library.model(), None)
    }

    /// As [`Lockstep::new`], for a model made from such a library.
    pub fn of(params: &U::Params, model: Model) -> Self {
        Self::with(params, model, None)
    }

    /// As [`Lockstep::of`], and records a waveform of a window of the run.
    pub fn recorded(params: &U::Params, model: Model, beside: Beside) -> Self {
        Self::with(params, model, Some(beside))
    }

    fn with(params: &U::Params, model: Model, beside: Option<Beside>) -> Self {
        let comparison = Comparison::new::<U>(params);
        Self {
            edge: vec![0; model.input_words()],
            golden: G::new(params),
            batch: Batch::new(U::NAME, comparison, model, beside),
            output: heddle_contract::Border::zero(params),
            evaluated: false,
        }
    }

    /// Runs a whole cycle, evaluation and clock edge with the same inputs; faster than the two separate calls.
    #[inline]
    pub fn cycle(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.golden.out(input, output);
        pack(input, self.batch.inputs());
        pack(output, self.batch.expected());
        self.evaluated = false;
        self.golden.clock(input);
        self.batch.push();
    }

    /// The last cycle of a run: the golden model does not go on from it, whose inputs can be legal by a wrong output of the RTL alone.
    pub fn end(&mut self, input: &U::In<Values>) {
        pack(input, self.batch.inputs());
        self.golden.out(input, &mut self.output);
        pack(&self.output, self.batch.expected());
        self.evaluated = false;
        self.batch.push();
    }

    /// Resets both sides. Registers of the RTL without reset keep their values.
    pub fn reset(&mut self, params: &U::Params, seed: u32) {
        self.batch.reset(seed);
        self.golden = G::new(params);
        self.evaluated = false;
    }

    /// The golden model, before the next clock edge.
    pub fn golden(&self) -> &G {
        &self.golden
    }

    /// The words of all inputs and golden outputs of the last cycle.
    #[inline]
    pub(crate) fn last(&self) -> (&[u64], &[u64]) {
        self.batch.last()
    }

    /// Compares the remaining cycles and returns the first mismatch.
    pub fn finish(&mut self) -> Option<&Mismatch> {
        self.batch.flush();
        self.first_mismatch()
    }

    /// The first mismatch among the cycles compared so far.
    pub fn first_mismatch(&self) -> Option<&Mismatch> {
        self.batch.first_mismatch()
    }

    /// Number of output words (scalars and array elements, one for each cycle) that have differed so far.
    pub fn mismatches(&self) -> u64 {
        self.batch.mismatches()
    }

    /// Cycles compared so far.
    pub fn cycles(&self) -> u64 {
        self.batch.compared()
    }
}

impl<U: Unit, G: Golden<U>> Behaviour<U> for Lockstep<U, G> {
    #[inline]
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.golden.out(input, output);
        pack(input, self.batch.inputs());
        pack(output, self.batch.expected());
        self.evaluated = true;
    }

    #[inline]
    fn tick(&mut self, input: &U::In<Values>) {
        pack(input, &mut self.edge);
        if !self.evaluated || self.edge != self.batch.inputs() {
            self.batch.inputs().copy_from_slice(&self.edge);
            self.golden.out(input, &mut self.output);
            pack(&self.output, self.batch.expected());
        }
        self.evaluated = false;
        self.golden.clock(input);
        self.batch.push();
    }
}
