//! Valid/ready handshakes.

use crate::{Expr, ModuleBuilder};

/// What a source offers. The offer is taken in a cycle in which the sink is ready too.
///
/// The rules: `valid` does not wait for ready, neither within a cycle nor across cycles. Once `valid` is 1 it stays 1,
/// and `data` stays the same, until the offer is taken. Ready may rise and fall freely.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'m> {
    /// Whether something is offered.
    pub valid: Expr<'m>,
    /// The value offered; meaningless without `valid`.
    pub data: Expr<'m>,
}

/// A register between a source and a sink; `ready` says whether the sink is ready. Returns the register's offer
/// and whether the register is ready itself.
///
/// One cycle from input to output, one offer each cycle. Cuts the paths of `valid` and `data`; ready
/// passes through within the cycle. After reset the register is empty.
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

/// A register between a source and a sink, with a second register for the offer that comes in the cycle in which
/// the sink stops being ready. Returns the buffer's offer and whether the buffer is ready itself.
///
/// One cycle from input to output, one offer each cycle. Cuts all paths: both results come from
/// registers. After reset the buffer is empty.
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

/// The control of a half-rate slice. Registers for the data of the offer load while it is `ready`.
#[derive(Clone, Copy, Debug)]
pub struct HalfRate<'m> {
    /// The slice has an offer, for the sink.
    pub full: Expr<'m>,
    /// The slice takes an offer of the source.
    pub ready: Expr<'m>,
}

/// A register between a source and a sink, for offers that are rare; `valid` says whether the source offers something, `ready`
/// whether the sink is ready.
///
/// One cycle from input to output, one offer every second cycle: the register takes an offer only while it is empty. Cuts all
/// paths, as a skid buffer does, with half of its registers. After reset it is empty. Its bits count as overhead, for `reason`.
#[track_caller]
pub fn half_rate_slice<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    valid: Expr<'m>,
    ready: Expr<'m>,
    reason: &'static str,
) -> HalfRate<'m> {
    let full = m.register(format!("{name}_full"), 1).reset(0);
    let full = full.overhead(reason);
    HalfRate {
        full: *full,
        ready: !full.next(full.mux(!ready, valid)),
    }
}
