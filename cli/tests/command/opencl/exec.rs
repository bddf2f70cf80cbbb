//! `heddle exec`: an unchanged OpenCL program, linked with the system's loader.

use super::Desk;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Output;

/// Adds numbers twice; ends with 3 if a sum is wrong, with its argument if it has one.
pub const PROGRAM: &str = include_str!("../../data/opencl/twice.c");

fn desk() -> Desk {
    let desk = Desk::new(&[("twice.c", PROGRAM)]);
    desk.compile("twice.c", "twice");
    desk
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Where [`exec`] has the report written to.
const REPORT: &str = "report.json";

/// Runs a program with these options; returns the report, and what the command wrote.
pub fn exec(desk: &Desk, options: &[&str], program: &[&str]) -> (Value, Output) {
    let to_file = ["--json", "--report", REPORT, "--"];
    let arguments = [&["exec", "--preset", "tiny"], options, &to_file, program].concat();
    let output = desk.heddle(&arguments);
    assert!(output.status.success(), "{output:?}");
    let report = std::fs::read(desk.folder().join(REPORT)).unwrap();
    (serde_json::from_slice(&report).unwrap(), output)
}

/// What the command wrote to standard error.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into()
}

#[test]
fn launches_are_reported_and_run_again() {
    let desk = desk();
    let mechanism = ["--mechanism", "pdom"];
    let kept = ["--out", "reports", "--capture", "launches"];
    let options = [&mechanism[..], &kept].concat();
    let (whole, _) = exec(&desk, &options, &["./twice"]);
    assert_eq!(whole["exit_code"], 0);
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 2);
    for (number, launch) in launches.iter().enumerate() {
        let name = format!("{number:04}-add");
        assert_eq!(launch["kernel"], "add");
        let report = std::fs::read(desk.folder().join(format!("reports/{name}.json"))).unwrap();
        let report: Value = serde_json::from_slice(&report).unwrap();
        assert_eq!(report["cycles"], launch["cycles"]);
        let file = |file: &str| format!("launches/{name}/{file}");
        let (kernel, launch_file) = (file("kernel.elf"), file("launch.toml"));
        let again = [
            "sim",
            "--preset",
            "tiny",
            "--kernel",
            &kernel,
            "--launch",
            &launch_file,
            "--json",
        ];
        let again = parsed(&desk.text(&[&again[..], &mechanism].concat()));
        assert_eq!(again["cycles"], launch["cycles"]);
    }
    let compare = [
        "compare",
        "launches",
        "--preset",
        "tiny",
        "--mechanism",
        "pdom,dwf",
        "--json",
    ];
    let compared = parsed(&desk.text(&compare));
    for (number, launch) in launches.iter().enumerate() {
        let cell = &compared["cells"][2 * number];
        assert_eq!(cell["workload"], format!("{number:04}-add"));
        assert_eq!(cell["cycles"], launch["cycles"]);
        assert_eq!(
            compared["cells"][2 * number + 1]["differs"],
            serde_json::json!([])
        );
    }
    let whole_again: Value =
        serde_json::from_slice(&std::fs::read(desk.folder().join("reports/whole.json")).unwrap())
            .unwrap();
    assert_eq!(whole_again["launches"], whole["launches"]);

    let text = desk.failure(2, &["exec", "--out", "reports", "--", "./twice"]);
    assert!(
        text.contains("--out reports: the folder is not empty"),
        "{text}"
    );
}

#[test]
fn mechanisms_are_compared() {
    let (whole, _) = exec(&desk(), &["--compare", "stackless,dwf"], &["./twice"]);
    for launch in whole["launches"].as_array().unwrap() {
        let compared = launch["compared"].as_array().unwrap();
        let names: Vec<&str> = compared
            .iter()
            .map(|run| run["mechanism"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["stackless", "dwf"]);
        assert_eq!(compared[1]["differs"], serde_json::json!([]));
        assert_eq!(compared[0]["cycles"], launch["cycles"]);
    }
}

#[test]
fn rtl_takes_part_in_every_launch() {
    let (whole, _) = exec(&desk(), &["--cosim", "stackless_front_end"], &["./twice"]);
    for launch in whole["launches"].as_array().unwrap() {
        assert_eq!(launch["cosim"]["passed"], true);
        assert_eq!(launch["cosim"]["cycles"], launch["cycles"]);
    }
}

/// Where the kernel of [`PROGRAM`] begins, and the same with a barrier in a branch that may diverge, in lines 3 and 4. All threads
/// take the branch, because the first of the numbers is 0.
const BEGIN: &str = "    \"    int i = get_global_id(0);\\n\"\n";
const BARRIER: &str =
    "    \"    if (i % 3 || more[0] == 0)\\n\"\n    \"        barrier(CLK_LOCAL_MEM_FENCE);\\n\"\n";

#[test]
fn barriers_at_risk_are_named_with_their_lines() {
    let source = PROGRAM.replace(BEGIN, &[BEGIN, BARRIER].concat());
    let desk = Desk::new(&[("risky.c", &source)]);
    desk.compile("risky.c", "risky");
    let (whole, output) = exec(&desk, &[], &["./risky"]);
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 2);
    for launch in launches {
        let risks = launch["barriers_at_risk"].as_array().unwrap();
        let line = |place: &str| risks[0][place]["source"]["line"].as_u64();
        assert_eq!((line("barrier"), line("branch")), (Some(4), Some(3)));
    }
    let said = said(&output);
    let warnings = said.lines().filter(|line| line.contains("warning:"));
    let warnings: Vec<&str> = warnings.filter(|line| line.contains(":4,")).collect();
    assert!(!warnings.is_empty(), "{said}");
}

/// The first item of each group waits at a barrier of its own.
const PARTED: &str = "    \"    if (get_local_id(0) == 0) barrier(CLK_LOCAL_MEM_FENCE);\\n\"\n";

#[test]
fn barrier_divergence_is_reported_for_each_launch() {
    let source = PROGRAM.replace(BEGIN, &[BEGIN, PARTED].concat());
    let desk = Desk::new(&[("parted.c", &source)]);
    desk.compile("parted.c", "parted");
    let options = ["--mechanism", "mimd", "--check-races"];
    let (whole, output) = exec(&desk, &options, &["./parted"]);
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 2);
    for launch in launches {
        let first = &launch["barrier_divergence"]["first"][0];
        assert_eq!(first["thread"], 0, "{launch}");
        assert_eq!(first["other"]["kind"], "ended", "{launch}");
        assert_eq!(first["barrier"]["source"]["line"], 3, "{launch}");
    }
    let said = said(&output);
    assert!(said.contains("barrier divergence: 1 found"), "{said}");
}

#[test]
fn programs_without_barriers_at_risk_are_not_warned_about() {
    let (whole, output) = exec(&desk(), &[], &["./twice"]);
    for launch in whole["launches"].as_array().unwrap() {
        assert_eq!(launch["barriers_at_risk"], serde_json::json!([]));
    }
    let said = said(&output);
    assert!(!said.contains("warning:"), "{said}");
}

/// A program that prints, and launches nothing.
const PRINTS: [&str; 3] = ["sh", "-c", "echo printed; echo complained >&2"];

/// USR-10: standard output is the program's, with and without `--json`.
#[test]
fn standard_output_is_left_to_the_program() {
    let desk = Desk::new(&[]);
    let cases: [(&[&str], &str); 5] = [
        (&[], "complained\nno kernel was launched\n"),
        (&["--quiet"], "complained\n"),
        (&["--report", "table.txt"], "complained\n"),
        (&["--report", "report.json", "--json"], "complained\n"),
        (&["--json"], "complained\n{"),
    ];
    for (options, errors) in cases {
        let output = desk.heddle(&[&["exec"], options, &["--"], &PRINTS].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(output.stdout, b"printed\n", "{options:?}");
        let said = said(&output);
        match errors.ends_with('{') {
            true => assert!(said.starts_with(errors), "{options:?}: {said}"),
            false => assert_eq!(said, errors, "{options:?}"),
        }
    }
    let written = |name: &str| std::fs::read_to_string(desk.folder().join(name)).unwrap();
    assert_eq!(written("table.txt"), "no kernel was launched\n");
    assert_eq!(parsed(&written("report.json"))["launches"], json!([]));
    for both in ["--report=x", "--json"] {
        let run = [&["exec", "--quiet", both, "--"], &PRINTS[..]].concat();
        let text = desk.failure(2, &run);
        assert!(text.contains("--quiet"), "{text}");
    }
    let run = [&["exec", "--report", "/dev/null/x.txt", "--"], &PRINTS[..]].concat();
    let text = desk.failure(2, &run);
    assert!(text.contains("/dev/null: cannot be written"), "{text}");
}

/// USR-11: the second of two launches.
#[test]
fn some_launches_are_reported_traced_and_captured() {
    let desk = desk();
    let folders = ["--out", "out", "--trace", "traces", "--capture", "captures"];
    let options = [&folders[..], &["--launch", "1..2"]].concat();
    let (whole, _) = exec(&desk, &options, &["./twice"]);
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 1);
    assert_eq!(launches[0]["number"], 1);
    for (folder, name) in [
        ("out", "0001-add.json"),
        ("traces", "0001-add.json"),
        ("captures", "0001-add"),
    ] {
        let place = desk.folder().join(folder);
        assert!(place.join(name).exists(), "{folder}");
        assert!(
            !place.join(name.replace("0001", "0000")).exists(),
            "{folder}"
        );
    }
    let options = ["--compare", "pdom,dwf", "--launch", "1.."];
    let (whole, _) = exec(&desk, &options, &["./twice"]);
    assert_eq!(whole["launches"].as_array().unwrap().len(), 1);
    let text = desk.failure(2, &["exec", "--launch", "2..2", "--", "./twice"]);
    assert!(text.contains("FROM must be less than TO"), "{text}");
}

#[test]
fn the_functional_device_is_named() {
    let desk = desk();
    let (whole, _) = exec(&desk, &["--functional"], &["./twice"]);
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 2);
    for launch in launches {
        assert_eq!(launch["mechanism"], "functional");
        assert!(launch["cycles"].is_null() && launch["ipc"].is_null());
        assert!(launch["instructions"].as_u64() > Some(0));
    }
    let output = desk.heddle(&["exec", "--functional", "--", "./twice"]);
    assert!(said(&output).contains("functional"), "{output:?}");
    for other in [
        "--mechanism=pdom",
        "--compare=pdom,dwf",
        "--cosim=dwf_scheduler",
        "--trace=traces",
        "--check-races",
        "--check-flow",
    ] {
        let text = desk.failure(2, &["exec", "--functional", other, "--", "./twice"]);
        let option = other.split('=').next().unwrap();
        assert!(
            text.contains("--functional") && text.contains(option),
            "{text}"
        );
    }
}

#[test]
fn what_fails_is_said() {
    let desk = desk();
    let text = desk.failure(7, &["exec", "--preset", "tiny", "--", "./twice", "7"]);
    assert!(text.contains("./twice ended with exit status: 7"), "{text}");
    let killed = ["exec", "--quiet", "--", "sh", "-c", "kill -TERM $$"];
    let text = desk.failure(128 + 15, &killed);
    assert!(text.contains("sh ended with signal: 15"), "{text}");
    let text = desk.failure(2, &["exec", "--", "./thrice"]);
    assert!(text.contains("./thrice: cannot be run"), "{text}");
    let text = desk.failure(2, &["exec", "--cosim", "max_heap", "--", "./twice"]);
    assert!(text.contains("dwf_scheduler"), "{text}");
    let nobody = [
        "exec",
        "--cosim",
        "dwf_scheduler",
        "--mechanism",
        "pdom",
        "--",
        "./twice",
    ];
    let text = desk.failure(2, &nobody);
    assert!(
        text.contains("under pdom cores have no dwf_scheduler"),
        "{text}"
    );
    let text = desk.failure(2, &["exec", "--set", "cores=0", "--", "./twice"]);
    assert!(text.contains("cores"), "{text}");
    assert!(!Path::new("heddle-cosim").exists());
}
