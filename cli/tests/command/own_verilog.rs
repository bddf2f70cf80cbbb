//! `heddle cosim --verilog`: the user's own design against the golden model.

use crate::program::heddle;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

const MODULE: &str = "warp_allocator";

/// A folder with Heddle's Verilog of the unit, for the user to change.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments = ["gen", "--unit", MODULE, "--preset", "tiny", "--out", out];
    assert!(heddle().args(arguments).output().unwrap().status.success());
    folder
}

fn compare(folder: &Path, files: &[&str]) -> Output {
    let mut command = heddle();
    command
        .args(["cosim", "--unit", MODULE, "--preset", "tiny"])
        .args(["--cycles", "20000", "--out"])
        .arg(folder.join("mismatch"));
    for file in files {
        command.arg("--verilog").arg(folder.join(file));
    }
    command.output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it exits")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The same with a mistake.
pub fn wrong_design() -> TempDir {
    let folder = folder();
    let path = folder.path().join("warp_allocator.v");
    let text = fs::read_to_string(&path).unwrap();
    let wrong = text.replacen("= ring_q[head_q]", "= ~ring_q[head_q]", 1);
    assert_ne!(text, wrong, "the mistake fits into the text");
    fs::write(&path, wrong).unwrap();
    folder
}

#[test]
fn a_design_that_does_as_the_contract_says_passes() {
    let folder = folder();
    let output = compare(folder.path(), &["warp_allocator.v"]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
}

#[test]
fn a_mistake_in_it_is_found_and_the_command_is_told() {
    let folder = wrong_design();
    let output = compare(folder.path(), &["warp_allocator.v"]);
    assert_eq!(code(&output), 1, "{}", errors(&output));
    let reports = fs::read_dir(folder.path().join("mismatch")).unwrap();
    let reports = reports.map(|entry| entry.unwrap().path());
    let report = reports.filter_map(|path| fs::read_to_string(path).ok());
    assert!(report.collect::<String>().contains("--verilog"));
}

#[test]
fn what_cannot_be_read_or_compiled_is_the_users() {
    let folder = folder();
    let missing = compare(folder.path(), &["missing.v"]);
    assert_eq!(code(&missing), 2);
    assert!(
        errors(&missing).contains("missing.v"),
        "{}",
        errors(&missing)
    );
    fs::write(folder.path().join("broken.v"), "module warp_allocator(;\n").unwrap();
    let broken = compare(folder.path(), &["broken.v"]);
    assert_eq!(code(&broken), 2, "{}", errors(&broken));
    assert!(errors(&broken).contains("broken.v"), "{}", errors(&broken));
    let twice = compare(folder.path(), &["warp_allocator.v", "warp_allocator.v"]);
    assert_eq!(code(&twice), 2);
}

#[test]
fn a_netlist_that_does_otherwise_than_the_golden_unit_fails() {
    let folder = wrong_design();
    let path = folder.path().join("warp_allocator.v");
    let mut command = heddle();
    command.args([
        "synth",
        MODULE,
        "--preset",
        "tiny",
        "--target",
        "osu018",
        "--area",
        "--simulate",
        "--verilog",
    ]);
    let output = command
        .arg(&path)
        .arg("--out")
        .arg(folder.path().join("mismatch"))
        .output()
        .unwrap();
    assert_eq!(code(&output), 1, "{}", errors(&output));
    assert!(
        errors(&output).contains("heddle::mismatch"),
        "{}",
        errors(&output)
    );
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("netlist of"),
        "the table stands there all the same"
    );
}
