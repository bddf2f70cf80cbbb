//! The user's own Verilog, in place of Heddle's.

use crate::failure::Failure;
use heddle_cosim::verilated::{Verilog, VerilogFile};
use heddle_system::input::WRITTEN;
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
    let text = heddle_system::input::read_text(path, WRITTEN).map_err(Failure::unreadable(path))?;
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| {
        let what = format!("{}: it has no name in UTF-8", path.display());
        Failure::input_with(what, "rename it")
    })?;
    Ok(VerilogFile {
        name: name.into(),
        text,
    })
}
