//! Rust's operators on values, wires, registers and plain numbers.

use super::graph::{Binary, Graph};
use super::{Expr, Register, Wire};
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};
use std::panic::Location;

/// The other operand of an operation: a value, a wire, a register, or a number, which
/// takes the width of the first operand.
pub trait Operand<'m> {
    /// The operand as a value that can be combined with `other`.
    #[track_caller]
    fn beside(self, other: Expr<'m>) -> Expr<'m>;
}

impl<'m> Operand<'m> for Expr<'m> {
    fn beside(self, _: Expr<'m>) -> Expr<'m> {
        self
    }
}

impl<'m> Operand<'m> for Wire<'m> {
    fn beside(self, _: Expr<'m>) -> Expr<'m> {
        *self
    }
}

impl<'m> Operand<'m> for Register<'m> {
    fn beside(self, _: Expr<'m>) -> Expr<'m> {
        *self
    }
}

impl<'m> Operand<'m> for u64 {
    #[track_caller]
    fn beside(self, other: Expr<'m>) -> Expr<'m> {
        let at = Location::caller();
        let make = |graph: &mut Graph| {
            let width = graph.width(other.id).unwrap_or(u64::BITS);
            graph.constant(self, width, at)
        };
        let id = other.module.with(make);
        Expr { id, ..other }
    }
}

macro_rules! operator {
    ($handle:ident: $($operator:ident $method:ident)+) => {
        $(
            impl<'m, T: Operand<'m>> $operator<T> for $handle<'m> {
                type Output = Expr<'m>;

                #[track_caller]
                fn $method(self, other: T) -> Expr<'m> {
                    let left: Expr<'m> = self.into();
                    left.binary(operator!(@ $operator), other)
                }
            }
        )+

        impl<'m> Not for $handle<'m> {
            type Output = Expr<'m>;

            #[track_caller]
            fn not(self) -> Expr<'m> {
                let value: Expr<'m> = self.into();
                value.derive(|g, at| g.not(value.id, at))
            }
        }
    };
    (@ BitAnd) => { Binary::And };
    (@ BitOr) => { Binary::Or };
    (@ BitXor) => { Binary::Xor };
    (@ Add) => { Binary::Add };
    (@ Sub) => { Binary::Sub };
}

operator!(Expr: BitAnd bitand BitOr bitor BitXor bitxor Add add Sub sub);
operator!(Wire: BitAnd bitand BitOr bitor BitXor bitxor Add add Sub sub);
operator!(Register: BitAnd bitand BitOr bitor BitXor bitxor Add add Sub sub);

impl<'m> From<Wire<'m>> for Expr<'m> {
    fn from(wire: Wire<'m>) -> Self {
        *wire
    }
}

impl<'m> From<Register<'m>> for Expr<'m> {
    fn from(register: Register<'m>) -> Self {
        *register
    }
}
