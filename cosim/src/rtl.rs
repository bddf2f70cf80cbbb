//! Compiled RTL with the behaviour of its unit.

use crate::verilated::{BuildError, Cache, Library, Model, Pin, Source, Verilog};
use heddle_contract::{Behaviour, Direction, Unit, Values, pack, port_list, unpack};
use std::marker::PhantomData;
use std::sync::Arc;

/// The RTL of a unit with its ports, ready to be compiled.
pub fn source<U: Unit>(params: &U::Params, verilog: Verilog) -> Source {
    let inputs = port_list::<U::In<Values>>(params);
    let outputs = port_list::<U::Out<Values>>(params);
    Source {
        verilog,
        inputs: Pin::all(&inputs, Direction::In),
        outputs: Pin::all(&outputs, Direction::Out),
        held: Vec::new(),
        trace: false,
        by_level: false,
    }
}

/// The RTL of a unit, compiled.
///
/// # Errors
/// [`BuildError`] when a tool, the Verilog or the cache is at fault.
pub fn library<U: Unit>(
    params: &U::Params,
    verilog: Verilog,
    cache: &Cache,
) -> Result<Arc<Library>, BuildError> {
    Library::load(&source::<U>(params, verilog), cache)
}

/// One instance of a unit's RTL.
pub struct Rtl<U> {
    model: Model,
    /// Inputs of the last evaluation.
    inputs: Vec<u64>,
    /// Inputs at the clock edge.
    edge: Vec<u64>,
    outputs: Vec<u64>,
    unit: PhantomData<fn(U)>,
}

impl<U: Unit> Rtl<U> {
    /// An instance in its reset state. The library must have been made from [`source`] for `U`.
    pub fn new(library: &Arc<Library>) -> Self {
        Self::of(library.model())
    }

    /// An instance from a model of such a library.
    pub fn of(model: Model) -> Self {
        Self {
            inputs: vec![0; model.input_words()],
            edge: vec![0; model.input_words()],
            outputs: vec![0; model.output_words()],
            model,
            unit: PhantomData,
        }
    }
}

impl<U: Unit> Rtl<U> {
    /// The last `count` words that a model shows, behind those of the unit's outputs, after the last clock edge.
    pub(crate) fn behind(&mut self, count: usize) -> &[u64] {
        self.model.eval(&self.inputs, &mut self.outputs);
        &self.outputs[self.outputs.len() - count..]
    }
}

impl<U: Unit> Behaviour<U> for Rtl<U> {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        pack(input, &mut self.inputs);
        self.model.eval(&self.inputs, &mut self.outputs);
        unpack(output, &self.outputs);
    }

    fn tick(&mut self, input: &U::In<Values>) {
        pack(input, &mut self.edge);
        if self.edge != self.inputs {
            self.inputs.copy_from_slice(&self.edge);
            self.model.eval(&self.inputs, &mut self.outputs);
        }
        self.model.tick();
    }
}
