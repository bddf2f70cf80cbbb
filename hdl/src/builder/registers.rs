//! Registers, and arrays of registers.

use super::graph::{Graph, Item, Kind, Mode, Node, PartSelect, SignalId};
use super::sinks::element;
use super::{Elements, Expr, Index, ModuleBuilder, Operand};
use std::fmt;
use std::ops::Deref;
use std::panic::Location;

/// A register; reading it gives its value before the clock edge.
///
/// Without [`reset`](Self::reset) a register holds data and is unknown until it is first loaded. In Verilog it is
/// `name_q`; its next value gets the wire `name_d` if the expression is too long for the always block.
#[derive(Clone, Copy)]
pub struct Register<'m> {
    value: Expr<'m>,
    part: PartSelect,
}

impl fmt::Debug for Register<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Register({:?})", self.part)
    }
}

impl<'m> Deref for Register<'m> {
    type Target = Expr<'m>;

    fn deref(&self) -> &Expr<'m> {
        &self.value
    }
}

impl<'m> Register<'m> {
    /// Sets the value after reset.
    #[track_caller]
    pub fn reset(self, value: u64) -> Self {
        let at = Location::caller();
        self.value.module.with(|g| {
            g.constant(value, self.part.width, at);
            g.signals[self.part.signal].kind = Kind::Register { reset: Some(value) };
        });
        self
    }

    /// Loads `value` at every clock edge; returns the value of the register.
    #[track_caller]
    pub fn next(self, value: impl Operand<'m>) -> Expr<'m> {
        let value = value.beside(self.value);
        let mode = Mode::Next { enable: None };
        self.drive(self.part, value, mode)
    }

    /// Loads `value` at clock edges with `enable` = 1; returns the value of the register.
    #[track_caller]
    pub fn next_when(self, enable: impl Into<Expr<'m>>, value: impl Operand<'m>) -> Expr<'m> {
        let value = value.beside(self.value);
        let enable = enable.into().id;
        let is_on = |g: &mut Graph| matches!(g.exprs[enable].node, Node::Constant(1));
        let enable = (!self.value.module.with(is_on)).then_some(enable);
        let mode = Mode::Next { enable };
        self.drive(self.part, value, mode)
    }

    /// Counts the bits of the register as [`StorageKind::Overhead`](crate::StorageKind::Overhead): state that the
    /// source of the unit does not count, for `reason`.
    pub fn overhead(self, reason: &'static str) -> Self {
        let signal = self.part.signal;
        self.value.module.with(|g| g.overhead(signal, reason));
        self
    }

    /// Adds a note beside the declaration.
    pub(crate) fn note(self, text: String) {
        let signal = self.part.signal;
        self.value.module.with(|g| g.signals[signal].note = text);
    }

    /// Loads `value` into one bit at every clock edge.
    #[track_caller]
    pub fn next_bit(self, index: impl Into<Index>, value: Expr<'m>) {
        let low = index.into();
        let part = PartSelect {
            low,
            width: 1,
            ..self.part
        };
        self.drive(part, value, Mode::Next { enable: None });
    }

    #[track_caller]
    fn drive(self, part: PartSelect, value: Expr<'m>, mode: Mode) -> Expr<'m> {
        let at = Location::caller();
        let drive = |g: &mut Graph| {
            if let Mode::Next { enable: Some(bit) } = mode {
                g.expect_width("an enable", bit, 1, at);
            }
            g.drive(part, value.id, mode, at);
        };
        self.value.module.with(drive);
        self.value
    }
}

/// An array of registers, read like an [`Elements`]; each register loads its own next value. Use a
/// [`Memory`](super::Memory) for words that are written by index.
#[derive(Clone, Copy, Debug)]
pub struct Registers<'m>(Elements<'m>);

impl<'m> Deref for Registers<'m> {
    type Target = Elements<'m>;

    fn deref(&self) -> &Elements<'m> {
        &self.0
    }
}

impl<'m> Registers<'m> {
    /// Counts the bits of all registers as [`StorageKind::Overhead`](crate::StorageKind::Overhead): state that the
    /// source of the unit does not count, for `reason`.
    pub fn overhead(self, reason: &'static str) -> Self {
        let Elements { module, signal } = self.0;
        module.with(|g| g.overhead(signal, reason));
        self
    }

    /// Loads the elements of an array of the same shape at every clock edge: one assignment in Verilog.
    /// Returns the values of the registers.
    #[track_caller]
    pub fn next_all(self, values: Elements<'m>) -> Elements<'m> {
        self.drive_all(values, None)
    }

    /// Loads the elements of an array of the same shape at clock edges with `enable` = 1.
    #[track_caller]
    pub fn next_all_when(self, enable: impl Into<Expr<'m>>, values: Elements<'m>) -> Elements<'m> {
        self.drive_all(values, Some(enable.into()))
    }

    #[track_caller]
    fn drive_all(self, values: Elements<'m>, enable: Option<Expr<'m>>) -> Elements<'m> {
        let at = Location::caller();
        let Elements { module, signal } = self.0;
        let whole = |signal: SignalId| {
            let part = module.with(|g| g.all(signal));
            let value = module.read(part, at);
            (part, value)
        };
        let ((part, value), (_, values)) = (whole(signal), whole(values.signal));
        let register = Register { value, part };
        match enable {
            Some(enable) => register.next_when(enable, values),
            None => register.next(values),
        };
        self.0
    }

    /// One of the registers, to set its next value.
    #[track_caller]
    pub fn register(self, index: impl Into<Index>) -> Register<'m> {
        let Elements { module, signal } = self.0;
        let part = element(module, signal, index.into());
        let value = module.read(part, Location::caller());
        Register { value, part }
    }
}

impl ModuleBuilder {
    /// Declares a register of `width` bits.
    #[track_caller]
    pub fn register(&self, name: impl Into<String>, width: u32) -> Register<'_> {
        let at = Location::caller();
        let signal = self.storage(name.into(), width, None);
        let part = self.with(|g| g.all(signal));
        let value = self.read(part, at);
        Register { value, part }
    }

    /// Declares `length` registers of `width` bits each.
    #[track_caller]
    pub fn registers(&self, name: impl Into<String>, length: usize, width: u32) -> Registers<'_> {
        let signal = self.storage(name.into(), width, Some(length));
        Registers(Elements {
            module: self,
            signal,
        })
    }

    #[track_caller]
    fn storage(&self, name: String, width: u32, length: Option<usize>) -> SignalId {
        let at = Location::caller();
        self.with(|g| {
            let kind = Kind::Register { reset: None };
            let signal = g.declare(name, kind, width, length, at);
            g.item(Item::Declare(signal));
            signal
        })
    }
}

impl Graph {
    /// Records why the bits of a signal do not count as storage.
    pub(super) fn overhead(&mut self, signal: SignalId, reason: &'static str) {
        self.signals[signal].overhead = Some(reason);
    }
}
