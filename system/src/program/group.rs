//! A command and every process that it starts, which may be ended before this process ends.

use super::guard::Guard;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

/// A command and the processes that it has started. They end when this is dropped, and when this process ends.
#[derive(Debug)]
pub struct Group {
    command: Child,
    guard: Guard,
}

impl Group {
    /// Starts a program in a group of its own. `prepare` adds what the program is called with.
    ///
    /// # Errors
    /// The system's.
    pub fn start(program: &Path, prepare: impl FnOnce(&mut Command)) -> io::Result<Self> {
        let guard = Guard::start()?;
        let mut command = Command::new(program);
        prepare(&mut command);
        let group = i32::try_from(guard.group).map_err(io::Error::other)?;
        let command = command.process_group(group).spawn()?;
        Ok(Self { command, guard })
    }

    /// How the command ended, if it has.
    ///
    /// # Errors
    /// The system's.
    pub fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.command.try_wait()
    }
}

impl Drop for Group {
    /// Ends the processes that are left in the group: SIGTERM first, SIGKILL after five seconds.
    fn drop(&mut self) {
        self.guard.end();
        // A command that left the group is ended too; one that cannot be has ended.
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn what_a_command_has_started_ends_with_its_group() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let started = Group::start(Path::new("sh"), |command| {
            let script = "sleep 600 & echo $! > started; exit 3";
            command.args(["-c", script]).current_dir(folder.path());
        });
        let mut group = started.expect("sh");
        let status = loop {
            if let Some(status) = group.status().expect("asked") {
                break status;
            }
            thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(status.code(), Some(3));
        let sleep = fs::read_to_string(folder.path().join("started")).expect("its number");
        let runs = || {
            let stat = fs::read_to_string(format!("/proc/{}/stat", sleep.trim()));
            stat.is_ok_and(|stat| !stat.contains(") Z "))
        };
        assert!(runs());
        drop(group);
        assert!(!runs());
    }

    #[test]
    fn a_program_that_is_not_there_does_not_start() {
        assert!(Group::start(Path::new("/nowhere/at/all"), |_| {}).is_err());
    }
}
