//! A unit and a checker as gates, made by Yosys.

use super::top::TOP;
use crate::error::Error;
use crate::gates::Blif;
use crate::verilated::{Verilog, yosys};
use heddle_hdl::Checker;
use heddle_system::DraftFolder;
use std::fs;

const GATES: &str = "proof.blif";

/// The gates of a unit and a checker, which `top` connects; `probes` are commands that make registers of the unit outputs.
pub(super) fn synthesised(
    unit: &Verilog,
    checker: &Checker,
    top: &str,
    probes: &str,
) -> Result<Blif, Error> {
    let folder = DraftFolder::temporary().map_err(Error::scratch(std::env::temp_dir()))?;
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).map_err(Error::scratch(path))
    };
    for file in &unit.files {
        write(&file.name, &file.text)?;
    }
    write("checker.v", &checker.verilog())?;
    write("top.v", top)?;
    let names: Vec<&str> = unit.files.iter().map(|file| file.name.as_str()).collect();
    let script = format!(
        "read_verilog {}; hierarchy -check -top {}; proc; flatten; memory_collect; {}\n\
         read_verilog checker.v top.v; hierarchy -check -top {TOP}; proc; flatten; opt -full; \
         memory_collect; memory_map; opt -full; techmap; simplemap; dffunmap; async2sync; opt_clean; \
         write_blif {GATES}",
        names.join(" "),
        unit.top,
        probes,
    );
    write("proof.ys", &script)?;
    yosys(&unit.top, folder.path(), "script proof.ys")?;
    let path = folder.path().join(GATES);
    let gates = fs::read_to_string(&path).map_err(Error::scratch(path))?;
    Ok(Blif::parse(&gates).expect("Yosys writes one model of tables and registers"))
}
