//! Programs that end together with this process.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::mem;
use std::ops::{Deref, DerefMut};
use std::os::unix::process::CommandExt;
use std::process::{self, Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A shell that leads a group of programs.
///
/// It reads a pipe whose other end only this process holds open: however this process ends, SIGKILL included, the group ends.
/// `PR_SET_PDEATHSIG` would end the programs themselves, but not the processes that they have started. The shell ends with the last
/// program: a process that waits for all its children, as an OpenCL host program may, would wait for the shell too.
#[derive(Debug)]
struct Guard {
    shell: Mutex<Child>,
    group: u32,
    /// The process that started it; a forked child needs one of its own.
    of: u32,
}

static GUARD: Mutex<Weak<Guard>> = Mutex::new(Weak::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guard {
    /// The guard of the programs that run now.
    fn of_this_process() -> io::Result<Arc<Self>> {
        let mut known = lock(&GUARD);
        let running = known.upgrade().filter(|guard| guard.of == process::id());
        if let Some(guard) = running.filter(|guard| guard.runs()) {
            return Ok(guard);
        }
        let guard = Arc::new(Self::start()?);
        *known = Arc::downgrade(&guard);
        Ok(guard)
    }

    fn start() -> io::Result<Self> {
        let shell = Command::new("/bin/sh")
            .args(["-c", include_str!("guard.sh")])
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self {
            group: shell.id(),
            shell: Mutex::new(shell),
            of: process::id(),
        })
    }

    fn runs(&self) -> bool {
        matches!(lock(&self.shell).try_wait(), Ok(None))
    }

    /// Names a process outside of the group that ends as well.
    fn say(&self, other: u32) -> io::Result<()> {
        let mut shell = lock(&self.shell);
        let pipe = shell.stdin.as_mut();
        pipe.map_or(Ok(()), |pipe| writeln!(pipe, "{other}"))
    }

    /// Ends the group.
    fn end(&self) {
        let mut shell = lock(&self.shell);
        drop(shell.stdin.take());
        let _ = shell.wait();
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // A forked child has a copy, whose shell is not its own.
        if self.of == process::id() {
            let mut shell = lock(&self.shell);
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}

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
/// processes that it starts do not.
///
/// # Errors
/// The system's.
pub fn in_foreground(command: &mut Command) -> io::Result<ExitStatus> {
    let guard = Guard::of_this_process()?;
    let mut child = command.spawn()?;
    guard.say(child.id())?;
    child.wait()
}

/// Ends all tied programs, and lets no thread start another one.
pub(crate) fn end() {
    let known = lock(&GUARD);
    if let Some(guard) = known.upgrade().filter(|guard| guard.of == process::id()) {
        guard.end();
        // The process ends: nothing is to be dropped any more.
        mem::forget(guard);
    }
    mem::forget(known);
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
    fn all_processes_of_a_group_end_with_their_guard() {
        let guard = Guard::start().expect("a shell");
        let group = i32::try_from(guard.group).expect("a number");
        let mut command = Command::new("sh");
        // The shell does not end by itself, and starts a process.
        let script = "trap '' TERM; sleep 600 & sleep 600; sleep 600";
        command.args(["-c", script]).process_group(group);
        let mut stubborn = command.spawn().expect("sh");
        let mut outside = Command::new("sleep").arg("600").spawn().expect("sleep");
        guard.say(outside.id()).expect("it reads");
        let start = Instant::now();
        drop(lock(&guard.shell).stdin.take());
        stubborn.wait().expect("it ends");
        outside.wait().expect("it ends");
        guard.end();
        assert!(start.elapsed() < Duration::from_secs(60));
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

    #[test]
    fn a_guard_that_was_killed_is_replaced() {
        let first = Guard::of_this_process().expect("a shell");
        lock(&first.shell).kill().expect("it runs");
        lock(&first.shell).wait().expect("it ends");
        let next = Guard::of_this_process().expect("a shell");
        assert_ne!(first.group, next.group);
    }
}
