//! A command and every process that it starts, which end together.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

/// How often a process is polled.
pub const POLL: Duration = Duration::from_millis(20);

/// A process group, and the shell that ends it.
///
/// The shell reads a pipe whose other end only this process holds open: however this process ends, SIGKILL included, the
/// group ends. `PR_SET_PDEATHSIG` would end the command itself, but not the processes that it has started.
#[derive(Debug)]
pub struct Group {
    command: Child,
    guard: Child,
}

impl Group {
    /// Starts a command in its own process group.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut guard = Command::new("sh")
            .args(["-c", include_str!("guard.sh")])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let command = match command.process_group(0).spawn() {
            Ok(command) => command,
            Err(error) => {
                drop(guard.stdin.take());
                guard.wait()?;
                return Err(error);
            }
        };
        let mut group = Self { command, guard };
        let written = match &mut group.guard.stdin {
            Some(pipe) => writeln!(pipe, "{}", group.command.id()),
            None => Ok(()),
        };
        match written {
            Ok(()) => Ok(group),
            Err(error) => {
                group.end()?;
                Err(error)
            }
        }
    }

    /// How the command ended, if it has.
    pub fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        self.command.try_wait()
    }

    /// Ends the processes that are left in the group.
    pub fn end(mut self) -> io::Result<()> {
        drop(self.guard.stdin.take());
        while self.guard.try_wait()?.is_none() {
            // A process that has ended but was not waited for would still count as a member of the group.
            self.command.try_wait()?;
            thread::sleep(POLL);
        }
        self.command.kill()?;
        self.command.wait().map(drop)
    }
}
