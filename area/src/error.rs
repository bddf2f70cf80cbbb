//! Why a machine has no area.

use heddle_contract::ParamError;
use heddle_hdl::units::UnitError;

/// Why the storage of a machine cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A unit refuses the machine: its name, the parameter and the limit.
    #[error(transparent)]
    Params(#[from] ParamError),
    /// A unit has no netlist.
    #[error(transparent)]
    Unit(#[from] UnitError),
}
