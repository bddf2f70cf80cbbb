//! Jumps with unknown targets are named.

use crate::program::heddle;
use serde_json::Value;
use std::fs;
use std::process::Output;

const UNKNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/unknown_jump.elf");
const KNOWN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../sim/flow/tests/repeated/repeated-O2.elf"
);

fn simulated(elf: &str, launch: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("launch.toml");
    fs::write(&file, launch).unwrap();
    let mut command = heddle();
    command.args(["sim", "--preset", "tiny", "--kernel", elf, "--launch"]);
    let output = command.arg(&file).args(more).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

const JUMPS: &str = r#"
[[buffer]]
name = "out"
bytes = 64
out = true

[[launch]]
kernel = "unknown_jump"
grid = [1, 1, 1]
block = [16, 1, 1]
args = [{ buffer = "out" }, { u32 = 2 }]
"#;

const SWITCHES: &str = r#"
[[buffer]]
name = "in"
bytes = 64
init = { random = 1 }

[[buffer]]
name = "out"
bytes = 64
out = true

[[launch]]
kernel = "plain"
grid = [1, 1, 1]
block = [16, 1, 1]
args = [{ buffer = "in" }, { buffer = "out" }, { u32 = 20 }]
"#;

fn names(output: &Output) -> Vec<String> {
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let jumps = report["unknown_jumps"].as_array().expect("a list").iter();
    let names = jumps.map(|jump| jump["function"].as_str().unwrap().to_owned());
    names.collect()
}

#[test]
fn an_unknown_jump_is_named() {
    for mechanism in ["pdom", "stack"] {
        let output = simulated(UNKNOWN, JUMPS, &["--mechanism", mechanism]);
        let warning = String::from_utf8(output.stderr).unwrap();
        assert!(warning.contains("__kernel_unknown_jump+0x"), "{warning}");
        assert!(warning.contains("-Wl,--emit-relocs"), "{warning}");
        let output = simulated(UNKNOWN, JUMPS, &["--mechanism", mechanism, "--json"]);
        let names = names(&output);
        assert_eq!(names.len(), 1, "{names:?}");
        assert!(
            names[0].starts_with("__kernel_unknown_jump+0x"),
            "{names:?}"
        );
    }
}

#[test]
fn switches_in_loops_are_known_and_their_threads_meet() {
    let output = simulated(KNOWN, SWITCHES, &["--mechanism", "pdom", "--json"]);
    assert_eq!(names(&output), [""; 0]);
    assert_eq!(output.stderr, b"");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let efficiency = report["simd_efficiency"].as_f64().unwrap();
    assert!(efficiency > 0.5, "{efficiency}");
}
