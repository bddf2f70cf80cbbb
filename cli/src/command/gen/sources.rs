//! Verilog files: modules, with the additions that the package options request.

use crate::cli::PackageOptions;
use crate::failure::Failure;
use heddle_hdl::{Design, Module};

/// The modules of several designs, children first; a module that occurs twice is kept once.
///
/// # Errors
/// Different modules with one name, which occur in designs that contain a unit in different configurations.
pub fn modules(designs: &[Design]) -> Result<Vec<Module>, Failure> {
    let mut all: Vec<Module> = Vec::new();
    for module in designs.iter().flat_map(|design| &design.modules) {
        match all.iter().find(|known| known.name == module.name) {
            Some(known) if known == module => {}
            Some(_) => return Err(ambiguous(&module.name)),
            None => all.push(module.clone()),
        }
    }
    Ok(all)
}

fn ambiguous(name: &str) -> Failure {
    let what = format!("{name}: two units need different modules of this name");
    let remedy = "add --name-by-config, or write each unit into a folder of its own";
    Failure::input_with(what, remedy)
}

/// The text of the file with a name, which is a module's.
pub fn text(name: &str, verilog: &str, options: &PackageOptions) -> String {
    let timescale = options.timescale.as_ref();
    let timescale = timescale.map_or(String::new(), |time| format!("`timescale {time}\n\n"));
    timescale
        + &match options.name_by_config {
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
