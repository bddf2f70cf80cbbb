//! Golden units: plain state and two functions each, written from the paper for reading.

mod stackless_front_end;
mod unified_arbiter;

pub use stackless_front_end::{AroundArbiter, StacklessFrontEnd};
pub use unified_arbiter::UnifiedArbiter;
