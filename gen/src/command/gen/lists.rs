//! Lists of the Verilog files, for tools that are started anywhere.

use heddle_hdl::Module;

/// Names and texts of the lists; children come first.
pub fn files(modules: &[Module]) -> Vec<(String, String)> {
    vec![
        ("files.f".into(), names(modules)),
        ("files.tcl".into(), tcl(modules)),
    ]
}

/// A name a line: Verilator and others read it with `-F`, which looks beside the list.
fn names(modules: &[Module]) -> String {
    let line = |module: &Module| module.file_name() + "\n";
    modules.iter().map(line).collect()
}

/// The files as a list of Tcl, found beside the script.
fn tcl(modules: &[Module]) -> String {
    let row =
        |module: &Module| format!("    [file join $heddle_folder {}] \\\n", module.file_name());
    let rows: String = modules.iter().map(row).collect();
    format!(
        "# The Verilog files beside this script, children first. Source it from anywhere, then:
#   Vivado    read_verilog $heddle_files
#   Yosys     yosys read_verilog {{*}}$heddle_files
set heddle_folder [file dirname [file normalize [info script]]]
set heddle_files [list \\\n{rows}]
"
    )
}
