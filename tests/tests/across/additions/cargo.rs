//! Runs Cargo in the copy, with the target folder of these tests, where the dependencies are already built.

use std::path::Path;
use std::process::Command;

const PACKAGES: [&str; 13] = [
    "heddle-contract",
    "heddle-types",
    "heddle-isa",
    "heddle-flow",
    "heddle-kernels",
    "heddle-hdl",
    "heddle-units",
    "heddle-memory",
    "heddle-gpu-core",
    "heddle-mechanisms",
    "heddle-sim",
    "heddle-cosim",
    "heddle-tests",
];

/// Runs `cargo test` with these arguments, with `variables` set to 1, and with filters; returns its output.
pub fn cargo(root: &Path, arguments: &[&str], variables: &[&str], filters: &[&str]) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root).env("CARGO_TARGET_DIR", target);
    command.args(["test", "--offline"]).args(arguments);
    // Builds for a single run are not worth optimising; dependencies keep their settings.
    for package in PACKAGES {
        command.args([
            "--config",
            &format!("profile.dev.package.{package}.opt-level=0"),
        ]);
        command.args([
            "--config",
            &format!("profile.dev.package.{package}.debug=0"),
        ]);
    }
    command.env("CARGO_INCREMENTAL", "0");
    command.arg("--").args(filters);
    command.envs(variables.iter().map(|name| (name, "1")));
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}\n{said}\n{errors}");
    said
}
