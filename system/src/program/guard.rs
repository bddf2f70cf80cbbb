//! The shell that ends programs together with this process.

use std::io::{self, Write};
use std::mem;
use std::os::unix::process::CommandExt;
use std::process::{self, Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A shell that leads a group of programs.
///
/// It reads a pipe whose other end only this process holds open: however this process ends, SIGKILL included, the group ends.
/// `PR_SET_PDEATHSIG` would end the programs themselves, but not the processes that they have started. The shell ends with the last
/// program: a process that waits for all its children, as an OpenCL host program may, would wait for the shell too.
#[derive(Debug)]
pub(super) struct Guard {
    shell: Mutex<Child>,
    pub group: u32,
    /// The process that started it; a forked child needs one of its own.
    of: u32,
}

static GUARD: Mutex<Weak<Guard>> = Mutex::new(Weak::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Guard {
    /// The guard of the tied programs that run now.
    pub fn of_this_process() -> io::Result<Arc<Self>> {
        let mut known = lock(&GUARD);
        let running = known.upgrade().filter(|guard| guard.of == process::id());
        if let Some(guard) = running.filter(|guard| guard.runs()) {
            return Ok(guard);
        }
        let guard = Arc::new(Self::start()?);
        *known = Arc::downgrade(&guard);
        Ok(guard)
    }

    /// A guard of its own, whose programs may end before the process does.
    pub fn start() -> io::Result<Self> {
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
    pub fn say(&self, other: u32) -> io::Result<()> {
        let mut shell = lock(&self.shell);
        let pipe = shell.stdin.as_mut();
        pipe.map_or(Ok(()), |pipe| writeln!(pipe, "{other}"))
    }

    /// Ends the group.
    pub fn end(&self) {
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
    fn a_guard_that_was_killed_is_replaced() {
        let first = Guard::of_this_process().expect("a shell");
        lock(&first.shell).kill().expect("it runs");
        lock(&first.shell).wait().expect("it ends");
        let next = Guard::of_this_process().expect("a shell");
        assert_ne!(first.group, next.group);
    }
}
