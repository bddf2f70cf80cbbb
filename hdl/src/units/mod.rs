//! The RTL of the units, one file per stem.

mod stackless_front_end;
mod unified_arbiter;

use crate::{Design, Errors};
use heddle_contract::units as contract;

/// RTL of the unified PC and memory arbiter.
///
/// # Errors
/// Mistakes in its description.
pub fn unified_arbiter(p: &contract::unified_arbiter::Params) -> Result<Design, Errors> {
    Design::of::<contract::UnifiedArbiter>(p)
}

/// RTL of the control unit of stack-less warps, with its arbiter.
///
/// # Errors
/// Mistakes in its description.
pub fn stackless_front_end(p: &contract::stackless_front_end::Params) -> Result<Design, Errors> {
    Design::of::<contract::StacklessFrontEnd>(p)
}
