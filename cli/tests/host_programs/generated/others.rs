//! Kernels on other implementations. Where they differ from the standard: OCL-15.

use super::batch::{Batch, Machine};
use super::host;
use crate::oracles::through_the_loader;
use std::fs;
use std::process::Command;

/// The two ways in which others compile, the quick one first. `pocl` 3.1 is wrong about one kernel in a hundred or so either
/// way; Oclgrind 21.10 loses cases of a `switch` if it optimises, and sometimes crashes if it does not.
pub const WAYS: [&str; 2] = ["-cl-opt-disable", ""];

/// The output of the host program on `pocl`, which compiles with an option.
///
/// # Errors
/// The error output, if it failed.
pub fn pocl(batch: &Batch, machine: Machine, option: &str) -> Result<String, String> {
    let output = batch.output(machine, "pocl");
    let mut command = Command::new(host::program());
    command.arg(batch.prefix(machine)).arg(&output).arg(option);
    // The compiled kernels are not needed later.
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

/// The output of Oclgrind about kernels, which is empty if they and the host program are right. Their results there are not
/// checked: Oclgrind lets LLVM compute, and where LLVM leaves results open, it differs from other implementations.
pub fn oclgrind(batch: &Batch, machine: Machine, option: &str) -> Option<String> {
    let output = batch.output(machine, "oclgrind");
    let mut command = Command::new("oclgrind");
    command.args(["--check-api", "--data-races"]);
    command.arg(host::program());
    command.arg(batch.prefix(machine)).arg(&output);
    command.arg(option);
    let ran = through_the_loader(&mut command);
    let said = String::from_utf8_lossy(&ran.stderr);
    // The compiler prints the number of warnings, which were not requested.
    let lines = said.lines().filter(|line| !line.ends_with(" generated."));
    let found = lines.collect::<Vec<_>>().join("\n");
    match ran.status.success() && found.trim().is_empty() {
        true => None,
        false => Some(format!("Oclgrind: {}\n{found}", ran.status)),
    }
}
