//! Several runs at once on one folder.

use crate::program::heddle;
use serde_json::Value;
use std::path::Path;
use std::process::{Child, Output, Stdio};

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = heddle();
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

fn all(folder: &Path, count: usize, arguments: &[&str]) -> Vec<Output> {
    let runs: Vec<Child> = (0..count).map(|_| start(folder, arguments)).collect();
    let runs = runs.into_iter();
    runs.map(|run| run.wait_with_output().unwrap()).collect()
}

/// One program has the folder; the others are told so.
#[test]
fn programs_do_not_share_a_folder_of_reports() {
    for option in ["--out", "--capture", "--trace"] {
        let folder = tempfile::tempdir().unwrap();
        let outputs = all(
            folder.path(),
            4,
            &["exec", option, "one", "--", "sleep", "1"],
        );
        let (ran, refused): (Vec<_>, Vec<_>) =
            outputs.iter().partition(|output| output.status.success());
        assert_eq!((ran.len(), refused.len()), (1, 3), "{option}");
        for output in refused {
            assert_eq!(output.status.code(), Some(2));
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(text.contains("another run"), "{option}: {text}");
        }
    }
}

/// The second waits for the first, and finds its runs.
#[test]
fn comparisons_in_one_folder_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "compare",
        "mandelbrot",
        "loops",
        "--preset",
        "tiny",
        "--out",
        "one",
        "--json",
    ];
    let outputs = all(folder.path(), 2, &arguments);
    let reports = outputs.iter().map(|output| {
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    });
    let reports: Vec<Value> = reports.collect();
    let simulated = reports
        .iter()
        .map(|report| report["simulated"].as_u64().unwrap());
    let cells = reports[0]["cells"].as_array().unwrap().len() as u64;
    assert_eq!(simulated.sum::<u64>(), cells);
    assert_eq!(reports[0]["cells"], reports[1]["cells"]);
}
