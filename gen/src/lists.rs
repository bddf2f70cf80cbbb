//! Lists of the Verilog files, for tools that may start in any folder.

use crate::File;
use crate::checkers::Files;
use heddle_hdl::Module;

/// The lists; children come first. Assertions are listed if there are checkers.
pub fn files(modules: &[Module], checkers: bool) -> Vec<File> {
    vec![
        ("files.f".into(), names(modules)),
        ("files.tcl".into(), tcl(modules, checkers)),
    ]
}

/// A list with a name in each line: Verilator and others read it with `-F`, which searches beside the list.
fn names(modules: &[Module]) -> String {
    let line = |module: &Module| module.file_name() + "\n";
    modules.iter().map(line).collect()
}

/// The files as Tcl lists, with paths relative to the script: the Verilog, and the assertions if there are any.
fn tcl(modules: &[Module], checkers: bool) -> String {
    let verilog = modules.iter().map(Module::file_name);
    let mut text = format!(
        "# The Verilog files beside this script, children first. Source it from anywhere, then:
#   Vivado    read_verilog $heddle_files
#   Yosys     yosys read_verilog {{*}}$heddle_files
set heddle_folder [file dirname [file normalize [info script]]]
{}",
        list("heddle_files", verilog)
    );
    if checkers {
        let with_contract = modules.iter().filter(|module| module.contract.is_some());
        let files = with_contract.flat_map(|module| Files::of(&module.name).concurrent());
        text += "# Assertions that watch the modules in simulation and formal proofs; not for synthesis.\n";
        text += &list("heddle_assertions", files);
    }
    text
}

fn list(name: &str, files: impl Iterator<Item = String>) -> String {
    let row = |file: String| format!("    [file join $heddle_folder {file}] \\\n");
    let rows: String = files.map(row).collect();
    format!("set {name} [list \\\n{rows}]\n")
}
