//! Signals that can be driven: wires, arrays of wires, output ports, inputs of instances.

use super::graph::{Drive, Element, Graph, Item, Mode, PartSelect, SignalId};
use super::{Expr, Index, ModuleBuilder, Operand};
use crate::error::{Caller, Reason};
use std::fmt;
use std::ops::Deref;
use std::panic::Location;

/// A place to drive; each of its bits needs exactly one driver.
#[derive(Clone, Copy)]
pub struct Sink<'m> {
    pub(crate) module: &'m ModuleBuilder,
    pub(crate) part: PartSelect,
}

impl fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sink({:?})", self.part)
    }
}

impl<'m> Sink<'m> {
    /// Drives all bits.
    #[track_caller]
    pub fn set(self, value: impl Operand<'m>) {
        let at = Location::caller();
        let like = self.module.read(self.part, at);
        let value = value.beside(like);
        self.module
            .with(|g| g.drive(self.part, value.id, Mode::Assign, at));
    }

    /// The bit at this index.
    pub fn bit(self, index: impl Into<Index>) -> Sink<'m> {
        self.part(index, 1)
    }

    /// `width` bits from bit `low`.
    pub fn part(self, low: impl Into<Index>, width: u32) -> Sink<'m> {
        let low = self.part.low + low.into();
        let part = PartSelect {
            low,
            width,
            ..self.part
        };
        Sink { part, ..self }
    }
}

/// An array of places: an output port that is an array, or an instance input that is an array.
#[derive(Clone, Copy)]
pub struct Sinks<'m> {
    pub(crate) module: &'m ModuleBuilder,
    pub(crate) signal: SignalId,
}

impl fmt::Debug for Sinks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sinks({:?})", self.signal)
    }
}

impl<'m> Sinks<'m> {
    /// One element.
    pub fn at(self, index: impl Into<Index>) -> Sink<'m> {
        let part = element(self.module, self.signal, index.into());
        Sink {
            module: self.module,
            part,
        }
    }

    /// Drives all elements from an array port of the same shape.
    #[track_caller]
    pub fn set(self, value: Elements<'m>) {
        let at = Location::caller();
        let module = self.module;
        module.with(|g| {
            let (target, source) = (g.all(self.signal), g.all(value.signal));
            let value = g.read(source, at);
            g.drive(target, value, Mode::Assign, at);
        });
    }
}

/// A wire: read like a value, driven like a place.
#[derive(Clone, Copy)]
pub struct Wire<'m> {
    value: Expr<'m>,
    place: Sink<'m>,
}

impl fmt::Debug for Wire<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wire({:?})", self.place.part)
    }
}

impl<'m> Deref for Wire<'m> {
    type Target = Expr<'m>;

    fn deref(&self) -> &Expr<'m> {
        &self.value
    }
}

impl<'m> Wire<'m> {
    pub(crate) fn new(module: &'m ModuleBuilder, part: PartSelect, at: Caller) -> Self {
        let value = module.read(part, at);
        let place = Sink { module, part };
        Self { value, place }
    }

    /// Drives all bits.
    #[track_caller]
    pub fn set(self, value: impl Operand<'m>) {
        self.place.set(value);
    }

    /// Drives one bit.
    #[track_caller]
    pub fn set_bit(self, index: impl Into<Index>, value: impl Operand<'m>) {
        self.place.bit(index).set(value);
    }

    /// The wire as a place, to drive parts of it.
    pub fn place(self) -> Sink<'m> {
        self.place
    }
}

/// An array of values: an input port that is an array, an instance output that is an array, or the
/// readable side of an [`Array`].
#[derive(Clone, Copy)]
pub struct Elements<'m> {
    pub(crate) module: &'m ModuleBuilder,
    pub(crate) signal: SignalId,
}

impl fmt::Debug for Elements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Elements({:?})", self.signal)
    }
}

impl<'m> Elements<'m> {
    /// The element at a position known when the hardware is generated.
    #[track_caller]
    pub fn at(self, index: impl Into<Index>) -> Expr<'m> {
        let part = element(self.module, self.signal, index.into());
        self.module.read(part, Location::caller())
    }

    /// Number of elements.
    pub fn count(self) -> usize {
        let length = self.module.with(|g| g.signals[self.signal].length);
        length.unwrap_or(1)
    }

    /// Bits of an element.
    pub fn width(self) -> u32 {
        self.module.with(|g| g.signals[self.signal].width)
    }

    /// The element that `index` selects at run time; `index` is just wide enough to number all
    /// elements. Positions beyond the last element read as unknown.
    #[track_caller]
    pub fn index(self, index: impl Into<Expr<'m>>) -> Expr<'m> {
        let part = element(self.module, self.signal, 0usize.into());
        let index = index.into();
        index.derive(|g, at| g.pick(part, index.id, at))
    }
}

/// An array of wires: one array in Verilog.
#[derive(Clone, Copy, Debug)]
pub struct Array<'m>(pub(crate) Elements<'m>);

impl<'m> Deref for Array<'m> {
    type Target = Elements<'m>;

    fn deref(&self) -> &Elements<'m> {
        &self.0
    }
}

impl<'m> Array<'m> {
    /// The place of one element.
    pub fn place(self, index: impl Into<Index>) -> Sink<'m> {
        let Elements { module, signal } = self.0;
        let part = element(module, signal, index.into());
        Sink { module, part }
    }

    /// Drives one element.
    #[track_caller]
    pub fn set(self, index: impl Into<Index>, value: impl Operand<'m>) {
        self.place(index).set(value);
    }
}

/// One element of an array signal.
pub(crate) fn element(module: &ModuleBuilder, signal: SignalId, index: Index) -> PartSelect {
    module.with(|g| PartSelect {
        element: Element::At(index),
        width: g.signals[signal].width,
        ..g.all(signal)
    })
}

impl Graph {
    /// All bits of a signal.
    pub(crate) fn all(&self, signal: SignalId) -> PartSelect {
        PartSelect {
            signal,
            element: Element::All,
            low: 0u32.into(),
            width: self.signals[signal].total_bits() as u32,
        }
    }

    /// Records a driver in the open scope.
    pub(crate) fn drive(
        &mut self,
        target: PartSelect,
        value: super::ExprId,
        mode: Mode,
        at: Caller,
    ) {
        if let (left, Some(right)) = (target.width, self.width(value))
            && left != right
        {
            let operation = "driving";
            let reason = Reason::Widths {
                operation,
                left,
                right,
            };
            self.report(at, reason);
        }
        self.refuse_in_fold("driving", at);
        let scope = self.open;
        let drive = self.drives.push(Drive {
            target,
            value,
            mode,
            scope,
            at,
        });
        self.item(Item::Drive(drive));
    }
}
