//! The tree of dependencies has the licences and the sources that `deny.toml` allows, and no crate twice without a reason.

use crate::files::{ROOT, read};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The program, as `scripts/setup` installs it.
const DENY: &str = ".tools-lint/bin/cargo-deny";

/// Checks the tree with a configuration.
fn check(configuration: &Path) -> Output {
    let deny = Path::new(ROOT).join(DENY);
    assert!(
        deny.exists(),
        "{DENY} is missing; install it with: scripts/setup"
    );
    let mut command = Command::new(deny);
    // The sources of all dependencies are here already, or this test would not be compiled.
    command.args(["--offline", "--locked", "--config"]);
    command
        .arg(configuration)
        .args(["check", "licenses", "bans", "sources"]);
    command
        .current_dir(ROOT)
        .output()
        .expect("cargo-deny starts")
}

/// What is said of the tree, which does not pass, where `deny.toml` has another text in place of one.
fn refused(old: &str, new: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deny.toml");
    let text = read("deny.toml");
    assert!(text.contains(old), "deny.toml has no {old}");
    fs::write(&path, text.replacen(old, new, 1)).expect("a configuration");
    let output = check(&path);
    assert!(!output.status.success(), "{old} in deny.toml has no effect");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn dependencies_are_those_that_deny_toml_allows() {
    let output = check(&Path::new(ROOT).join("deny.toml"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        !said.contains("warning["),
        "a line of deny.toml has no use any more: {said}"
    );
}

#[test]
fn a_licence_that_is_not_allowed_is_found() {
    let said = refused("\"Unicode-3.0\",", "");
    assert!(said.contains("error[rejected]"), "{said}");
}

#[test]
fn a_second_version_is_found() {
    let said = refused("unicode-width@0.1.14", "unicode-width@0.1.13");
    assert!(said.contains("error[duplicate]"), "{said}");
}

#[test]
fn another_registry_is_found() {
    let said = refused(
        "https://github.com/rust-lang/crates.io-index",
        "https://example.org/index",
    );
    assert!(said.contains("error[source-not-allowed]"), "{said}");
}
