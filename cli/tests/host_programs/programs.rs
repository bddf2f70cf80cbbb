//! The host programs, compiled by their own Makefile.

use heddle_machines::thorough;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Names of all programs.
pub const ALL: [&str; 12] = [
    "atax",
    "bfs",
    "bitonic",
    "events",
    "gemm",
    "histogram",
    "nbody",
    "printf",
    "reduction",
    "scan",
    "stencil",
    "structs",
];

/// Quick programs that diverge and have local memory, atomics and barriers.
const OF_THE_DAY: [&str; 3] = ["bfs", "histogram", "reduction"];

/// The programs' folder.
pub const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../opencl/programs");

/// The programs that a test runs: the quick ones by day, all of them at night.
pub fn chosen() -> &'static [&'static str] {
    match thorough() {
        true => &ALL,
        false => &OF_THE_DAY,
    }
}

/// Path of a compiled program; the files that it needs are beside it.
pub fn path(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(build).join(name)
}

fn build() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("host_programs");
    let out = format!("OUT={}", folder.display());
    let make = Command::new("make").args(["-C", SOURCES, &out]).output();
    text_of(&make.expect("make is installed"));
    folder
}

/// Standard output of a process that must succeed.
pub fn text_of(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    let status = output.status;
    assert!(status.success(), "{status}\n{text}{errors}");
    text
}

#[test]
fn every_program_is_in_the_list() {
    let entries = fs::read_dir(SOURCES).expect("the programs' folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "c"));
    let mut names: Vec<String> = sources
        .map(|path| path.file_stem().unwrap().to_string_lossy().into())
        .collect();
    names.sort();
    assert_eq!(names, ALL);
}
