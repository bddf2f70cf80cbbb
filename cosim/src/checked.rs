//! Contract, golden model, RTL and stimuli of a unit, brought together.

use crate::stimuli::{StacklessFrontEndStimuli, Stimuli, UnifiedArbiterStimuli};
use crate::verilated::{Verilog, VerilogFile};
use heddle_contract::units::{StacklessFrontEnd, UnifiedArbiter};
use heddle_contract::{Golden, Unit};
use heddle_hdl::{Design, Errors, Hardware};

/// A unit that can be checked against its golden model.
pub trait Checked: Unit {
    /// The golden model.
    type Golden: Golden<Self>;
    /// The environment of unit mode.
    type Stimuli: Stimuli<Self>;
}

impl Checked for UnifiedArbiter {
    type Golden = heddle_sim::units::UnifiedArbiter;
    type Stimuli = UnifiedArbiterStimuli;
}

impl Checked for StacklessFrontEnd {
    type Golden = heddle_sim::units::StacklessFrontEnd;
    type Stimuli = StacklessFrontEndStimuli;
}

/// The RTL of a unit as Verilog.
///
/// # Errors
/// Mistakes in its description.
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
