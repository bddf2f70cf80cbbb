//! Testbenches in Icarus Verilog.

use crate::error::Error;
use crate::verilated::icarus;
use heddle_system::DraftFolder;
use std::fs;

/// The result of a testbench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// The text that the testbench printed.
    pub said: String,
    /// The waveform of the testbench (VCD).
    pub waveform: String,
}

/// Runs the testbench of a module in its own folder. The testbench `MODULE_tb` is one of these files and writes
/// `MODULE.vcd`.
///
/// # Errors
/// [`Error`] when Icarus Verilog is missing or refuses the files, and when a file cannot be written.
pub fn simulate(module: &str, files: &[(String, String)]) -> Result<Simulated, Error> {
    let folder = DraftFolder::temporary().map_err(Error::scratch(std::env::temp_dir()))?;
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::write(&path, text).map_err(Error::scratch(path))?;
    }
    let names = files.iter().map(|(name, _)| name.as_str());
    let verilog: Vec<&str> = names.filter(|name| name.ends_with(".v")).collect();
    let said = icarus(&format!("{module}_tb"), folder.path(), &verilog)?;
    let path = folder.path().join(format!("{module}.vcd"));
    let waveform = fs::read_to_string(&path).map_err(Error::scratch(path))?;
    Ok(Simulated { said, waveform })
}
