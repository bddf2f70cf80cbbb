//! Readers of the files of users, from the command line, at what no file is: devices and pipes without end, files beyond the limit of
//! their kind, damaged binaries. Each gets an answer in bounded memory. The night has all of them (stage `readers`), a run of
//! the day a part.

mod beyond;
mod binaries;
mod options;

use std::path::Path;
use std::process::{Command, Output};

/// Seconds that an answer may take. The slowest reads a gibibyte.
const SECONDS: &str = "120";

/// Runs the command in a folder with at most so many bytes of addresses. Tools that it starts have the same limit.
fn limited(folder: &Path, bytes: u64, arguments: &str) -> Output {
    let heddle = crate::program::heddle();
    let mut command = Command::new("timeout");
    command.args([SECONDS, "prlimit", &format!("--as={bytes}")]);
    command.arg(heddle.get_program()).args(heddle.get_args());
    command.args(arguments.split(' ')).current_dir(folder);
    command.env("NO_COLOR", "1").output().expect("it starts")
}

/// Checks that the command has ended by itself, and has said what to do unless all is well.
fn answered(output: &Output, codes: &[i32], what: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    assert!(
        code.is_some_and(|code| codes.contains(&code)),
        "{what}: {code:?}: {text}"
    );
    assert!(!text.contains("panicked"), "{what}: {text}");
    let has_remedy = ["help:", "tip:", "For more information"]
        .iter()
        .any(|word| text.contains(word));
    assert!(code == Some(0) || has_remedy, "{what}: {text}");
}
