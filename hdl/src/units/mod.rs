//! The RTL of the units, one file per stem.

mod stackless_front_end;
mod unified_arbiter;

use crate::{Design, Errors, Hardware};
use heddle_contract::units as contract;
use heddle_contract::units::{StacklessFrontEnd, UnifiedArbiter};
use heddle_contract::{Config, ParamError, Unit};

/// Every unit, by the name that it has everywhere.
pub const NAMES: &[&str] = &[UnifiedArbiter::NAME, StacklessFrontEnd::NAME];

/// Why a unit cannot be generated for a machine.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// No unit of that name.
    #[error("no unit is called `{name}`; there are: {}", NAMES.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The machine asks for what the unit cannot be.
    #[error(transparent)]
    Params(#[from] ParamError),
    /// The unit's description is wrong: a bug in Heddle.
    #[error("the description of this unit is wrong, please report it:\n{0}")]
    Description(#[from] Errors),
}

/// The RTL of a unit as a machine has it.
///
/// # Errors
/// [`UnitError`] for a name that is not in [`NAMES`], and for a machine that the unit refuses.
pub fn design(name: &str, config: &Config) -> Result<Design, UnitError> {
    match name {
        UnifiedArbiter::NAME => of::<UnifiedArbiter>(config),
        StacklessFrontEnd::NAME => of::<StacklessFrontEnd>(config),
        _ => Err(UnitError::Unknown { name: name.into() }),
    }
}

fn of<U: Hardware>(config: &Config) -> Result<Design, UnitError> {
    Ok(Design::of::<U>(&U::params(config)?)?)
}

/// RTL of the unified PC and memory arbiter.
///
/// # Errors
/// Mistakes in its description.
pub fn unified_arbiter(p: &contract::unified_arbiter::Params) -> Result<Design, Errors> {
    Design::of::<UnifiedArbiter>(p)
}

/// RTL of the control unit of stack-less warps, with its arbiter.
///
/// # Errors
/// Mistakes in its description.
pub fn stackless_front_end(p: &contract::stackless_front_end::Params) -> Result<Design, Errors> {
    Design::of::<StacklessFrontEnd>(p)
}
