//! One contract per unit; the file's stem is the unit's name everywhere.

pub mod stackless_front_end;
pub mod unified_arbiter;

pub use stackless_front_end::StacklessFrontEnd;
pub use unified_arbiter::UnifiedArbiter;
