//! SDC: OpenSTA finds nothing to say about it on the synthesised units.

use crate::tools::{generate, run, verilog_files};
use std::path::Path;

const LIBERTY: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// Standard cells of every unit, one file each.
fn synthesise(unit: &str, folder: &Path) {
    let files = verilog_files(folder);
    let script = format!(
        "read_verilog {files}; synth -flatten -top {unit}; dfflibmap -liberty {LIBERTY}; \
         abc -liberty {LIBERTY}; opt_clean -purge; write_verilog -noattr -simple-lhs {unit}.net"
    );
    run("yosys", &["-q", "-p", &script], folder);
}

/// What OpenSTA has to say: warnings, and ports and endpoints that nothing constrains.
fn complaints(unit: &str, sdc: &str, folder: &Path) -> String {
    let script = format!(
        "read_liberty {LIBERTY}\nread_verilog {unit}.net\nlink_design {unit}\n\
         read_sdc {sdc}\ncheck_setup -verbose\n"
    );
    std::fs::write(folder.join("check.tcl"), script).unwrap();
    run("sta", &["-no_splash", "-exit", "check.tcl"], folder)
}

fn check(machine: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    for unit in generate(folder.path(), machine, &[]) {
        let name = &unit.name;
        synthesise(name, folder.path());
        let sdc = format!("{name}.sdc");
        assert_eq!(complaints(name, &sdc, folder.path()), "", "{name}");
        // The same without its last line: OpenSTA does look.
        let whole = std::fs::read_to_string(folder.path().join(sdc)).unwrap();
        let (less, _) = whole.trim_end().rsplit_once('\n').unwrap();
        std::fs::write(folder.path().join("less.sdc"), less).unwrap();
        let found = complaints(name, "less.sdc", folder.path());
        assert!(found.contains("output"), "{name}: {found}");
    }
}

#[test]
fn opensta_finds_everything_constrained() {
    check(&[]);
}

#[test]
fn opensta_finds_everything_constrained_where_outputs_are_combinational() {
    check(&["--set", "stackless.tree_latency=0"]);
}
