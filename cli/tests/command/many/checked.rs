//! `heddle gen --from DIR/POINT --check`: what the search found is linted, and in lockstep on the programs of the search.

use crate::many::{desk::Desk, own};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

/// Stacks, which are one unit and one model.
const SPACE: &str = "[[block]]\nmechanisms = [\"pdom\"]\nstack.depth = [8, 16]\n";

const SEARCH: &str = "explore --preset tiny --size small --space space.toml --windows 100 --no-bounds \
                      --budget-bits 100000 --out found";
const UNIT: &str = "reconvergence_stack";

/// Searches on a desk, and names the winner.
fn search(desk: &Desk, programs: &str) -> String {
    fs::write(desk.path("space.toml"), SPACE).unwrap();
    let found = desk.json(&format!("{SEARCH} {programs}"));
    found["winner"].as_str().unwrap().into()
}

/// The checks of the unit in JSON: mode and program of each, or `lint`.
fn made(json: &Value) -> Vec<[&str; 2]> {
    let rows = json["checks"].as_array().unwrap().iter();
    let checks = rows.map(|row| {
        assert_eq!(row["unit"], UNIT);
        let mode = row["mode"].as_str().or(row["check"].as_str());
        [mode.unwrap(), row["program"].as_str().unwrap_or_default()]
    });
    checks.collect()
}

fn failed(json: &Value) -> BTreeSet<&str> {
    let rows = json["checks"].as_array().unwrap().iter();
    let failed = rows.filter(|row| row["passed"] == false);
    let modes = failed.map(|row| row["mode"].as_str().or(row["check"].as_str()).unwrap());
    modes.collect()
}

/// The cycles of a program in place of the golden unit.
fn cycles_in_loop(json: &Value, program: &str) -> u64 {
    let rows = json["checks"].as_array().unwrap().iter();
    let mut rows = rows.filter(|row| row["mode"] == "in-loop" && row["program"] == program);
    rows.next().unwrap()["cycles"].as_u64().unwrap()
}

#[test]
fn the_printed_command_generates_and_checks_the_winner() {
    let desk = Desk::new();
    let winner = search(&desk, "if_else loops");
    let front = fs::read_to_string(desk.path("found/front.json")).unwrap();
    let front: Value = serde_json::from_str(&front).unwrap();
    let command = front["commands"][0].as_str().unwrap();
    let command = command.strip_prefix("heddle ").unwrap();
    let found = desk.json(&format!("{command} --check-cycles 2000"));
    let expected = [
        ["lint", ""],
        ["unit", ""],
        ["shadow", "if_else"],
        ["in-loop", "if_else"],
        ["shadow", "loops"],
        ["in-loop", "loops"],
    ];
    assert_eq!(made(&found), expected);
    assert!(failed(&found).is_empty(), "{found}");
    assert_eq!(found["checks"][1]["cycles"], 2000);
    for program in ["if_else", "loops"] {
        let run = format!(
            "run {program} --size small --mechanism pdom --config found/{winner}/machine.toml"
        );
        let run = desk.json(&run);
        assert_eq!(run["cycles"], cycles_in_loop(&found, program));
    }
    let table = desk.prints(&format!("{command} --check-cycles 2000"));
    assert!(
        table.contains("cycles compared") && table.contains("in-loop"),
        "{table}"
    );
    assert!(!table.contains("failed"), "{table}");
}

/// Verilator, but before it lints, a fault is planted in the file that it lints, and what it warns of.
fn plant(desk: &Desk) {
    let script = format!(
        r#"#!/bin/sh
case " $* " in *" --lint-only "*)
    for list; do :; done
    sed -i -e 's/remaining & ~taken_i/remaining \& taken_i/' \
        -e 's/^    localparam LANES .*/&\n    wire planted = push_i;/' "$(dirname "$list")/{UNIT}.v";;
esac
exec verilator_bin "$@"
"#
    );
    let tool = desk.path("tools/verilator_bin");
    fs::create_dir(desk.path("tools")).unwrap();
    fs::write(&tool, script).unwrap();
    fs::set_permissions(&tool, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_fault_in_what_was_written_is_found_by_every_check() {
    let desk = Desk::new();
    let winner = search(&desk, "if_else loops");
    plant(&desk);
    let check = format!(
        "gen --from found/{winner} --out verilog --check --check-cycles 2000 --max-cycles 20000 --json"
    );
    let mut command = desk.command(&check);
    let output = command.env("HEDDLE_TOOLS", "tools").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("6 of 6 checks failed, first lint"), "{said}");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(made(&found).len(), 6);
    assert_eq!(
        failed(&found),
        ["in-loop", "lint", "shadow", "unit"].into(),
        "{found}"
    );
    let why = |row: usize| found["checks"][row]["failure"].as_str().unwrap();
    assert!(
        why(0).contains("UNUSED") && why(0).contains("planted"),
        "{found}"
    );
    assert!(why(1).contains("expected"), "{found}");
    for folder in ["", "0000-if_else/", "0001-loops/"] {
        let report = desk.path(&format!("verilog/mismatch/{folder}{UNIT}.mismatch.txt"));
        let report = fs::read_to_string(report).unwrap();
        assert!(report.contains("--verilog verilog/"), "{report}");
    }
}

/// A kernel that is none without a macro.
const SOURCE: &str = "kernel void scale(global int *out) {
    int i = get_global_id(0);
    out[i] = i & 1 ? i * FACTOR : -i;
}
";

/// A launch file of another source.
const LAUNCH: &str = r#"
kernel = "twice"
grid = [2, 1, 1]
block = [4, 1, 1]
args = [{buffer = "out"}]

[[buffer]]
name = "out"
bytes = 32
"#;

/// A desk with a source, a captured launch, a kernel file and a source with launch files, as arguments of a search.
fn kernels() -> (Desk, &'static str) {
    let desk = own::desk();
    fs::write(desk.path("k.cl"), SOURCE).unwrap();
    fs::create_dir_all(desk.path("launches/0000-k")).unwrap();
    for (file, captured) in [
        ("k.elf", "kernel.elf"),
        ("k.toml", "launch.toml"),
        ("numbers.bin", "numbers.bin"),
    ] {
        let captured = format!("launches/0000-k/{captured}");
        fs::copy(desk.path(file), desk.path(&captured)).unwrap();
    }
    let other = "kernel void twice(global int *out) { out[get_global_id(0)] *= 2; }";
    fs::write(desk.path("other.cl"), other).unwrap();
    fs::write(desk.path("other.toml"), LAUNCH).unwrap();
    let programs = "k.cl launches -DFACTOR=3 --global 16 --args zero:16 --kernel k.elf --launch k.toml \
                    --kernel other.cl --launch other.toml";
    (desk, programs)
}

#[test]
fn kernels_of_every_kind_are_checked_with_what_they_were_compiled_with() {
    let (desk, programs) = kernels();
    let winner = search(&desk, programs);
    for launch in ["0000-scale", "0003-other"] {
        for file in ["kernel.elf", "launch.toml"] {
            let written = desk.path("found/launches").join(launch).join(file);
            assert!(written.is_file(), "{}", written.display());
        }
    }
    // The folder of an answer may move, and needs no source.
    fs::rename(desk.path("found"), desk.path("moved")).unwrap();
    fs::rename(desk.path("k.cl"), desk.path("later.cl")).unwrap();
    fs::remove_file(desk.path("other.cl")).unwrap();
    let check = format!("gen --from moved/{winner} --out verilog --check --check-cycles 2000");
    let found = desk.json(&check);
    assert!(failed(&found).is_empty(), "{found}");
    let checked: Vec<_> = made(&found)
        .into_iter()
        .map(|[_, program]| program)
        .collect();
    assert_eq!(
        checked[2..],
        [
            "scale", "scale", "0000-k", "0000-k", "k", "k", "other", "other"
        ]
    );
    let run = "run later.cl -DFACTOR=3 --global 16 --args zero:16 --mechanism pdom";
    let run = desk.json(&format!("{run} --config moved/{winner}/machine.toml"));
    assert_eq!(run["cycles"], cycles_in_loop(&found, "scale"));
    // Another launch than that of the search proves nothing about it.
    let launch = fs::read_to_string(desk.path("k.toml")).unwrap();
    fs::write(
        desk.path("k.toml"),
        launch.replace("[2, 1, 1]", "[1, 1, 1]"),
    )
    .unwrap();
    let (code, said) = desk.fails(&check.replace("verilog", "other"));
    assert!(
        code == 2 && said.contains("k.toml") && said.contains("not what the search ran"),
        "{said}"
    );
    assert!(!desk.path("other").exists());
}

#[test]
fn what_cannot_be_checked_is_refused_before_anything_is_written() {
    let desk = Desk::new();
    let winner = search(&desk, "loops");
    let from = format!("gen --from found/{winner} --out verilog");
    let fails = |arguments: &str, words: &[&str]| {
        let (code, said) = desk.fails(arguments);
        assert_eq!(code, 2, "{said}");
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
    };
    fails(
        "gen --all --out verilog --check",
        &["--check without --from", "heddle cosim"],
    );
    fails(&format!("{from} --check-cycles 5"), &["--check"]);
    fails(&format!("{from} --check --prefix gpu_"), &["--prefix"]);
    let mut command = desk.command(&format!("{from} --check"));
    command.env("HEDDLE_TOOLS", "nowhere");
    let tools = desk.path("tools");
    fs::create_dir(&tools).unwrap();
    // setpriv, which starts the command, is found by its path.
    let output = command.env("PATH", &tools).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("verilator is missing"), "{said}");
    // A folder of an older version.
    let file = desk.path(&format!("found/{winner}/point.json"));
    let point = fs::read_to_string(&file).unwrap();
    let mut point: Value = serde_json::from_str(&point).unwrap();
    assert_eq!(
        point["programs"],
        json!([{ "workload": "loops", "size": "small", "seed": 1 }])
    );
    point.as_object_mut().unwrap().remove("programs");
    fs::write(&file, point.to_string()).unwrap();
    fails(
        &format!("{from} --check"),
        &["names no programs", "repeat `heddle explore`"],
    );
    assert!(!desk.path("verilog").exists());
    assert!(desk.json(&from)["checks"].is_null());
}
