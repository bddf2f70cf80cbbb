//! Why a program could not be used, and the first errors that it printed.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};

/// How many lines of a failed program's output are shown (PRG-5).
const SHOWN_LINES: usize = 8;

/// Why a program could not be used. [`ProgramError::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// No program of these names is installed.
    #[error("{names} is missing: neither HEDDLE_TOOLS nor the installation nor PATH has it")]
    Missing {
        /// Names of the program.
        names: String,
        /// How it is installed.
        install: &'static str,
    },
    /// All programs of these names are older than the oldest version that works.
    #[error("{path} is `{version}`, {oldest} or newer is needed")]
    TooOld {
        /// The preferred one.
        path: PathBuf,
        /// The version that it reports.
        version: String,
        /// The oldest version that works.
        oldest: &'static str,
        /// How a newer one is installed.
        install: &'static str,
    },
    /// A program could not be started, or did not do what every version of it does.
    #[error("{path}: cannot be run: {reason}")]
    Broken {
        /// The program.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A program ran and failed.
    #[error("{program} failed on `{on}`:\n{said}")]
    Failed {
        /// Name of the program.
        program: String,
        /// What it worked on.
        on: String,
        /// The first lines that report an error; the last lines if none does.
        said: String,
    },
}

impl ProgramError {
    /// The remedy, for the user.
    pub fn remedy(&self) -> String {
        match self {
            Self::Missing { install, .. } => format!("install it with {install}"),
            Self::TooOld { install, .. } => format!("install a newer one with {install}"),
            Self::Broken { .. } => "install it again; `heddle setup` says how".into(),
            Self::Failed { .. } => {
                "see that it is one that Heddle is tested with (`heddle setup` misses none), and that \
                 there is space left"
                    .into()
            }
        }
    }

    /// Whether the environment is at fault, not what the program worked on.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Failed { .. })
    }

    /// Turns the system's error about a program into [`ProgramError::Broken`].
    pub(super) fn broken(program: &OsStr) -> impl Fn(io::Error) -> Self + use<> {
        let path = PathBuf::from(program);
        move |reason| Self::Broken {
            path: path.clone(),
            reason,
        }
    }

    /// The error of a command that failed on something: it says what the program printed as errors, else what it printed.
    pub fn failed(command: &Command, on: &str, output: &Output) -> Self {
        let said = match output.stderr.trim_ascii() {
            [] => &output.stdout,
            _ => &output.stderr,
        };
        Self::said(command, on, output.status, said)
    }

    /// The error of a command that failed on something and printed this.
    pub(super) fn said(command: &Command, on: &str, status: ExitStatus, printed: &[u8]) -> Self {
        let path = Path::new(command.get_program());
        let program = path.file_name().unwrap_or_default();
        Self::Failed {
            program: program.to_string_lossy().into_owned(),
            on: on.to_owned(),
            said: first_errors(&String::from_utf8_lossy(printed))
                .unwrap_or_else(|| format!("it said nothing ({status})")),
        }
    }
}

/// The first lines that report an error, or else the last lines; `None` if there is no line.
fn first_errors(output: &str) -> Option<String> {
    let wanted = |line: &&str| line.to_lowercase().contains("error");
    let mut lines: Vec<&str> = output.lines().filter(wanted).take(SHOWN_LINES).collect();
    if lines.is_empty() {
        lines = output.trim_end().lines().rev().take(SHOWN_LINES).collect();
        lines.reverse();
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_errors_are_shown() {
        let many: String = (0..20).map(|n| format!("note {n}\nERROR {n}\n")).collect();
        let shown = first_errors(&many).expect("errors");
        assert_eq!(shown.lines().count(), SHOWN_LINES);
        assert!(shown.starts_with("ERROR 0\nERROR 1\n"), "{shown}");
    }

    #[test]
    fn the_last_lines_stand_for_errors_that_are_not_called_so() {
        let many: String = (0..20).map(|n| format!("note {n}\n")).collect();
        let shown = first_errors(&many).expect("lines");
        assert!(shown.starts_with("note 12\n") && shown.ends_with("note 19"));
        assert_eq!(first_errors("\n"), None);
    }
}
