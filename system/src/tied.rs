//! Programs that end together with this process.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::mem;
use std::os::unix::process::CommandExt;
use std::process::{self, Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A shell that leads the group of our programs.
///
/// It reads a pipe whose other end only this process holds open: however this process ends, SIGKILL included, the group ends.
/// `PR_SET_PDEATHSIG` would end the programs themselves, but not the processes that they have started.
#[derive(Debug)]
struct Guard {
    shell: Child,
    /// The process that started it; a forked child needs one of its own.
    of: u32,
}

static GUARD: Mutex<Option<Guard>> = Mutex::new(None);

fn guard() -> MutexGuard<'static, Option<Guard>> {
    GUARD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guard {
    fn start() -> io::Result<Self> {
        let shell = Command::new("/bin/sh")
            .args(["-c", include_str!("guard.sh")])
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let of = process::id();
        Ok(Self { shell, of })
    }

    fn is_ours_and_runs(&mut self) -> bool {
        self.of == process::id() && matches!(self.shell.try_wait(), Ok(None))
    }

    /// The guard of this process, which is started when it is first needed.
    fn of_this_process(guard: &mut Option<Self>) -> io::Result<&mut Self> {
        if !guard.as_mut().is_some_and(Self::is_ours_and_runs) {
            *guard = Some(Self::start()?);
        }
        Ok(guard.as_mut().expect("it was just started"))
    }

    /// Names the process outside of the group that ends as well.
    fn say(&mut self, other: &str) -> io::Result<()> {
        let pipe = self.shell.stdin.as_mut();
        pipe.map_or(Ok(()), |pipe| writeln!(pipe, "{other}"))
    }
}

/// A command that ends, with all processes that it starts, when this process ends. It reads no terminal, because it does not belong
/// to the foreground.
pub fn tied(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    let mut guard = guard();
    let group = Guard::of_this_process(&mut guard).map(|guard| guard.shell.id());
    // Where no shell can be started, the program will say why it cannot be either.
    if let Some(group) = group.ok().and_then(|group| i32::try_from(group).ok()) {
        command.process_group(group);
    }
    command
}

/// A program that stays in the foreground, where it may read the terminal and is interrupted by it. It ends with this process, but
/// processes that it starts do not.
#[derive(Debug)]
pub struct Foreground(Child);

impl Foreground {
    /// Starts a program.
    ///
    /// # Errors
    /// The system's.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut guard = guard();
        let guard = Guard::of_this_process(&mut guard)?;
        let child = command.spawn()?;
        guard.say(&child.id().to_string())?;
        Ok(Self(child))
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// The system's.
    pub fn wait(mut self) -> io::Result<process::ExitStatus> {
        let status = self.0.wait()?;
        // Its number may now become that of another process.
        guard().as_mut().map_or(Ok(()), |guard| guard.say(""))?;
        Ok(status)
    }
}

/// Ends all tied programs, and lets no thread start another one.
pub(crate) fn end() {
    let mut guard = guard();
    if let Some(guard) = guard.as_mut().filter(|guard| guard.of == process::id()) {
        drop(guard.shell.stdin.take());
        let _ = guard.shell.wait();
    }
    mem::forget(guard);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_tied_program_runs_as_any_other() {
        let output = tied("sh").args(["-c", "echo out; exit 3"]).output();
        let output = output.expect("it runs");
        assert_eq!(output.stdout, b"out\n");
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn all_processes_of_a_group_end_with_their_guard() {
        let mut guard = Guard::start().expect("a shell");
        let group = i32::try_from(guard.shell.id()).expect("a number");
        let mut command = Command::new("sh");
        // The shell does not end by itself, and starts a process.
        let script = "trap '' TERM; sleep 600 & sleep 600; sleep 600";
        let mut stubborn = command
            .args(["-c", script])
            .process_group(group)
            .spawn()
            .expect("sh");
        let mut outside = Command::new("sleep").arg("600").spawn().expect("sleep");
        guard.say(&outside.id().to_string()).expect("it reads");
        let start = Instant::now();
        drop(guard.shell.stdin.take());
        stubborn.wait().expect("it ends");
        outside.wait().expect("it ends");
        guard.shell.wait().expect("it ends");
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_guard_that_was_killed_is_replaced() {
        let mut own = Some(Guard::start().expect("a shell"));
        let shell = &mut own.as_mut().expect("started").shell;
        let first = shell.id();
        shell.kill().expect("it runs");
        shell.wait().expect("it ends");
        let next = Guard::of_this_process(&mut own)
            .expect("a shell")
            .shell
            .id();
        assert_ne!(first, next);
    }
}
