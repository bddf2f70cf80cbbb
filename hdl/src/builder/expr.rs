//! Values on wires.

use super::graph::{Binary, ExprId, Graph, Reduce, Shift};
use super::{Index, ModuleBuilder, Operand};
use std::fmt;
use std::panic::Location;

/// A value on wires of a module under construction.
///
/// It is a handle: `Copy`, compared with [`eq`](Self::eq) and similar methods (not with `==`, which could
/// only say whether two handles are the same).
///
/// # Widths
///
/// `&`, `|`, `^`, `+`, `-` and comparisons take two values of the same width; sums wrap around. Plain
/// `u64` numbers take the width of the other operand. Widths never change implicitly:
/// [`zero_extend`](Self::zero_extend), [`sign_extend`](Self::sign_extend),
/// [`truncate`](Self::truncate) and [`repeat`](Self::repeat) change them. A mistake is recorded
/// with the caller's place, and the checks report it with all others.
#[derive(Clone, Copy)]
pub struct Expr<'m> {
    pub(crate) module: &'m ModuleBuilder,
    pub(crate) id: ExprId,
}

impl fmt::Debug for Expr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expr({:?})", self.id)
    }
}

impl<'m> Expr<'m> {
    /// A new expression of the same module.
    #[track_caller]
    pub(crate) fn derive(
        self,
        make: impl FnOnce(&mut Graph, &'static Location<'static>) -> ExprId,
    ) -> Expr<'m> {
        let at = Location::caller();
        let id = self.module.with(|graph| make(graph, at));
        Expr { id, ..self }
    }

    #[track_caller]
    pub(crate) fn binary(self, op: Binary, other: impl Operand<'m>) -> Expr<'m> {
        let other = other.beside(self);
        self.derive(|g, at| g.binary(op, self.id, other.id, at))
    }

    /// Width in bits; 0 after a mistake that left the width unknown.
    pub fn width(self) -> u32 {
        self.module.with(|g| g.width(self.id).unwrap_or(0))
    }

    /// Gives the value its own name in the Verilog.
    #[track_caller]
    pub fn named(self, name: impl Into<String>) -> Expr<'m> {
        self.derive(|g, at| g.define(name.into(), self.id, at))
    }

    /// Whether the values are equal; one bit.
    #[track_caller]
    pub fn eq(self, other: impl Operand<'m>) -> Expr<'m> {
        self.binary(Binary::Eq, other)
    }

    /// Whether the values differ; one bit.
    #[track_caller]
    pub fn ne(self, other: impl Operand<'m>) -> Expr<'m> {
        self.binary(Binary::Ne, other)
    }

    /// Whether this value is less than the other, unsigned; one bit.
    #[track_caller]
    pub fn lt(self, other: impl Operand<'m>) -> Expr<'m> {
        self.binary(Binary::Lt, other)
    }

    /// Whether this value is less than or equal to the other, unsigned; one bit.
    #[track_caller]
    pub fn le(self, other: impl Operand<'m>) -> Expr<'m> {
        self.binary(Binary::Le, other)
    }

    /// Whether this value is greater than the other, unsigned; one bit.
    #[track_caller]
    pub fn gt(self, other: impl Operand<'m>) -> Expr<'m> {
        self.binary(Binary::Gt, other)
    }

    /// Whether this value is greater than or equal to the other, unsigned; one bit.
    #[track_caller]
    pub fn ge(self, other: impl Operand<'m>) -> Expr<'m> {
        self.binary(Binary::Ge, other)
    }

    /// `then` if this bit is 1, `otherwise` if it is 0; both have the same width.
    #[track_caller]
    pub fn mux(self, then: impl Operand<'m>, otherwise: Expr<'m>) -> Expr<'m> {
        let then = then.beside(otherwise);
        self.derive(|g, at| g.mux(self.id, then.id, otherwise.id, at))
    }

    /// This value if `condition` is 1, zeros if it is 0; a mask, not a selection.
    #[track_caller]
    pub fn masked(self, condition: Expr<'m>) -> Expr<'m> {
        let mask = condition.derive(|g, at| g.mask(condition.id, self.id, at));
        self & mask
    }

    /// Whether at least one bit is 1.
    #[track_caller]
    pub fn any(self) -> Expr<'m> {
        self.derive(|g, at| g.reduce(Reduce::Or, self.id, at))
    }

    /// Whether every bit is 1.
    #[track_caller]
    pub fn all(self) -> Expr<'m> {
        self.derive(|g, at| g.reduce(Reduce::And, self.id, at))
    }

    /// Whether the number of 1 bits is odd.
    #[track_caller]
    pub fn parity(self) -> Expr<'m> {
        self.derive(|g, at| g.reduce(Reduce::Xor, self.id, at))
    }

    /// This value above `low`: `{self, low}`.
    #[track_caller]
    pub fn cat(self, low: Expr<'m>) -> Expr<'m> {
        self.derive(|g, at| g.cat(vec![self.id, low.id], at))
    }

    /// `times` copies of this value, concatenated.
    #[track_caller]
    pub fn repeat(self, times: u32) -> Expr<'m> {
        self.derive(|g, at| g.repeat(times, self.id, at))
    }

    /// The bit at this position.
    #[track_caller]
    pub fn bit(self, index: impl Into<Index>) -> Expr<'m> {
        let index = index.into();
        self.derive(|g, at| g.slice(self.id, index, 1, at))
    }

    /// Bits `high` down to `low`, both included.
    #[track_caller]
    pub fn bits(self, high: u32, low: u32) -> Expr<'m> {
        let width = (high + 1).saturating_sub(low);
        self.derive(|g, at| g.slice(self.id, low.into(), width, at))
    }

    /// `width` bits from bit `low`, which may depend on a loop.
    #[track_caller]
    pub fn part(self, low: impl Into<Index>, width: u32) -> Expr<'m> {
        let low = low.into();
        self.derive(|g, at| g.slice(self.id, low, width, at))
    }

    /// The lowest `width` bits.
    #[track_caller]
    pub fn truncate(self, width: u32) -> Expr<'m> {
        self.part(0u32, width)
    }

    /// This value extended to `width` bits with zeros.
    #[track_caller]
    pub fn zero_extend(self, width: u32) -> Expr<'m> {
        self.derive(|g, at| g.zero_extend(self.id, width, at))
    }

    /// This value extended to `width` bits with copies of the highest bit.
    #[track_caller]
    pub fn sign_extend(self, width: u32) -> Expr<'m> {
        self.derive(|g, at| g.sign_extend(self.id, width, at))
    }

    /// This value shifted towards the highest bit by a fixed distance; zeros are shifted in.
    #[track_caller]
    pub fn shift_left(self, by: impl Into<Index>) -> Expr<'m> {
        let by = by.into();
        self.derive(|g, at| g.shift(Shift::Left, self.id, by, at))
    }

    /// This value shifted towards bit 0 by a fixed distance; zeros are shifted in.
    #[track_caller]
    pub fn shift_right(self, by: impl Into<Index>) -> Expr<'m> {
        let by = by.into();
        self.derive(|g, at| g.shift(Shift::Right, self.id, by, at))
    }

    /// `width` bits with a 1 at the position given by this value; zero if the position is beyond them.
    #[track_caller]
    pub fn decode(self, width: u32) -> Expr<'m> {
        self.derive(|g, at| g.decode(self.id, width, at))
    }
}
