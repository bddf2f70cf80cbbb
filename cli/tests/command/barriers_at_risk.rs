//! Barriers between a branch that may diverge and its reconvergence point are named, when a program is loaded and when it
//! deadlocks.

use crate::program::heddle;
use heddle_sim::Mechanism;
use serde_json::{Value, json};
use std::fs;
use std::process::Output;

const ELF: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/data/at_risk/at_risk.elf"
);

/// Kernels of the file, with a line of a barrier and the line of the branch around it.
const KERNELS: [(&str, u64, u64); 3] = [
    ("copied", 17, 16),
    ("nested", 27, 26),
    ("of_source", 37, 37),
];

/// The mechanisms whose warps wait at a barrier as a whole.
fn waiting_as_a_whole() -> impl Iterator<Item = &'static str> {
    let all = Mechanism::ALL.into_iter();
    all.filter(|mechanism| mechanism.about().waits_as_a_whole)
        .map(Mechanism::name)
}

fn simulated(kernel: &str, mechanism: &str, more: &[&str]) -> Output {
    let args = match kernel {
        "of_source" => "[{ i32 = 0 }, { i32 = 0 }, { buffer = \"out\" }]",
        _ => "[{ i32 = 1 }, { i32 = 2 }, { buffer = \"out\" }]",
    };
    let launch = format!(
        "kernel = \"{kernel}\"\ngrid = [2, 1, 1]\nblock = [16, 1, 1]\nargs = {args}\n\
         [[buffer]]\nname = \"out\"\nbytes = 128\nout = true\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("launch.toml");
    fs::write(&file, launch).unwrap();
    let mut command = heddle();
    command.args(["sim", "--preset", "tiny", "--mechanism", mechanism]);
    command.args(["--kernel", ELF, "--launch"]).arg(&file);
    command.args(more).output().unwrap()
}

/// Error output as one line: messages are broken at any place.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).replace("│", " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.concat()
}

fn parsed(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Whether a barrier and a branch of these lines are among those that a list names.
fn names(risks: &Value, barrier: u64, branch: u64) -> bool {
    let line = |place: &Value| place["source"]["line"].as_u64();
    let mut risks = risks.as_array().expect("a list").iter();
    risks.any(|risk| {
        line(&risk["barrier"]) == Some(barrier) && line(&risk["branch"]) == Some(branch)
    })
}

#[test]
fn a_deadlock_names_the_barrier_and_the_branch() {
    for (kernel, barrier, branch) in KERNELS {
        for mechanism in waiting_as_a_whole() {
            let output = simulated(kernel, mechanism, &["--json"]);
            assert_eq!(output.status.code(), Some(1), "{kernel}, {mechanism}");
            let report = parsed(&output);
            assert_eq!(report["outcome"]["kind"], "deadlock", "{mechanism}");
            let found = names(&report["outcome"]["at_risk"], barrier, branch);
            assert!(found, "{kernel}, {mechanism}: {}", report["outcome"]);
            let said = said(&output);
            let (barrier, branch) = (
                format!("at_risk.c:{barrier},"),
                format!("at_risk.c:{branch},"),
            );
            let message = said.split("deadlock:").nth(1).expect("a message");
            assert!(
                message.contains(&barrier) && message.contains(&branch),
                "{said}"
            );
            assert!(!message.contains("-fconvergent-functions"), "{said}");
        }
    }
}

#[test]
fn a_program_is_told_when_it_is_loaded() {
    for mechanism in ["nrec", "pdom"] {
        let output = simulated("copied", mechanism, &["--json"]);
        let risks = &parsed(&output)["barriers_at_risk"];
        let said = said(&output);
        for (_, barrier, branch) in KERNELS {
            assert!(names(risks, barrier, branch), "{risks}");
            let pair = format!("at_risk.c:{barrier},");
            assert!(
                said.contains(&pair) && said.contains(&format!("at_risk.c:{branch},")),
                "{said}"
            );
        }
    }
    assert!(simulated("copied", "nrec", &[]).status.success());
}

#[test]
fn each_pair_of_lines_is_told_once() {
    let output = simulated("copied", "nrec", &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    let warnings = text
        .lines()
        .filter(|line| line.starts_with("warning: the barrier"));
    // The inner loop of `nested` is unrolled, and two barriers are copied behind each of two lines with branches.
    assert_eq!(warnings.count(), 2 + 4 + 1, "{text}");
}

#[test]
fn cfg_shows_the_barriers_of_a_function() {
    let cfg = |more: &[&str]| {
        let output = heddle().args(["cfg", ELF]).args(more).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output
    };
    let table = String::from_utf8(cfg(&["--function", "copied"]).stdout).unwrap();
    let lines: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("at risk: "))
        .collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert!(
        lines[1].contains("at_risk.c:17,") && lines[1].contains("at_risk.c:16,"),
        "{table}"
    );
    let value = parsed(&cfg(&["--json", "--function", "of_source"]));
    let risks = &value["functions"][0]["barriers_at_risk"];
    assert!(names(risks, 37, 37), "{risks}");
}

#[test]
fn workloads_are_not_named() {
    let run = heddle()
        .args(["run", "bitonic", "--preset", "tiny", "--json"])
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_eq!(parsed(&run)["barriers_at_risk"], json!([]));
    assert!(!said(&run).contains("thebarrierat"), "{run:?}");
}
