//! Runs that fail in `heddle compare`.

use crate::many::desk::Desk;
use crate::many::published::read_back;
use serde_json::Value;
use std::fs;

/// The stack is too small for one of two programs.
const FAILING: &str =
    "compare if_else loops --preset tiny --mechanism pdom,dwf --vary stack.depth=3,16 --out found";

#[test]
fn runs_that_fail_are_shown_and_told() {
    let desk = Desk::new();
    let output = desk.heddle(FAILING);
    assert_eq!(output.status.code(), Some(1));
    let table = String::from_utf8(output.stdout).unwrap();
    let row = |words: &[&str]| {
        let mut rows = table
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        rows.find(|row| row.starts_with(words))
            .unwrap_or_else(|| panic!("{words:?}: {table}"))
    };
    assert_eq!(row(&["3", "loops"])[2], "failed");
    assert_eq!(row(&["16", "loops"]).len(), 5);
    // The mean under pdom is over the other program, and says so; so does the speed-up, which is over what both completed.
    let alone = row(&["3", "if_else"])[2..].to_vec();
    let mean = row(&["3", "mean"]);
    assert_eq!(mean[2..6], [alone[0], "(1", "of", "2)"]);
    assert_eq!(mean[7..], [alone[2], "(1", "of", "2)"]);
    assert_eq!(row(&["16", "mean"]).len(), 5);
    let (code, errors) = desk.fails(FAILING);
    assert_eq!(code, 1);
    assert!(errors.contains("1 of 6 runs failed"), "{errors}");
}

#[test]
fn a_failed_run_has_the_command_that_repeats_it() {
    let desk = Desk::new();
    let table = String::from_utf8(desk.heddle(FAILING).stdout).unwrap();
    let mut lines = table
        .lines()
        .skip_while(|line| !line.starts_with("failed: loops under pdom"));
    let failure = lines.next().expect("a failed run");
    let command = lines.next().expect("its command").trim();
    let (code, errors) = desk.fails(command.strip_prefix("heddle ").unwrap());
    assert_eq!(code, 1, "{errors}");
    let (_, fault) = failure.split_once("stack.depth=3: ").unwrap();
    let fault: Vec<&str> = fault.split_whitespace().collect();
    assert!(errors.contains(&fault.join(" ")), "{fault:?}: {errors}");

    let json: Value =
        serde_json::from_slice(&desk.heddle(&format!("{FAILING} --json")).stdout).unwrap();
    let cells = json["cells"].as_array().unwrap();
    let failed: Vec<&Value> = cells
        .iter()
        .filter(|cell| cell["outcome"] == "failed")
        .collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["command"], command);
    assert!(failed[0]["ipc"].is_null() && failed[0]["speedup"].is_null());
    let means = json["means"].as_array().unwrap();
    let over: Vec<_> = means
        .iter()
        .map(|mean| [&mean["programs"], &mean["of"]])
        .collect();
    assert_eq!(over, [[1, 2], [2, 2], [2, 2], [2, 2]]);
    let page = fs::read_to_string(desk.path("found/compare.html")).unwrap();
    assert!(page.contains(command), "{page}");
}

#[test]
fn a_machine_that_cannot_start_a_program_fails_alone() {
    let desk = Desk::new();
    let kernel = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels/bitonic/bitonic");
    let compare = format!(
        "compare --kernel {kernel}.elf --launch {kernel}.toml --preset tiny --mechanism pdom"
    );
    // Blocks of 16 threads do not fit into two warps of four.
    for _ in ["made", "kept"] {
        let both = format!("{compare} --vary core.warps=2,8 --out out --json");
        let output = desk.heddle(&both);
        assert_eq!(output.status.code(), Some(1));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let cells = found["cells"].as_array().unwrap();
        let outcomes: Vec<&Value> = cells.iter().map(|cell| &cell["outcome"]).collect();
        assert_eq!(outcomes, ["failed", "completed"]);
        let failure = cells[0]["failure"].as_str().unwrap();
        assert!(failure.contains("block"), "{failure}");
    }
    let (code, said) = desk.fails(&format!("{compare} --set core.warps=2 --out none"));
    assert!(code == 2 && said.contains("block"), "{said}");
}

#[test]
fn csv_says_what_failed() {
    let desk = Desk::new();
    let output = desk.heddle(&format!("{FAILING} --csv -"));
    assert_eq!(output.status.code(), Some(1));
    let rows = read_back(&String::from_utf8(output.stdout).unwrap());
    let failed: Vec<_> = rows
        .iter()
        .filter(|row| row["outcome"] == "failed")
        .collect();
    assert_eq!(failed.len(), 1);
    let failed = failed[0];
    assert_eq!(
        (failed["program"].as_str(), failed["stack.depth"].as_str()),
        ("loops", "3")
    );
    for empty in [
        "cycles",
        "ipc",
        "instructions",
        "simd_efficiency",
        "speedup",
    ] {
        assert_eq!(failed[empty], "", "{empty}");
    }
    assert!(!failed["failure"].is_empty() && failed["command"].contains("--set stack.depth=3"));
}
