//! Contract, golden model, RTL and stimuli of a unit, brought together.

use crate::stimuli::{self, Stimuli};
use crate::verilated::{Verilog, VerilogFile};
use heddle_contract::{Golden, for_each_unit, units};
use heddle_hdl::{Design, Errors, Hardware};

/// A unit whose RTL can be checked against its golden model under its stimuli.
pub trait Checked: Hardware {
    /// The golden model.
    type Golden: Golden<Self>;
    /// The environment of unit mode.
    type Stimuli: Stimuli<Self>;
}

macro_rules! checked {
    ($($stem:ident $unit:ident,)*) => {$(
        impl Checked for units::$unit {
            type Golden = heddle_units::$unit;
            type Stimuli = stimuli::$unit;
        }
    )*};
}
for_each_unit!(checked);

/// The RTL of a unit as Verilog.
///
/// # Errors
/// Mistakes in the unit's description.
pub fn emit<U: Hardware>(params: &U::Params) -> Result<Verilog, Errors> {
    let design = Design::of::<U>(params)?;
    let files = design.modules.iter().map(|module| VerilogFile {
        name: module.file_name(),
        text: module.verilog.clone(),
    });
    Ok(Verilog {
        top: design.top().name.clone(),
        files: files.collect(),
    })
}
