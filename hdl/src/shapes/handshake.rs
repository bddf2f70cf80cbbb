//! Valid/ready handshakes.

use crate::{Expr, ModuleBuilder};

/// What a source offers. It is taken in a cycle in which its sink is ready as well.
///
/// The rules: `valid` does not wait for ready, within the cycle or at all; once it is 1 it stays so,
/// and `data` stays the same, until the offer is taken. Ready may come and go.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'m> {
    /// There is something.
    pub valid: Expr<'m>,
    /// It; meaningless without `valid`.
    pub data: Expr<'m>,
}

/// A register between a source and a sink that is ready when `ready` is 1. Returns what it offers
/// and whether it is ready itself.
///
/// One cycle from input to output, an offer a cycle. Cuts the paths of `valid` and `data`; ready
/// goes through within the cycle. After reset it is empty.
#[track_caller]
pub fn register_slice<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    input: Offer<'m>,
    ready: Expr<'m>,
) -> (Offer<'m>, Expr<'m>) {
    let width = input.data.width();
    let valid = m.register(format!("{name}_valid"), 1).reset(0);
    let data = m.register(format!("{name}_data"), width);
    let is_free = (ready | !valid).named(format!("{name}_ready"));
    let output = Offer {
        valid: valid.next_when(is_free, input.valid),
        data: data.next_when(is_free, input.data),
    };
    (output, is_free)
}

/// A register between a source and a sink, with a second one for what comes in the cycle in which
/// the sink stops being ready. Returns what it offers and whether it is ready itself.
///
/// One cycle from input to output, an offer a cycle. Cuts all paths: both results come from
/// registers. After reset it is empty.
#[track_caller]
pub fn skid_buffer<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    input: Offer<'m>,
    ready: Expr<'m>,
) -> (Offer<'m>, Expr<'m>) {
    let width = input.data.width();
    let valid = m.register(format!("{name}_valid"), 1).reset(0);
    let data = m.register(format!("{name}_data"), width);
    let waits = m.register(format!("{name}_waits"), 1).reset(0);
    let waiting = m.register(format!("{name}_waiting"), width);
    let is_free = (ready | !valid).named(format!("{name}_free"));
    let output = Offer {
        valid: valid.next_when(is_free, waits | input.valid),
        data: data.next_when(is_free, waits.mux(waiting, input.data)),
    };
    waits.next((waits | input.valid) & !is_free);
    waiting.next_when(!waits, input.data);
    (output, !waits)
}
