//! SDC: OpenSTA has no complaints about the file with the synthesised units.

use crate::constraints::tools::{generate, run, verilog_files};
use std::collections::BTreeSet;
use std::path::Path;

const LIBERTY: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Synthesises a unit to standard cells, in its own file.
fn synthesise(unit: &str, folder: &Path) {
    let files = verilog_files(folder);
    let script = format!(
        "read_verilog {files}; synth -noabc -flatten -top {unit}; dfflibmap -liberty {LIBERTY}; \
         abc -fast -liberty {LIBERTY}; opt_clean -purge; write_verilog -noattr -simple-lhs {unit}.net"
    );
    run("yosys", &["-q", "-p", &script], folder);
}

/// OpenSTA's complaints: warnings, and unconstrained ports and endpoints.
fn complaints(unit: &str, sdc: &str, folder: &Path) -> String {
    let script = format!(
        "read_liberty {LIBERTY}\nread_verilog {unit}.net\nlink_design {unit}\n\
         read_sdc {sdc}\ncheck_setup -verbose\n"
    );
    std::fs::write(folder.join("check.tcl"), script).unwrap();
    let said = run("sta", &["-no_splash", "-exit", "check.tcl"], folder);
    let netlist = std::fs::read_to_string(folder.join(format!("{unit}.net"))).unwrap();
    without_constants(&said, &netlist)
}

/// Leaves out outputs that never change: no path ends at them, so nothing constrains them.
fn without_constants(said: &str, netlist: &str) -> String {
    let assigned = netlist.lines().filter_map(|line| {
        let (name, value) = line.trim().strip_prefix("assign ")?.split_once(" = ")?;
        value.contains('\'').then_some(name)
    });
    let constants: BTreeSet<&str> = assigned.collect();
    let is_constant = |line: &str| {
        let bit = line.trim();
        let port = bit.split('[').next().unwrap_or(bit);
        constants.contains(bit) || constants.contains(port)
    };
    let left: Vec<&str> = said.lines().filter(|line| !is_constant(line)).collect();
    let about_endpoints = |line: &&str| line.starts_with("Warning:") && line.contains("endpoint");
    match left.as_slice() {
        [warning] if about_endpoints(warning) => String::new(),
        left => left.join("\n"),
    }
}

fn check(unit: &str, folder: &Path) {
    synthesise(unit, folder);
    let sdc = format!("{unit}.sdc");
    assert_eq!(complaints(unit, &sdc, folder), "", "{unit}");
    // The same file without its last line: OpenSTA does read it.
    let whole = std::fs::read_to_string(folder.join(sdc)).unwrap();
    let (less, _) = whole.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(folder.join("less.sdc"), less).unwrap();
    let found = complaints(unit, "less.sdc", folder);
    assert!(found.contains("output"), "{unit}: {found}");
}

#[test]
#[ignore = "at night: synthesis takes seconds for each unit"]
fn opensta_finds_everything_constrained() {
    let folder = tempfile::tempdir().unwrap();
    for unit in generate(folder.path(), &[], &[]) {
        check(&unit.name, folder.path());
    }
}

#[test]
fn opensta_finds_a_combinational_unit_constrained() {
    let folder = tempfile::tempdir().unwrap();
    generate(folder.path(), &["--set", "stackless.tree_latency=0"], &[]);
    check("unified_arbiter", folder.path());
}

#[test]
fn opensta_finds_a_unit_with_asynchronous_reset_constrained() {
    let folder = tempfile::tempdir().unwrap();
    let style = ["--reset", "async", "--reset-level", "low"];
    generate(folder.path(), &[], &style);
    let sdc = std::fs::read_to_string(folder.path().join("unified_arbiter.sdc")).unwrap();
    assert!(
        sdc.contains("set_false_path -from [get_ports rst_ni]"),
        "{sdc}"
    );
    check("unified_arbiter", folder.path());
}
