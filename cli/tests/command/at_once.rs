//! Several runs at once on one folder.

use crate::program::heddle;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
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

/// Neither simulates what the other does, and both leave what one alone would have left.
#[test]
fn comparisons_in_one_folder_share_their_runs() {
    let folder = tempfile::tempdir().unwrap();
    let compare = |out: &'static str| {
        let programs = "mandelbrot loops if_else bitonic --mechanism pdom,dwf,mimd,nrec";
        let machine = "--preset tiny --vary core.warps=2,4 --jobs 1";
        let words = format!("compare {programs} {machine} --out {out} --csv {out}/runs.csv --json");
        words
            .split_whitespace()
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let run = |count, out| {
        let words = compare(out);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let outputs = all(folder.path(), count, &words);
        let reports = outputs.iter().map(|output| {
            assert!(output.status.success(), "{output:?}");
            serde_json::from_slice::<Value>(&output.stdout).unwrap()
        });
        reports.collect::<Vec<Value>>()
    };
    let alone = run(1, "alone");
    let shared = run(2, "shared");
    let simulated = shared
        .iter()
        .map(|report| report["simulated"].as_u64().unwrap());
    assert_eq!(simulated.sum::<u64>(), 32);
    for report in &shared {
        assert_eq!(report["runs"], 32);
        assert_eq!(report["cells"], alone[0]["cells"]);
    }
    let [alone, shared] = ["alone", "shared"].map(|out| files(&folder.path().join(out)));
    // Runs; the page, the CSV, lines over warps, means, bars of two settings.
    assert_eq!(alone.len(), 32 + 6, "{:?}", alone.keys());
    assert_eq!(alone, shared);
}

/// All files of a folder and its subfolders, with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(within) = folders.pop() {
        for entry in fs::read_dir(within).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().to_owned();
                    files.insert(name, fs::read(path).unwrap());
                }
            }
        }
    }
    files
}
