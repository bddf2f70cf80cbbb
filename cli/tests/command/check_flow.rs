//! `--check-flow`: an executed edge that is not in the control-flow graph ends a run with exit code 1, and is named with its source
//! line.

use crate::program::heddle;
use serde_json::Value;
use std::fs;
use std::process::Output;
use tempfile::TempDir;

/// A call through a pointer may go to any function. This one goes as far behind the start of `callee` as the argument says.
const SOURCE: &str = "\
    .text
    .globl __kernel_k
    .type __kernel_k, @function
__kernel_k:
    lw t1, 0(a1)
    lla t0, callee
    add t0, t0, t1
    jalr ra, 0(t0)
    .insn i 0x0b, 0, x0, x0, 0
    .type callee, @function
callee:
    nop
    ret
";

/// The line of the call.
const LINE: &str = "k.S:8";

/// Runs the kernel, of 16 threads, with `--check-flow`.
fn run(behind: u32, more: &[&str]) -> Output {
    let folder = TempDir::new().expect("a folder");
    let launch = format!(
        "kernel = \"k\"\ngrid = [1, 1, 1]\nblock = [16, 1, 1]\nargs = [{{ u32 = {behind} }}]\n"
    );
    fs::write(folder.path().join("k.S"), SOURCE).expect("a file");
    fs::write(folder.path().join("k.toml"), launch).expect("a file");
    let command = |arguments: &[&str]| {
        let mut command = heddle();
        command.current_dir(folder.path()).args(arguments);
        command.output().expect("heddle starts")
    };
    let compiled = command(&["compile", "k.S", "-g", "-o", "k.elf"]);
    assert!(compiled.status.success(), "{compiled:?}");
    let sim = ["sim", "--preset", "tiny", "--check-flow", "--kernel"];
    command(&[&sim[..], &["k.elf", "--launch", "k.toml"], more].concat())
}

#[test]
fn an_edge_outside_of_the_graph_fails_with_its_line() {
    let output = run(4, &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).replace('│', " ");
    let said: Vec<&str> = said.split_whitespace().collect();
    let said = said.join(" ");
    assert!(
        said.contains("16 executed edges outside of the graph"),
        "{said}"
    );
    assert!(said.contains(&format!("({LINE})")), "{said}");
}

#[test]
fn an_edge_outside_of_the_graph_is_in_the_report() {
    let output = run(4, &["--json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["outcome"]["kind"], "completed");
    assert_eq!(report["flow"]["outside"], 16);
    assert_eq!(report["flow"]["first"]["line"], LINE);
}

#[test]
fn edges_to_functions_are_in_the_graph() {
    let output = run(0, &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["flow"]["outside"], 0);
}
