//! Deliberate faults, which prove that a comparison can fail, and that an in-loop run has the unit in its loop (COS-3).

use heddle_contract::{Behaviour, Bundle, Unit, Values, VisitMut};
use std::marker::PhantomData;

/// When a fault occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In one cycle.
    At(u64),
    /// In every cycle.
    Always,
}

/// A fault that flips one bit of the outputs, in one cycle or in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Word of the outputs at the border: scalars and array elements in order of declaration.
    pub word: usize,
    /// Bit of the word; must lie within the port.
    pub bit: u32,
    /// The cycles in which it occurs.
    pub when: When,
}

/// A behaviour with one output bit flipped.
pub struct Corrupt<U, B> {
    inner: B,
    fault: Fault,
    cycle: u64,
    unit: PhantomData<fn(U)>,
}

impl<U: Unit, B: Behaviour<U>> Corrupt<U, B> {
    /// A behaviour like `inner`, with a fault.
    pub fn new(inner: B, fault: Fault) -> Self {
        Self {
            inner,
            fault,
            cycle: 0,
            unit: PhantomData,
        }
    }

    fn strikes(&self) -> bool {
        match self.fault.when {
            When::At(cycle) => self.cycle == cycle,
            When::Always => true,
        }
    }
}

impl<U: Unit, B: Behaviour<U>> Behaviour<U> for Corrupt<U, B> {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.inner.eval(input, output);
        if self.strikes() {
            output.visit_mut(&mut Flip {
                word: self.fault.word,
                bit: self.fault.bit,
                at: 0,
            });
        }
    }

    fn tick(&mut self, input: &U::In<Values>) {
        self.inner.tick(input);
        self.cycle += 1;
    }
}

/// Flips one bit of one word of a bundle.
struct Flip {
    word: usize,
    bit: u32,
    at: usize,
}

impl Flip {
    fn word(&mut self, value: &mut u64) {
        if self.at == self.word {
            *value ^= 1 << self.bit;
        }
        self.at += 1;
    }
}

impl VisitMut<Values> for Flip {
    fn bit(&mut self, signal: &mut bool) {
        *signal ^= self.at == self.word;
        self.at += 1;
    }

    fn bits(&mut self, signal: &mut u64) {
        self.word(signal);
    }

    fn array(&mut self, signal: &mut Vec<u64>) {
        signal.iter_mut().for_each(|value| self.word(value));
    }
}
