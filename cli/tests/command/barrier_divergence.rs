//! Barriers that not all threads of a block reach are listed, and fail the run.

use crate::program::heddle;
use heddle_sim::Mechanism;
use serde_json::Value;
use std::process::Output;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/barrier_divergence.cl"
);

fn checked(kernel: &str, more: &[&str]) -> Output {
    let mut command = heddle();
    command.args(["run", FILE, "--kernel", kernel, "--preset", "tiny"]);
    command.args([
        "--global",
        "32",
        "--local",
        "16",
        "--args",
        "zero:32",
        "--check-races",
    ]);
    command.args(more).output().unwrap()
}

fn report(kernel: &str, mechanism: &str, threads: &str) -> Value {
    let more = ["--mechanism", mechanism, "--threads", threads, "--json"];
    let output = checked(kernel, &more);
    assert_eq!(output.status.code(), Some(1), "{kernel}, {mechanism}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Thread and line of both sides of each case, without a line if the other thread had ended; and the openings.
fn cases(report: &Value) -> Vec<(u64, u64, u64, Option<u64>, u64)> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let line = |barrier: &Value| barrier["source"]["line"].as_u64();
    let list = report["barrier_divergence"]["first"].as_array();
    let cases = list.expect("a list").iter().map(|case| {
        let (barrier, other) = (&case["barrier"], &case["other"]);
        let kind = if other["barrier"].is_null() {
            "ended"
        } else {
            "waited"
        };
        assert_eq!(other["kind"], kind);
        (
            number(&case["thread"]),
            line(barrier).expect("a line"),
            number(&other["thread"]),
            line(&other["barrier"]),
            number(&case["openings"]),
        )
    });
    cases.collect()
}

#[test]
fn both_kinds_are_found_under_every_mechanism_on_any_number_of_threads() {
    for mechanism in Mechanism::ALL.map(Mechanism::name) {
        let one = report("some", mechanism, "1");
        assert_eq!(
            cases(&one),
            [(0, 7, 8, Some(9), 2), (0, 9, 8, None, 2)],
            "{mechanism}"
        );
        assert!(one["races"]["pairs"].as_u64() > Some(0), "{mechanism}");
        let two = report("some", mechanism, "2");
        assert_eq!(one["barrier_divergence"], two["barrier_divergence"]);

        let places = report("two_places", mechanism, "1");
        let mut found = cases(&places);
        // The compiler decides which barrier comes first.
        if found[0].0 == 8 {
            let (thread, line, other, other_line, openings) = found[0];
            let other_line = other_line.expect("a barrier");
            found[0] = (other, other_line, thread, Some(line), openings);
        }
        assert_eq!(found, [(0, 16, 8, Some(19), 2)], "{mechanism}");
        assert_eq!(places["races"]["pairs"], 0, "{mechanism}");
        assert_eq!(places["barrier_divergence"]["openings"], 2);
        assert_eq!(places["barrier_divergence"]["cases"], 1);
    }
}

#[test]
fn a_table_names_threads_and_lines() {
    let output = checked("two_places", &[]);
    let table = String::from_utf8(output.stdout).unwrap();
    for part in [
        "barrier divergence: 1 found, at 2 openings",
        "kernel `two_places`, launch 0, 2 openings:",
        "barrier_divergence.cl:16, 0x",
        "barrier_divergence.cl:19, 0x",
    ] {
        assert!(table.contains(part), "{table}");
    }
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("came to different barriers"), "{said}");
}
