//! The functional device runs every program of the repository: each checks its own results and prints what it prints under `pdom`,
//! and every launch finds the memory that it finds there, as captures of the launches show.

use crate::exec::exec;
use crate::programs::chosen;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const MACHINE: [&str; 2] = ["--preset", "fung2009"];

fn counted(launches: &[Value]) -> Vec<[Value; 2]> {
    let keys = ["kernel", "thread_instructions"];
    let of_launch = |launch: &Value| keys.map(|key| launch[key].clone());
    launches.iter().map(of_launch).collect()
}

/// The files of all captured launches: arguments, and memory before the launch.
fn captured(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for launch in fs::read_dir(folder).expect("captures") {
        for file in fs::read_dir(launch.expect("a launch").path()).expect("files") {
            let file = file.expect("a file").path();
            let name = file.strip_prefix(folder).expect("it is inside").to_owned();
            files.insert(name, fs::read(&file).expect("a file"));
        }
    }
    files
}

#[test]
fn programs_print_count_and_leave_the_same_as_under_pdom() {
    for program in chosen() {
        let folder = tempfile::tempdir().expect("a folder");
        let [here, there] = ["functional", "pdom"].map(|name| folder.path().join(name));
        let run = |device: &[&str], captures: &Path| {
            let captures = ["--capture", captures.to_str().expect("a path")];
            exec(&[&MACHINE[..], device, &captures].concat(), program)
        };
        let found = run(&["--functional"], &here);
        let pdom = run(&["--mechanism", "pdom"], &there);
        let (here, there) = (captured(&here), captured(&there));
        assert!(here.len() > found.launches.len(), "{program}");
        assert!(here == there, "{program}: memory before a launch");
        assert_eq!(found.printed, pdom.printed, "{program}");
        assert_eq!(
            counted(&found.launches),
            counted(&pdom.launches),
            "{program}"
        );
        for launch in &found.launches {
            assert_eq!(launch["mechanism"], json!("functional"));
        }
    }
}
