//! `heddle` itself.

use std::process::Command;

/// The command, which ends with the test that starts it, even if the test is killed (`setpriv` is part of
/// every Debian).
pub fn heddle() -> Command {
    let mut command = Command::new("/usr/bin/setpriv");
    command.args(["--pdeathsig", "KILL", env!("CARGO_BIN_EXE_heddle")]);
    command
}
