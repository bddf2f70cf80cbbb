//! The modes of co-simulation.

use serde::Serialize;

/// How golden model and RTL are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// The unit alone under random stimuli.
    Unit,
    /// The golden GPU runs a kernel, the RTL follows its golden unit.
    Shadow,
    /// The RTL replaces the golden unit in the GPU.
    InLoop,
}
