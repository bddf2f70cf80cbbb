//! One contract per unit; the file's stem is the unit's name everywhere.

pub mod stackless_front_end;
pub mod unified_arbiter;

pub use stackless_front_end::StacklessFrontEnd;
pub use unified_arbiter::UnifiedArbiter;

use crate::{Config, ParamError, UnitInfo};

/// Every unit's contract for a machine, in the order of the tables.
///
/// # Errors
/// [`ParamError`] of the first unit that cannot be what the machine asks for.
pub fn all(config: &Config) -> Result<Vec<UnitInfo>, ParamError> {
    Ok(vec![
        UnitInfo::of::<UnifiedArbiter>(config)?,
        UnitInfo::of::<StacklessFrontEnd>(config)?,
    ])
}
