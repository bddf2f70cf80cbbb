//! The linters.

use heddle_hdl::Design;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a tool, which must succeed and say nothing.
fn silent(tool: &str, arguments: &[&str], files: &[PathBuf]) {
    let run = Command::new(tool).args(arguments).args(files).output();
    let run = run.unwrap_or_else(|error| panic!("{tool}: {error}; install it with scripts/setup"));
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(
        run.status.success() && said.trim().is_empty(),
        "{tool}: {said}"
    );
}

/// Verilator, Icarus Verilog and Yosys accept the design without a word.
pub fn lint(design: &Design) {
    let files = design.modules.iter();
    let files: Vec<_> = files
        .map(|module| (module.file_name(), module.verilog.clone()))
        .collect();
    lint_files(&design.top().name, &files);
}

/// Writes files into a folder.
fn write(folder: &Path, files: &[(String, String)]) -> Vec<PathBuf> {
    let write = |(name, text): &(String, String)| {
        let file = folder.join(name);
        std::fs::write(&file, text).expect("a writable file");
        file
    };
    files.iter().map(write).collect()
}

/// Verilator accepts files without a word, SystemVerilog too.
pub fn verilate(top: &str, files: &[(String, String)]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    verilate_paths(top, &write(folder.path(), files));
}

fn verilate_paths(top: &str, files: &[PathBuf]) {
    // `verilator` is a script that starts this program; the script takes longer than the lint itself.
    let arguments = ["--lint-only", "-Wall", "--assert", "--top-module", top];
    silent("verilator_bin", &arguments, files);
}

/// The same for modules by their file names.
pub fn lint_files(top: &str, files: &[(String, String)]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = write(folder.path(), files);
    verilate_paths(top, &files);
    let nowhere = folder.path().join("a.out");
    let nowhere = nowhere.to_str().expect("a plain path");
    silent(
        "iverilog",
        &["-g2005", "-Wall", "-s", top, "-o", nowhere],
        &files,
    );
    let checks = format!("hierarchy -check -top {top}; proc; check -assert");
    silent("yosys", &["-q", "-f", "verilog", "-p", &checks], &files);
}
