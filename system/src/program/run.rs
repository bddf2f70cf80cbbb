//! Running a program to its end, for as long as it may take.

use super::{ProgramError, Tied};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often a program with a time limit is polled.
const POLL: Duration = Duration::from_millis(5);

/// The unit of processor times in Linux.
const TICK: Duration = Duration::from_millis(10);

/// A program may take at most this many times its limit of processor time in wall time.
const WAITS: u32 = 20;

impl Tied {
    /// Works in a folder, in which the program also keeps its temporary files: what an interrupted program leaves there goes with
    /// the folder.
    #[must_use]
    pub fn within(mut self, folder: &Path) -> Self {
        self.current_dir(folder).env("TMPDIR", folder);
        self
    }

    /// Runs the program; returns its output, whether it succeeded or not.
    ///
    /// # Errors
    /// [`ProgramError::Broken`].
    pub fn answer(&mut self) -> Result<Output, ProgramError> {
        let broken = ProgramError::broken(self.get_program());
        self.output().map_err(broken)
    }

    /// Runs the program on something, which its error names.
    ///
    /// # Errors
    /// [`ProgramError::Broken`], [`ProgramError::Failed`].
    pub fn run(&mut self, on: &str) -> Result<Output, ProgramError> {
        let output = self.answer()?;
        self.succeeded(output, on)
    }

    /// As [`Tied::run`], but stops the program after some processor time, so that the result does not depend on the load of the
    /// machine, or if it waits for too long; then there is no output. The output must fit into a pipe's buffer.
    ///
    /// # Errors
    /// As [`Tied::run`].
    pub fn run_for(
        &mut self,
        on: &str,
        patience: Duration,
    ) -> Result<Option<Output>, ProgramError> {
        let broken = ProgramError::broken(self.get_program());
        let piped = self.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().map_err(&broken)?;
        if !ends_within(&mut child, patience).map_err(&broken)? {
            return Ok(None);
        }
        let output = child.wait_with_output().map_err(&broken)?;
        self.succeeded(output, on).map(Some)
    }

    /// As [`Tied::run`], with the output in a file. Errors are also looked for in a log file that the program writes by itself.
    ///
    /// # Errors
    /// As [`Tied::run`].
    pub fn run_into(&mut self, file: &Path, log: &Path, on: &str) -> Result<(), ProgramError> {
        let broken = ProgramError::broken(self.get_program());
        let out = File::create(file).map_err(&broken)?;
        let errors = out.try_clone().map_err(&broken)?;
        let status = self.stdout(out).stderr(errors).status().map_err(&broken)?;
        if status.success() {
            return Ok(());
        }
        let said = [log, file].map(|file| fs::read(file).unwrap_or_default());
        Err(ProgramError::said(self, on, status, &said.concat()))
    }

    fn succeeded(&self, output: Output, on: &str) -> Result<Output, ProgramError> {
        if output.status.success() {
            return Ok(output);
        }
        Err(ProgramError::failed(self, on, &output))
    }
}

/// Whether a program ends before its patience does; it is ended otherwise.
fn ends_within(child: &mut Child, patience: Duration) -> io::Result<bool> {
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        let elapsed = start.elapsed();
        if computed(child).unwrap_or(elapsed) > patience || elapsed > WAITS * patience {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(POLL);
    }
    Ok(true)
}

/// Processor time that a process has used, if the system tells it.
fn computed(child: &Child) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    let ticks = after_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks
        .map(|ticks| ticks.parse::<u64>().ok())
        .sum::<Option<_>>()?;
    Some(TICK * u32::try_from(ticks).ok()?)
}

#[cfg(test)]
mod tests {
    use super::super::tied;
    use super::*;

    #[test]
    fn patience_ends() {
        let sleep = |seconds: &str| {
            let mut command = tied("sleep");
            command.arg(seconds);
            command.run_for("top", Duration::from_millis(20))
        };
        assert!(sleep("0").expect("it runs").is_some());
        assert!(sleep("60").expect("it runs").is_none());
        assert!(matches!(sleep("x"), Err(ProgramError::Failed { .. })));
    }

    #[test]
    fn processor_time_counts_where_the_system_tells() {
        let mut command = tied("sh");
        command.args(["-c", "while :; do :; done"]);
        let (start, patience) = (Instant::now(), Duration::from_millis(200));
        let output = command.run_for("top", patience).expect("it runs");
        assert!(output.is_none() && start.elapsed() >= patience);
    }

    #[test]
    fn a_failing_program_shows_its_first_errors() {
        let mut command = tied("sh");
        command.args(["-c", "echo note >&2; echo %Error: it broke >&2; exit 1"]);
        let error = command.run("top").expect_err("it fails").to_string();
        assert_eq!(error, "sh failed on `top`:\n%Error: it broke");
        let mut command = tied("sh");
        command.args(["-c", "echo to nobody; exit 3"]);
        let error = command.run("top").expect_err("it fails").to_string();
        assert!(error.ends_with("to nobody"), "{error}");
        let mut command = tied("false");
        let error = command.run("top").expect_err("it fails").to_string();
        assert!(
            error.contains("it said nothing (exit status: 1)"),
            "{error}"
        );
    }

    #[test]
    fn errors_are_found_in_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        let mut command = tied("sh").within(folder.path());
        command.args(["-c", "echo ERROR: it broke > log; echo note; exit 1"]);
        let error = command.run_into(&at("said"), &at("log"), "top");
        let error = error.expect_err("it fails").to_string();
        assert_eq!(error, "sh failed on `top`:\nERROR: it broke");
        assert_eq!(fs::read_to_string(at("said")).expect("text"), "note\n");
    }

    #[test]
    fn a_program_that_is_not_there_is_broken() {
        let error = tied("/nowhere/at/all").run("top").expect_err("no program");
        assert!(
            error
                .to_string()
                .starts_with("/nowhere/at/all: cannot be run: ")
        );
    }
}
