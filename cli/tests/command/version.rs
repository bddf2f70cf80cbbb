//! What `heddle --version` says, and which commit a build is of.

#[path = "../../build/commit.rs"]
mod commit;

use crate::program::heddle;
use commit::Commit;
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SHA1: &str = "459e30cd0123456789abcdef0123456789abcdef";

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=n", "-c", "user.email=e", "-C"])
        .arg(folder);
    let output = git.args(arguments).output().expect("git starts");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().into()
}

/// A repository with one commit and a folder for a package, which has no file yet.
fn repository(folder: &Path) -> PathBuf {
    let root = folder.join("repository");
    fs::create_dir_all(root.join("cli")).unwrap();
    git(&root, &["init", "--quiet", "--initial-branch", "main"]);
    git(&root, &["commit", "--quiet", "--allow-empty", "-m", "one"]);
    root
}

fn head(root: &Path) -> Option<String> {
    Some(git(root, &["rev-parse", "HEAD"])[..12].into())
}

#[test]
fn version_commit_build_and_processors_are_said() {
    let form = r"^heddle \d+\.\d+\.\d+ \((commit unknown|[0-9a-f]{12}), (debug|release( with profile of runs)?), [a-z0-9_-]+\)\n$";
    let form = Regex::new(form).unwrap();
    for option in ["--version", "-V"] {
        let output = heddle().arg(option).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(form.is_match(&said), "{said}");
        assert!(said.contains(env!("CARGO_PKG_VERSION")), "{said}");
    }
}

#[test]
fn a_published_package_has_the_commit_that_cargo_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "{{\n  \"git\": {{\n    \"sha1\": \"{SHA1}\"\n  }},\n  \"path_in_vcs\": \"cli\"\n}}"
    );
    fs::write(folder.path().join(".cargo_vcs_info.json"), text).unwrap();
    let commit = Commit::of(folder.path());
    assert_eq!(commit.name.as_deref(), Some(&SHA1[..12]));
    assert!(commit.files.is_empty());
}

#[test]
fn a_package_without_a_commit_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("cli");
    fs::create_dir(&package).unwrap();
    assert_eq!(Commit::of(&package), Commit::default());
    for text in ["{}", "{\"git\": {\"sha1\": \"?\"}}", "\"sha1\"", ""] {
        fs::write(package.join(".cargo_vcs_info.json"), text).unwrap();
        assert_eq!(Commit::of(&package), Commit::default(), "{text}");
    }
}

#[test]
fn the_repository_of_somebody_else_is_not_asked() {
    let folder = tempfile::tempdir().unwrap();
    let vendored = repository(folder.path()).join("vendor/heddle-command");
    fs::create_dir_all(&vendored).unwrap();
    assert_eq!(Commit::of(&vendored), Commit::default());
}

#[test]
fn another_commit_changes_a_file_that_is_watched() {
    let folder = tempfile::tempdir().unwrap();
    let root = repository(folder.path());
    let before = Commit::of(&root.join("cli"));
    assert_eq!(before.name, head(&root));
    let texts = |commit: &Commit| -> Vec<String> {
        let texts = commit.files.iter().map(fs::read_to_string);
        texts.map(|text| text.expect("the file exists")).collect()
    };
    let of_before = texts(&before);
    git(&root, &["commit", "--quiet", "--allow-empty", "-m", "two"]);
    let after = Commit::of(&root.join("cli"));
    assert_eq!(after.name, head(&root));
    assert_ne!(before.name, after.name);
    assert_ne!(of_before, texts(&after));
}

#[test]
fn a_second_working_tree_has_its_own_commit() {
    let folder = tempfile::tempdir().unwrap();
    let root = repository(folder.path());
    let other = folder.path().join("other");
    let place = other.to_str().unwrap();
    git(&root, &["worktree", "add", "--quiet", "-b", "b", place]);
    git(&other, &["commit", "--quiet", "--allow-empty", "-m", "two"]);
    fs::create_dir(other.join("cli")).unwrap();
    let commit = Commit::of(&other.join("cli"));
    assert!(other.join(".git").is_file());
    assert_eq!(commit.name, head(&other));
    assert_ne!(commit.name, head(&root));
    assert!(!commit.files.is_empty());
}

#[test]
fn a_damaged_repository_is_no_commit() {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("cli");
    fs::create_dir(&package).unwrap();
    fs::write(folder.path().join(".git"), "gitdir: /no/such/folder").unwrap();
    assert_eq!(Commit::of(&package), Commit::default());
}
