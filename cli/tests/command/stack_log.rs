//! `--log-stack` of RTL in the loop: what it pushes and pops is what the golden model does, and RTL with a mistake writes another log.

use crate::program::heddle;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const STACK: &str = "reconvergence_stack";

/// What runs: mechanism, workload, and changes of `tiny`.
struct Run<'a> {
    mechanism: &'a str,
    workload: &'a str,
    set: &'a [&'a str],
}

impl Run<'_> {
    /// The log that a command writes, and its exit code.
    fn log(&self, folder: &Path, words: &[&str]) -> (i32, String) {
        let log = folder.join("stacks.log");
        let mut command = heddle();
        command.current_dir(folder).args(words);
        command.args(["--preset", "tiny", "--mechanism", self.mechanism]);
        for set in self.set {
            command.args(["--set", set]);
        }
        let output = command.arg("--log-stack").arg(&log).output().unwrap();
        let code = output.status.code().expect("it exits");
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = fs::read_to_string(&log);
        (
            code,
            text.unwrap_or_else(|error| panic!("{error}: {errors}")),
        )
    }

    fn golden(&self) -> String {
        let folder = TempDir::new().unwrap();
        let words = ["run", self.workload, "--trace-cycles", "0.."];
        let (code, log) = self.log(folder.path(), &words);
        assert_eq!(code, 0, "{}", self.workload);
        log
    }

    /// With the RTL of a unit, or with a design of the user.
    fn rtl(&self, unit: &str, verilog: Option<&Path>) -> (i32, String) {
        let folder = TempDir::new().unwrap();
        let words = ["cosim", "--unit", unit, "--mode", "in-loop"];
        let run = ["--workload", self.workload, "--max-cycles", "200000"];
        let own = verilog.map(|file| file.to_str().unwrap());
        let own: Vec<&str> = own
            .into_iter()
            .flat_map(|file| ["--verilog", file])
            .collect();
        self.log(folder.path(), &[&words[..], &run, &own].concat())
    }
}

fn assert_same(unit: &str, run: &Run, least: usize) {
    let Run {
        mechanism,
        workload,
        set,
    } = run;
    let (code, found) = run.rtl(unit, None);
    let expected = run.golden();
    assert_eq!(code, 0, "{mechanism}, {workload}, {set:?}");
    let lines = || found.lines().zip(expected.lines());
    let differing = lines().find(|(found, expected)| found != expected);
    assert_eq!(differing, None, "{mechanism}, {workload}, {set:?}");
    assert_eq!(found.lines().count(), expected.lines().count());
    assert!(lines().count() > least, "{mechanism}, {workload}, {set:?}");
}

#[test]
fn the_rtl_pushes_and_pops_what_the_model_does() {
    let late = ["stack.latency=2", "stack.pops=1"];
    for (mechanism, workload, set) in [
        ("pdom", "loops", &[][..]),
        ("pdom", "recursion", &late),
        ("stack", "loops", &["stack.placement=notes"]),
        ("stack", "mandelbrot", &late),
    ] {
        let run = Run {
            mechanism,
            workload,
            set,
        };
        assert_same(STACK, &run, 200);
    }
}

#[test]
fn stacks_of_sub_warps_too() {
    for set in [&[][..], &["stack.latency=1", "stack.pops=1"]] {
        let run = Run {
            mechanism: "dwr",
            workload: "loops",
            set,
        };
        assert_same("dwr_subsystem", &run, 200);
    }
}

/// Mistakes in lines of the Verilog: an entry below the top gets the lanes of a side; the lower side goes to the place of the other;
/// an entry is not counted.
const MISTAKES: [(&str, &str); 3] = [
    ("lower ? new_lanes[1] : new_lanes[2]", "new_lanes[1]"),
    (
        "second_any ? next_i : target_i",
        "second_any ? target_i : next_i",
    ),
    ("{old_entries == ", "{old_entries != "),
];

#[test]
fn rtl_with_a_mistake_writes_another_log() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments = ["gen", "--unit", STACK, "--preset", "tiny", "--out", out];
    assert!(heddle().args(arguments).output().unwrap().status.success());
    let path = folder.path().join("reconvergence_stack.v");
    let text = fs::read_to_string(&path).unwrap();
    let run = Run {
        mechanism: "pdom",
        workload: "loops",
        set: &[],
    };
    let expected = run.golden();
    let (code, found) = run.rtl(STACK, Some(&path));
    assert_eq!((code, found == expected), (0, true), "no mistake yet");
    for (right, wrong) in MISTAKES {
        let changed = text.replacen(right, wrong, 1);
        assert_ne!(changed, text, "`{right}` is there");
        fs::write(&path, changed).unwrap();
        let (code, found) = run.rtl(STACK, Some(&path));
        assert_eq!(code, 1, "`{wrong}`");
        assert!(found != expected, "`{wrong}`");
    }
}
