//! Kernels on other implementations.

use super::batch::{Batch, Machine};
use super::host;
use crate::oracles::through_the_loader;
use std::fs;
use std::process::Command;

/// The two ways in which others compile, the quick one first. Either way `pocl` 3.1 is wrong about one kernel in a hundred or so;
/// Oclgrind 21.10 loses cases of a `switch` if it optimises, and crashes now and then if it does not.
pub const WAYS: [&str; 2] = ["-cl-opt-disable", ""];

/// What the host program writes on `pocl`, which compiles with an option.
///
/// # Errors
/// What was said, if it failed.
pub fn pocl(batch: &Batch, machine: Machine, option: &str) -> Result<String, String> {
    let output = batch.output(machine, "pocl");
    let mut command = Command::new(host::program());
    command.arg(batch.prefix(machine)).arg(&output).arg(option);
    // What it compiled is of no use later.
    command.env("POCL_CACHE_DIR", batch.folder().join("pocl"));
    let ran = through_the_loader(&mut command);
    match ran.status.success() {
        true => Ok(fs::read_to_string(output).expect("what the host program wrote")),
        false => Err(format!(
            "pocl: {}\n{}",
            ran.status,
            String::from_utf8_lossy(&ran.stderr)
        )),
    }
}

/// What Oclgrind says of kernels, which is nothing if they and the host program are right. What they compute there is not looked at:
/// it lets LLVM compute, and of what LLVM leaves open it makes something else than others do.
pub fn oclgrind(batch: &Batch, machine: Machine, option: &str) -> Option<String> {
    let output = batch.output(machine, "oclgrind");
    let mut command = Command::new("oclgrind");
    command.args(["--check-api", "--data-races"]);
    command.arg(host::program());
    command.arg(batch.prefix(machine)).arg(&output);
    command.arg(option);
    let ran = through_the_loader(&mut command);
    let said = String::from_utf8_lossy(&ran.stderr);
    // The compiler counts warnings that were not asked for.
    let lines = said.lines().filter(|line| !line.ends_with(" generated."));
    let found = lines.collect::<Vec<_>>().join("\n");
    match ran.status.success() && found.trim().is_empty() {
        true => None,
        false => Some(format!("Oclgrind: {}\n{found}", ran.status)),
    }
}
