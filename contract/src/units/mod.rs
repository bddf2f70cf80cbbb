//! One contract per unit; the file's stem is the unit's name everywhere.

pub mod reconvergence_stack;
pub mod stackless_front_end;
pub mod thread_pc_table;
pub mod unified_arbiter;

pub use reconvergence_stack::ReconvergenceStack;
pub use stackless_front_end::StacklessFrontEnd;
pub use thread_pc_table::ThreadPcTable;
pub use unified_arbiter::UnifiedArbiter;

use crate::{Config, ParamError, UnitInfo};

/// Every unit's contract for a machine, in the order of the tables.
///
/// # Errors
/// [`ParamError`] of the first unit that cannot be what the machine asks for.
pub fn all(config: &Config) -> Result<Vec<UnitInfo>, ParamError> {
    Ok(vec![
        UnitInfo::of::<UnifiedArbiter>(config)?,
        UnitInfo::of::<ThreadPcTable>(config)?,
        UnitInfo::of::<StacklessFrontEnd>(config)?,
        UnitInfo::of::<ReconvergenceStack>(config)?,
    ])
}
