//! The command of a release hands over to the one beside it for processors with AVX2.
#![cfg(target_arch = "x86_64")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Puts an executable into a folder. A child process does the copying: if this process did, a child that another test starts
/// meanwhile would inherit the file open for writing, and such a file cannot be executed.
fn install(folder: &Path, from: &str, name: &str) {
    let to = folder.join(name);
    let install = Command::new("install")
        .args(["-m", "755", from])
        .arg(to)
        .status();
    assert!(install.unwrap().success());
}

/// A folder with the command.
pub fn with_command() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    install(folder.path(), env!("CARGO_BIN_EXE_heddle"), "heddle");
    folder
}

/// Puts an executable with this text into a folder.
pub fn install_text(folder: &Path, text: &str, name: &str) {
    let written = tempfile::NamedTempFile::new().unwrap();
    fs::write(&written, text).unwrap();
    install(folder, written.path().to_str().unwrap(), name);
}

fn add_other(folder: &Path, text: &str) {
    install_text(folder, text, "heddle-x86-64-v3");
}

fn version(folder: &Path) -> Output {
    let mut command = Command::new(folder.join("heddle"));
    command.arg("--version").output().unwrap()
}

#[test]
fn hands_over_to_the_faster_one() {
    let folder = with_command();
    let alone = version(folder.path());
    assert!(alone.status.success() && alone.stdout.starts_with(b"heddle "));
    add_other(folder.path(), "#!/bin/sh\necho \"other $*\"\nexit 7\n");
    let beside = version(folder.path());
    // The features that distinguish this level from the one before it.
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("movbe") {
        assert_eq!(beside.stdout, b"other --version\n");
        assert_eq!(beside.status.code(), Some(7));
    } else {
        assert_eq!(beside, alone);
    }
}

#[test]
fn runs_itself_if_the_faster_one_cannot_run() {
    let folder = with_command();
    // With a file that is no program at all, the C library would start a shell.
    add_other(folder.path(), "#!/no/such/interpreter\n");
    let beside = version(folder.path());
    assert!(beside.status.success() && beside.stdout.starts_with(b"heddle "));
}
