//! `heddle area --mechanism`: what mechanisms cost, against the Verilog of `heddle gen` as Yosys reads it.

mod table;
mod verilog;

use serde_json::Value;
use std::process::Output;

/// Runs `heddle area` with these arguments.
fn area(arguments: &[&str]) -> Output {
    let mut command = crate::program::heddle();
    let command = command.arg("area").args(arguments);
    command.output().expect("it starts")
}

/// What it prints.
fn printed(arguments: &[&str]) -> String {
    let output = area(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The mechanisms of its JSON.
fn mechanisms(arguments: &[&str]) -> Vec<Value> {
    let text = printed(&[arguments, &["--json"]].concat());
    let value: Value = serde_json::from_str(&text).expect("JSON");
    value["mechanisms"].as_array().expect("a list").clone()
}

/// A number of a JSON object.
fn number(value: &Value, key: &str) -> i64 {
    let number = value[key].as_i64();
    number.unwrap_or_else(|| panic!("{key} of {value:#}"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    let list = value[key].as_array();
    list.unwrap_or_else(|| panic!("{key} of {value:#}"))
}
