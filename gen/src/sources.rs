//! Verilog files: modules, with the additions that the package options request.

use crate::File;
use crate::choices::Package;
use crate::error::Error;
use heddle_hdl::{Design, Module};

/// The modules of several designs, children first; a module that occurs twice is kept once.
///
/// # Errors
/// Different modules with one name, which occur in designs that contain a unit in different configurations.
pub fn modules(designs: &[Design]) -> Result<Vec<Module>, Error> {
    let mut all: Vec<Module> = Vec::new();
    for module in designs.iter().flat_map(|design| &design.modules) {
        match all.iter().find(|known| known.name == module.name) {
            Some(known) if known == module => {}
            Some(_) => {
                let module = module.name.clone();
                return Err(Error::Ambiguous { module });
            }
            None => all.push(module.clone()),
        }
    }
    Ok(all)
}

/// The Verilog files of modules.
pub fn files(modules: &[Module], package: &Package) -> Vec<File> {
    let verilog = |module: &Module| {
        let text = text(&module.name, &module.verilog, package);
        (module.file_name(), text)
    };
    modules.iter().map(verilog).collect()
}

/// The text of the file with a name, which is a module's.
pub fn text(name: &str, verilog: &str, package: &Package) -> String {
    let timescale = package.timescale.as_ref();
    let timescale = timescale.map_or(String::new(), |time| format!("`timescale {time}\n\n"));
    timescale
        + &match package.name_by_config {
            true => once(name, verilog),
            false => verilog.to_owned(),
        }
}

/// A module that is compiled once, however many files contain it. Its name identifies it completely, so folders with
/// configurations that share a part have that part in common.
fn once(name: &str, verilog: &str) -> String {
    format!("`ifndef HEDDLE_{name}\n`define HEDDLE_{name}\n{verilog}`endif\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::Config;
    use heddle_hdl::units;

    fn arbiter(pc_bits: u32) -> Design {
        let pc_bits = [format!("core.pc_bits={pc_bits}")];
        let preset = heddle_contract::config::Source::Preset("tiny".into());
        let machine = Config::load(&preset, &pc_bits).expect("a machine");
        units::design("unified_arbiter", &machine).expect("a unit of the machine")
    }

    #[test]
    fn a_module_of_two_designs_is_kept_once() {
        assert_eq!(modules(&[arbiter(16), arbiter(16)]).unwrap().len(), 1);
    }

    #[test]
    fn different_modules_of_one_name_are_refused() {
        let error = modules(&[arbiter(16), arbiter(20)]).unwrap_err();
        assert!(
            error.to_string().starts_with("unified_arbiter: two units"),
            "{error}"
        );
    }
}
