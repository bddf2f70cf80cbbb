//! `heddle cfg` from outside: table, JSON, Graphviz, and refused input.

use serde_json::{Value, json};
use std::process::Output;

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels");

fn cfg(kernel: &str, arguments: &[&str]) -> Output {
    let mut command = crate::program::heddle();
    command.env("NO_COLOR", "1").arg("cfg");
    command.arg(format!("{KERNELS}/{kernel}/{kernel}.elf"));
    command.args(arguments).output().expect("it starts")
}

fn printed(kernel: &str, arguments: &[&str]) -> String {
    let output = cfg(kernel, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_table_names_blocks_and_reconvergence_points() {
    let text = printed("if_else", &[]);
    assert!(
        text.starts_with("__kernel_if_else at 0x000110d4\n"),
        "{text}"
    );
    let branch = text.lines().find(|line| line.contains(" branch ")).unwrap();
    let words: Vec<&str> = branch.split_whitespace().collect();
    let expected = ["branch", "0x000110f8,", "0x00011100", "0x00011104"];
    assert_eq!(words[words.len() - 4..], expected);
}

#[test]
fn json_has_the_same() {
    let text = printed("if_else", &["--json", "--function", "if_else"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    let function = &value["functions"][0];
    assert_eq!(function["name"], "__kernel_if_else");
    let block = &function["blocks"][0];
    assert_eq!(block["leaves"], "branch");
    assert_eq!(block["successors"], json!([0x110f8, 0x11100]));
    assert_eq!(block["reconvergence"], 0x11104);
    assert_eq!(function["blocks"][3]["reconvergence"], "function_exit");
    assert_eq!(function["blocks"][3]["successors"], json!([null]));
    assert_eq!(function["unknown_jumps"], json!([]));
}

#[test]
fn loops_are_marked_and_calls_named() {
    let text = printed("recursion", &["--function", "walk"]);
    assert!(text.contains(" loop "), "{text}");
    assert!(text.contains(" call walk "), "{text}");
    assert!(!text.contains("quicksort"), "{text}");
}

#[test]
fn dot_is_one_graph() {
    let text = printed("loops", &["--dot"]);
    assert!(text.starts_with("digraph flow {"), "{text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count());
    assert!(text.contains("label=\"for_break\";"), "{text}");
}

#[test]
fn a_function_that_is_not_there_is_refused_with_those_that_are() {
    let output = cfg("recursion", &["--function", "climb"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    for word in ["recursion.elf", "`climb`", "quicksort"] {
        assert!(errors.contains(word), "{word}: {errors}");
    }
}
