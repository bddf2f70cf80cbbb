//! The RTL of the units, one file per stem.

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
