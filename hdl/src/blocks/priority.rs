//! Priority encoders.

use crate::builder::index_bits;
use crate::{Expr, ModuleBuilder};

/// The position of the lowest 1 of `request`, or `none` if no bit is 1; as wide as `none`.
/// Combinational.
#[track_caller]
pub fn lowest_or<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    request: Expr<'m>,
    none: Expr<'m>,
) -> Expr<'m> {
    let last = request.width() as usize - 1;
    // From the highest bit down: each 1 replaces the position found before.
    m.fold(name, none, last + 1, |n, lowest| {
        let position = m.number(last - n, none.width());
        request.bit(last - n).mux(position, lowest)
    })
}

/// The position of the lowest 1 of `request`, just wide enough; 0 if no bit is 1.
/// Combinational.
#[track_caller]
pub fn lowest<'m>(m: &'m ModuleBuilder, name: &str, request: Expr<'m>) -> Expr<'m> {
    let none = m.constant(0, index_bits(request.width() as usize));
    lowest_or(m, name, request, none)
}

/// The position of the highest 1 of `request`, just wide enough; 0 if no bit is 1.
/// Combinational.
#[track_caller]
pub fn highest<'m>(m: &'m ModuleBuilder, name: &str, request: Expr<'m>) -> Expr<'m> {
    let bits = index_bits(request.width() as usize);
    m.fold(
        name,
        m.constant(0, bits),
        request.width() as usize,
        |n, highest| request.bit(n).mux(m.number(n, bits), highest),
    )
}

/// Only the lowest 1 of `request`; zero if no bit is 1. Combinational, one carry chain.
#[track_caller]
pub fn lowest_one_hot<'m>(name: &str, request: Expr<'m>) -> Expr<'m> {
    (request & (!request + 1)).named(name)
}
