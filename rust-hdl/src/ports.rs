//! Conversion between the values of a contract's ports and signals.

use rust_hdl_core::prelude::*;

/// A signal, or an array of signals, that is one port of a unit.
pub trait Port {
    /// The type of the port's value in the contract.
    type Value: ?Sized;

    /// Names of the signals in rust-hdl's Verilog and checks; `name` is the name of the field.
    fn names(&self, name: &str) -> Vec<String>;
}

/// A port into a unit.
pub trait Input: Port {
    /// Reads the signals.
    fn read(&self, value: &mut Self::Value);
}

/// A port out of a unit.
pub trait Output: Port {
    /// Drives the signals.
    ///
    /// # Panics
    /// If a value has more bits than its signal.
    fn write(&mut self, value: &Self::Value);

    /// Tells rust-hdl that the block drives the signals.
    fn claim(&mut self);
}

impl<D: Direction> Port for Signal<D, Bit> {
    type Value = bool;

    fn names(&self, name: &str) -> Vec<String> {
        vec![name.into()]
    }
}

impl<D: Direction, const N: usize> Port for Signal<D, Bits<N>> {
    type Value = u64;

    fn names(&self, name: &str) -> Vec<String> {
        vec![name.into()]
    }
}

impl<D: Direction, const N: usize, const K: usize> Port for [Signal<D, Bits<N>>; K] {
    type Value = [u64];

    fn names(&self, name: &str) -> Vec<String> {
        (0..K).map(|at| format!("{name}${at}")).collect()
    }
}

impl Input for Signal<In, Bit> {
    fn read(&self, value: &mut bool) {
        *value = self.val();
    }
}

impl<const N: usize> Input for Signal<In, Bits<N>> {
    fn read(&self, value: &mut u64) {
        *value = self.val().into();
    }
}

impl<const N: usize, const K: usize> Input for [Signal<In, Bits<N>>; K] {
    fn read(&self, value: &mut [u64]) {
        for (signal, value) in self.iter().zip(value) {
            signal.read(value);
        }
    }
}

impl Output for Signal<Out, Bit> {
    fn write(&mut self, value: &bool) {
        self.next = *value;
    }

    fn claim(&mut self) {
        self.connect();
    }
}

impl<const N: usize> Output for Signal<Out, Bits<N>> {
    fn write(&mut self, value: &u64) {
        self.next = (*value).into();
    }

    fn claim(&mut self) {
        self.connect();
    }
}

impl<const N: usize, const K: usize> Output for [Signal<Out, Bits<N>>; K] {
    fn write(&mut self, value: &[u64]) {
        for (signal, value) in self.iter_mut().zip(value) {
            signal.write(value);
        }
    }

    fn claim(&mut self) {
        for signal in self {
            signal.connect();
        }
    }
}
