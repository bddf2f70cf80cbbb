//! Watching the launches of a program does not change them.

use crate::exec::{Ran, exec};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const PROGRAM: &str = "bfs";

const MACHINE: [&str; 4] = ["--preset", "fung2009", "--mechanism", "dwf"];

fn watched(options: &[&str]) -> Ran {
    exec(&[&MACHINE[..], options].concat(), PROGRAM)
}

/// Kernel, cycles and thread instructions of each launch.
fn counts(ran: &Ran) -> Vec<[Value; 3]> {
    let keys = ["kernel", "cycles", "thread_instructions"];
    let of_launch = |launch: &Value| keys.map(|key| launch[key].clone());
    ran.launches.iter().map(of_launch).collect()
}

/// The JSON files of launches in a folder, in their order.
fn files(folder: &Path) -> Vec<Value> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.file_name().is_some_and(|name| name != "whole.json"));
    paths.sort();
    let read = |path: &PathBuf| serde_json::from_slice(&fs::read(path).expect("a file"));
    paths.iter().map(|path| read(path).expect("JSON")).collect()
}

#[test]
fn watched_launches_are_those_that_nobody_watches() {
    let plain = watched(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (traces, reports) = (place("traces"), place("reports"));
    let cases: [&[&str]; 6] = [
        &["--trace", &traces],
        &["--trace-cycles", "0..500", "--trace", &place("window")],
        &["--profile", "--out", &reports],
        &["--check-races"],
        &["--check-flow"],
        &["--threads", "2"],
    ];
    for options in cases {
        let ran = watched(options);
        assert_eq!(counts(&ran), counts(&plain), "{options:?}");
        assert_eq!(ran.printed, plain.printed, "{options:?}");
    }
    for timeline in files(Path::new(&traces)) {
        let events = timeline["traceEvents"].as_array().expect("a list");
        assert!(events.iter().any(|event| event["cat"] == "issue"));
    }
    assert_eq!(files(Path::new(&traces)).len(), plain.launches.len());
    for (report, launch) in files(Path::new(&reports)).iter().zip(&plain.launches) {
        assert_eq!(report["cycles"], launch["cycles"]);
        let lines = report["profile"].as_array().expect("counts of PCs");
        let issues = lines.iter().map(|line| line["issued"].as_u64());
        assert!(issues.sum::<Option<u64>>().is_some_and(|issues| issues > 0));
    }
}

#[test]
fn rtl_beside_the_golden_unit_agrees() {
    let options = ["--cosim", "reconvergence_stack", "--mode", "shadow"];
    let machine = ["--preset", "fung2009", "--mechanism", "pdom"];
    let plain = exec(&machine, PROGRAM);
    let ran = exec(&[&machine[..], &options].concat(), PROGRAM);
    assert_eq!(counts(&ran), counts(&plain));
    for launch in ran.launches {
        assert_eq!(launch["cosim"]["passed"], json!(true), "{launch}");
    }
}
