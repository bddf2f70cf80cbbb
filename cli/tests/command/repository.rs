//! Outputs of commands are not part of the repository.

use crate::program::heddle;
use std::path::Path;
use std::process::{Command, Output};

/// The repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Commands with a folder that they write to unless told otherwise.
const COMMANDS: [&str; 4] = ["compare", "report", "cosim", "synth"];

/// Runs git in the repository.
pub fn git(arguments: &[&str]) -> Output {
    let mut git = Command::new("git");
    // The repository may belong to another user, as in a container.
    git.args(["-c", "safe.directory=*", "-C", ROOT]);
    git.args(arguments).output().unwrap()
}

/// The default folder of a command, from its help.
fn folder(command: &str) -> String {
    let help = heddle().args([command, "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, default) = help.split_once("[default: heddle-").expect(command);
    let (name, _) = default.split_once(']').unwrap();
    format!("heddle-{name}")
}

#[test]
fn default_outputs_are_not_committed() {
    assert!(Path::new(ROOT).join(".git").exists());
    for command in COMMANDS {
        let folder = folder(command);
        let ignored = git(&["check-ignore", &format!("{folder}/file")]);
        assert!(
            ignored.status.success(),
            "{folder} is not ignored: {ignored:?}"
        );
        let committed = git(&["ls-files", "--", &folder]);
        assert!(committed.stdout.is_empty(), "{folder} is committed");
    }
}
