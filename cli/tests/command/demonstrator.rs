//! The demonstrator (`demo`): its traffic in two simulators, on `tiny` as shipped. At night `scripts/demonstrator` runs and
//! builds the version for the board.

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The script, which ends with the test that starts it.
fn demonstrator(verb: &str, folder: &Path, options: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = Command::new("/usr/bin/setpriv");
    command.args(["--pdeathsig", "KILL"]);
    command.arg(root.join("scripts/demonstrator"));
    command.arg(verb).arg(folder).args(options);
    command.env("HEDDLE", env!("CARGO_BIN_EXE_heddle"));
    command.output().unwrap()
}

fn made() -> TempDir {
    let folder = TempDir::new().unwrap();
    let output = demonstrator("make", folder.path(), &["--preset", "tiny"]);
    assert!(output.status.success(), "{output:?}");
    folder
}

#[test]
#[ignore = "at night: two simulators with four faults each"]
fn both_simulators_run_the_same_traffic_and_find_the_faults() {
    let folder = made();
    let output = demonstrator("check", folder.path(), &[]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    for found in [
        "icarus, corrupt: fault",
        "icarus, drop: fault 5",
        "verilator, corrupt: fault",
        "verilator, drop: fault 5",
    ] {
        assert!(said.contains(found), "{found}: {said}");
    }
}

#[test]
fn a_checker_that_misses_a_fault_is_found() {
    let folder = made();
    let ledger = folder.path().join("lane_ledger.v");
    let text = std::fs::read_to_string(&ledger).unwrap();
    let blind = text.replace("issue_i & ~inside_q[issue_row_i]", "1'b0");
    assert_ne!(text, blind);
    std::fs::write(&ledger, blind).unwrap();
    let output = demonstrator("check", folder.path(), &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("conservation_checker_tb"), "{errors}");
}

#[test]
fn home_lanes_that_threads_share_are_refused() {
    let folder = TempDir::new().unwrap();
    let options = ["--preset", "fung2009", "--set", "dwf.home_lanes=pipeline"];
    let output = demonstrator("make", folder.path(), &options);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("dwf.home_lanes=warp"), "{errors}");
}
