//! Running one stage: start, output, end.

use crate::budget::several;
use crate::console::Console;
use crate::count::count;
use crate::signals::Signals;
use crate::{Outcome, Stage};
use heddle_system::program::Group;
use std::fs::File;
use std::io::{self, PipeReader, Read, Write};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often a process is polled.
const POLL: Duration = Duration::from_millis(20);

/// How long to wait for output after the processes of a stage have ended: a process that left the group may
/// still hold the pipe.
const LAST_OUTPUT: Duration = Duration::from_secs(2);

/// A command that is about to run.
pub struct Job<'a> {
    pub stage: &'a Stage,
    /// Program and arguments.
    pub command: &'a [String],
    pub root: &'a Path,
    /// The file for the command's output.
    pub log: &'a Path,
    pub time_limit: Duration,
}

/// How a command ended.
pub struct End {
    pub outcome: Outcome,
    pub fault: Option<String>,
    pub counted: Option<u64>,
}

/// Why the processes of a command ended.
enum Stop {
    Itself(ExitStatus),
    TooLong,
    Interrupted,
}

impl Job<'_> {
    /// Runs the command; `None` when the run was interrupted.
    pub fn run(&self, console: &Console, signals: &Signals) -> io::Result<Option<End>> {
        let log = File::create(self.log)?;
        let (reader, writer) = io::pipe()?;
        let output = writer.try_clone()?;
        // The command holds the writing ends of the pipe.
        let started = Group::start(&self.program(), |command| {
            command.args(&self.command[1..]).current_dir(self.root);
            command.stdin(Stdio::null()).stdout(output).stderr(writer);
        });
        let group = match started {
            Ok(group) => group,
            Err(error) => {
                let fault = format!("`{}` cannot be started: {error}", self.command[0]);
                return Ok(Some(End::bad(Outcome::Failed, fault, None)));
            }
        };
        let live = console.live();
        let copy = thread::spawn(move || copy(reader, log, live));
        let stop = self.wait(group, signals)?;
        finish(copy)?;
        self.end(stop)
    }

    /// The program. A name with a slash is a path relative to the root of the repository.
    fn program(&self) -> std::path::PathBuf {
        let program = &self.command[0];
        match program.contains('/') {
            true => self.root.join(program),
            false => program.into(),
        }
    }

    fn wait(&self, mut group: Group, signals: &Signals) -> io::Result<Stop> {
        let start = Instant::now();
        let stop = loop {
            if signals.caught().is_some() {
                break Stop::Interrupted;
            }
            if let Some(status) = group.status()? {
                break Stop::Itself(status);
            }
            if start.elapsed() > self.time_limit {
                break Stop::TooLong;
            }
            thread::sleep(POLL);
        };
        drop(group);
        Ok(stop)
    }

    fn end(&self, stop: Stop) -> io::Result<Option<End>> {
        let output = std::fs::read(self.log)?;
        let output = String::from_utf8_lossy(&output);
        let counted = count(self.stage.pattern().as_ref(), &output);
        let done = counted.as_ref().ok().copied().flatten();
        let least = self.stage.at_least;
        let end = match (stop, counted) {
            (Stop::Interrupted, _) => return Ok(None),
            (Stop::TooLong, _) => {
                let limit = several(self.time_limit.as_secs_f64() / 60.0, "minute");
                End::bad(Outcome::TooLong, format!("stopped after {limit}"), done)
            }
            (Stop::Itself(status), _) if !status.success() => {
                End::bad(Outcome::Failed, status.to_string(), done)
            }
            (_, Err(fault)) => End::bad(Outcome::Failed, fault, done),
            (_, Ok(Some(counted))) if counted < least => {
                let fault = format!("{counted} {}, at least {least} expected", self.stage.noun);
                End::bad(Outcome::RanNothing, fault, done)
            }
            _ => End {
                outcome: Outcome::Passed,
                fault: None,
                counted: done,
            },
        };
        Ok(Some(end))
    }
}

impl End {
    fn bad(outcome: Outcome, fault: String, counted: Option<u64>) -> Self {
        Self {
            outcome,
            fault: Some(fault),
            counted,
        }
    }
}

/// Writes output to the log and to the live output.
fn copy(mut from: PipeReader, mut log: File, mut live: Box<dyn Write + Send>) -> io::Result<()> {
    let mut buffer = [0; 8192];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => {
                log.write_all(&buffer[..read])?;
                // Errors are ignored: the reader of the live output may have gone.
                let _ = live.write_all(&buffer[..read]).and_then(|()| live.flush());
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn finish(copy: JoinHandle<io::Result<()>>) -> io::Result<()> {
    let start = Instant::now();
    while !copy.is_finished() && start.elapsed() < LAST_OUTPUT {
        thread::sleep(POLL / 4);
    }
    match copy.is_finished() {
        true => copy
            .join()
            .unwrap_or(Err(io::Error::other("output was lost"))),
        false => Ok(()),
    }
}
