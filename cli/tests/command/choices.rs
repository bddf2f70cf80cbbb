//! `heddle gen` says which form of a unit the machine chooses, and how to get another.

use crate::program::heddle;
use serde_json::Value;

/// What `heddle gen` prints for these options.
fn generated(options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = heddle();
    command
        .args(["gen", "--out"])
        .arg(folder.path())
        .args(options);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_mode_of_the_compressor_is_named_with_the_key_for_another() {
    for unit in ["cycle_compressor", "bcc_sequencer"] {
        let text = generated(&["--unit", unit, "--preset", "vaidya2013"]);
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{unit} has mode")));
        let line = line.unwrap_or_else(|| panic!("{text}"));
        for part in ["mode ivb", "SCC", "--set compaction.mode=MODE", "scc ("] {
            assert!(line.contains(part), "{line} without {part}");
        }
    }
}

#[test]
fn json_has_the_choices_too_and_the_named_key_makes_the_other_form() {
    let set = [
        "--unit",
        "cycle_compressor",
        "--preset",
        "vaidya2013",
        "--set",
        "compaction.mode=scc",
        "--json",
    ];
    let value: Value = serde_json::from_str(&generated(&set)).unwrap();
    let choice = value["choices"][0].as_str().unwrap();
    assert!(
        choice.starts_with("cycle_compressor has mode scc"),
        "{choice}"
    );
    let value: Value = serde_json::from_str(&generated(&["--unit", "max_heap", "--json"])).unwrap();
    assert_eq!(value["choices"], serde_json::json!([]));
}
