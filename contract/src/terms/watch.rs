//! Evaluation of properties on values.

use super::program::Program;
use crate::{Property, Unit, Values, pack, port_list, words};
use std::marker::PhantomData;

/// Evaluates a list of properties, cycle after cycle.
#[derive(Clone, Debug)]
pub struct Watch<U: Unit> {
    program: Program,
    slots: Vec<u32>,
    inputs: Vec<u64>,
    outputs: Vec<u64>,
    unit: PhantomData<U>,
}

impl<U: Unit> Watch<U> {
    /// Watches properties of a unit with these parameters, starting at reset.
    pub fn new<'a>(params: &U::Params, properties: impl IntoIterator<Item = &'a Property>) -> Self {
        let mut program = Program::default();
        let properties = properties.into_iter();
        Self {
            slots: properties
                .map(|property| program.add(property.is.node()))
                .collect(),
            program,
            inputs: vec![0; words(&port_list::<U::In<Values>>(params))],
            outputs: vec![0; words(&port_list::<U::Out<Values>>(params))],
            unit: PhantomData,
        }
    }

    /// Evaluates the properties on the ports of one cycle; [`Watch::holds`] returns the results.
    pub fn cycle(&mut self, input: &U::In<Values>, output: &U::Out<Values>) {
        pack(input, &mut self.inputs);
        pack(output, &mut self.outputs);
        self.program.cycle(&self.inputs, &self.outputs);
    }

    /// As [`Watch::cycle`], given the words of all ports, in the order of [`pack`].
    pub fn words(&mut self, inputs: &[u64], outputs: &[u64]) {
        self.program.cycle(inputs, outputs);
    }

    /// Whether the property with this number held in the last cycle.
    pub fn holds(&self, property: usize) -> bool {
        self.program.value(self.slots[property]) != 0
    }
}
