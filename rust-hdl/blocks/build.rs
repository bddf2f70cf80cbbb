//! Writes the block of every unit, and its Verilog, for the tests.

use heddle_contract::Config;
use heddle_hdl::units;
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("Cargo names the folder")?);
    let folder = out.join("generated");
    let machine = Config::preset("tiny")?;
    let designs = units::NAMES
        .iter()
        .map(|unit| units::design(unit, &machine))
        .collect::<Result<Vec<_>, _>>()?;
    // Remove the files of an earlier run, which Cargo keeps.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in heddle_rust_hdl_generator::files(&machine, &designs)? {
        fs::write(folder.join(name), text)?;
    }
    for module in designs.iter().flat_map(|design| &design.modules) {
        fs::write(folder.join(module.file_name()), &module.verilog)?;
    }
    // The modules of an included file are searched in the folder of that file.
    fs::write(out.join("blocks.rs"), "pub mod generated;\n")?;
    Ok(())
}
