//! `heddle`, with the library beside it, as users install them.

use crate::programs::{self, text_of};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const LIBRARY: &str = "libheddle_opencl.so";

/// A program that `heddle exec` has run.
pub struct Ran {
    /// Standard output of the program.
    pub printed: String,
    /// The launches, as in the reports; each was completed.
    pub launches: Vec<Value>,
}

/// The command.
pub fn heddle() -> Command {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    Command::new(FOLDER.get_or_init(install).join("heddle"))
}

/// Puts both into one folder: Cargo puts the library that it builds for a test beside the test, and the command elsewhere.
fn install() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installed");
    let test = std::env::current_exe().expect("a test is a file");
    fs::create_dir_all(&folder).expect("a folder");
    let files = [
        ("heddle", PathBuf::from(env!("CARGO_BIN_EXE_heddle"))),
        (LIBRARY, test.with_file_name(LIBRARY)),
    ];
    for (name, file) in files {
        // The file of an earlier build may not exist.
        let _ = fs::remove_file(folder.join(name));
        fs::hard_link(&file, folder.join(name)).expect(name);
    }
    folder
}

/// Runs a program, which must succeed and launch something.
pub fn exec(options: &[&str], program: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.json");
    let mut command = heddle();
    command.args(["exec", "--json", "--report"]).arg(&file);
    command.args(options).arg("--").arg(programs::path(program));
    let output = command.output().expect("heddle starts");
    let printed = text_of(&output);
    let report = fs::read(&file).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let launches = report["launches"].as_array().expect("a list").clone();
    assert!(!launches.is_empty(), "{program} launches nothing");
    for launch in &launches {
        assert_eq!(launch["outcome"]["kind"], "completed", "{program}");
    }
    Ran { printed, launches }
}
