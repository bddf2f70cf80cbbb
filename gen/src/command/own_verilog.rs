//! The user's own Verilog, in place of Heddle's.

use crate::failure::Failure;
use heddle_contract::read_text;
use heddle_cosim::verilated::{Verilog, VerilogFile};
use std::path::{Path, PathBuf};

/// The design in these files; its top module has the unit's name.
///
/// # Errors
/// A file that cannot be read, or two files with the same name.
pub fn read(unit: &str, files: &[PathBuf]) -> Result<Verilog, Failure> {
    let mut verilog = Verilog {
        top: unit.into(),
        files: Vec::new(),
    };
    for path in files {
        let file = file(path)?;
        if verilog.files.iter().any(|known| known.name == file.name) {
            let what = format!("{}: another file has the same name", path.display());
            return Err(Failure::input_with(
                what,
                "give each file once, or rename one",
            ));
        }
        verilog.files.push(file);
    }
    Ok(verilog)
}

fn file(path: &Path) -> Result<VerilogFile, Failure> {
    let wrong = |reason: &dyn std::fmt::Display| {
        let what = format!("{}: cannot be read: {reason}", path.display());
        Failure::input_with(what, "check the file's name and permissions")
    };
    let text = read_text(path).map_err(|error| wrong(&error))?;
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| wrong(&"it has no name in UTF-8"))?;
    Ok(VerilogFile {
        name: name.into(),
        text,
    })
}
