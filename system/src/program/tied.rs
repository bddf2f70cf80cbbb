//! Programs that end together with this process.

use super::guard::Guard;
use std::ffi::OsStr;
use std::io;
use std::ops::{Deref, DerefMut};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;

/// A command that ends, with all processes that it starts, when this process ends. It reads no terminal, because it does not belong
/// to the foreground.
#[derive(Debug)]
pub struct Tied {
    command: Command,
    // Where no shell can be started, the program will say why it cannot be either.
    _guard: Option<Arc<Guard>>,
}

impl Deref for Tied {
    type Target = Command;

    fn deref(&self) -> &Command {
        &self.command
    }
}

impl DerefMut for Tied {
    fn deref_mut(&mut self) -> &mut Command {
        &mut self.command
    }
}

/// A command for a program, which has to end before the result is dropped.
pub fn tied(program: impl AsRef<OsStr>) -> Tied {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    let guard = Guard::of_this_process().ok();
    let group = guard.as_ref().map(|guard| i32::try_from(guard.group));
    if let Some(Ok(group)) = group {
        command.process_group(group);
    }
    Tied {
        command,
        _guard: guard,
    }
}

/// Runs a program in the foreground, where it may read the terminal and is interrupted by it. It ends with this process, but
/// processes that it starts do not. `prepare` adds what the program is called with.
///
/// # Errors
/// The system's.
pub fn in_foreground(
    program: impl AsRef<OsStr>,
    prepare: impl FnOnce(&mut Command),
) -> io::Result<ExitStatus> {
    let mut command = Command::new(program);
    prepare(&mut command);
    let guard = Guard::of_this_process()?;
    let mut child = command.spawn()?;
    guard.say(child.id())?;
    child.wait()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_tied_program_runs_as_any_other() {
        let mut command = tied("sh");
        let output = command.args(["-c", "echo out; exit 3"]).output();
        let output = output.expect("it runs");
        assert_eq!(output.stdout, b"out\n");
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn programs_at_the_same_time_have_one_guard_which_ends_with_the_last() {
        let first = tied("true");
        let second = tied("true");
        let group = |tied: &Tied| tied._guard.as_ref().expect("a shell").group;
        let shell = group(&first);
        drop(first);
        assert_eq!(group(&second), shell);
        let place = format!("/proc/{shell}");
        assert!(std::fs::exists(&place).expect("asked"));
        drop(second);
        // Another test may use the same guard.
        let start = Instant::now();
        while std::fs::exists(&place).expect("asked") {
            assert!(start.elapsed() < Duration::from_secs(60));
        }
    }
}
