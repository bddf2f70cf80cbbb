//! Captured launches of a host program run again from their files.

use crate::exec::{exec, heddle};
use crate::programs::text_of;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const MACHINE: [&str; 4] = ["--preset", "fung2009", "--mechanism", "dwf"];

/// Cycles of a captured launch in `heddle sim`.
fn cycles_again(folder: &Path) -> Value {
    let mut command = heddle();
    command.args(["sim", "--json"]).args(MACHINE);
    command.arg("--kernel").arg(folder.join("kernel.elf"));
    command.arg("--launch").arg(folder.join("launch.toml"));
    let report = text_of(&command.output().expect("heddle starts"));
    let report: Value = serde_json::from_str(&report).expect("a report");
    report["cycles"].clone()
}

#[test]
fn captured_launches_take_the_same_cycles() {
    for program in ["bfs", "reduction"] {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().to_str().expect("a path of letters");
        let ran = exec(&[&MACHINE[..], &["--capture", place]].concat(), program);
        let entries = fs::read_dir(folder.path()).expect("captured launches");
        let mut captured: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        captured.sort();
        assert_eq!(captured.len(), ran.launches.len(), "{program}");
        for (launch, folder) in ran.launches.iter().zip(captured) {
            let place = folder.display();
            assert_eq!(cycles_again(&folder), launch["cycles"], "{place}");
        }
    }
}
