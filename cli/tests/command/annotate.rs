//! `heddle annotate` from outside: the operations in shapes of the notes, JSON, files, and refused
//! input.

use serde_json::{Value, json};
use std::process::Output;

fn annotate(arguments: &[&str]) -> Output {
    let mut command = crate::program::heddle();
    command.env("NO_COLOR", "1").arg("annotate");
    command.args(arguments).output().expect("it starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = annotate(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The names of all operations of a function, ordered by address.
fn names(function: &str, predicated: u32) -> Vec<String> {
    let set = format!("stack.predicated={predicated}");
    let text = printed(&[&format!("loops:{function}"), "--json", "--set", &set]);
    let value: Value = serde_json::from_str(&text).unwrap();
    let rows = value["functions"][0]["instructions"].as_array().unwrap();
    let operations = rows
        .iter()
        .flat_map(|row| row["operations"].as_array().unwrap());
    operations
        .map(|o| o["name"].as_str().unwrap().to_string())
        .collect()
}

/// The if-then-else of collange2011, figure 1, with the instructions of the notes.
#[test]
fn the_table_of_an_if_else() {
    insta::assert_snapshot!(printed(&["if_else", "--set", "stack.predicated=0"]));
    insta::assert_snapshot!(printed(&["if_else"]));
}

/// EXS-16: as the notes draw it, whatever is predicated elsewhere.
#[test]
fn the_table_of_an_if_else_as_it_is_drawn() {
    let drawn = printed(&["if_else", "--set", "stack.placement=notes"]);
    insta::assert_snapshot!(drawn);
    let set = ["--set", "stack.predicated=64"];
    let arguments = [&["if_else", "--set", "stack.placement=notes"][..], &set].concat();
    assert_eq!(printed(&arguments), drawn);
}

#[test]
fn json_and_the_file_have_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.json");
    let out = path.to_str().unwrap();
    let text = printed(&[
        "if_else",
        "--json",
        "--set",
        "stack.predicated=0",
        "--out",
        out,
    ]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    let value: Value = serde_json::from_str(&text).unwrap();
    let function = &value["functions"][0];
    assert_eq!(function["name"], "__kernel_if_else");
    assert_eq!(function["waits_later"], json!([]));
    let instructions = function["instructions"].as_array().unwrap();
    let branch = instructions.iter().find(|i| i["pc"] == 0x110f4).unwrap();
    let ssy = json!([{ "name": "SSY", "target": 0x11104, "to": null }]);
    assert_eq!(branch["operations"], ssy);
}

#[test]
fn a_loop_is_left_by_brk() {
    let of = |name: &str, all: &[String]| all.iter().filter(|n| *n == name).count();
    let simple = names("do_while", 4);
    assert_eq!(of("BRK", &simple), 1, "{simple:?}");
    assert!(of("SSY", &simple) > 0, "the loop's region: {simple:?}");
    let left = names("nested_breaks", 4);
    assert_eq!(
        of("BRK", &left),
        2,
        "left at its end and from inside: {left:?}"
    );
    let nested = names("nested_loops", 4);
    assert!(
        of("SSY", &nested) > 0 && of("SYNC", &nested) > 0,
        "{nested:?}"
    );
    // The notes name what pushes and what pops; CAL and RET are our names for calls.
    let known = ["SSY", "BRA.U", "SYNC", "BRK", "CAL", "RET", "@P", "@!P"];
    for name in simple.iter().chain(&left).chain(&nested) {
        assert!(known.contains(&&**name), "the notes do not name `{name}`");
    }
    let early = names("early_return", 4);
    assert!(of("RET", &early) > 0, "{early:?}");
}

#[test]
fn what_is_not_there_is_refused() {
    for (program, word) in [("loops:climb", "for_break"), ("nothing.elf", "nothing.elf")] {
        let output = annotate(&[program]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(word), "{errors}");
    }
}
