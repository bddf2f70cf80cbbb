//! Failures as the user sees them, and their exit codes.

use miette::{Diagnostic, MietteHandlerOpts, Report};
use std::fmt::{self, Display};
use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

/// Width of a report that does not go to a terminal, in columns.
const WIDTH: usize = 100;

/// Why a command did not succeed: the fault in one sentence, and what to do.
#[derive(Debug)]
pub struct Failure {
    exit_code: u8,
    what: String,
    remedy: String,
}

impl Failure {
    /// The plan or the environment is wrong; exit code 2.
    pub fn input(what: impl Display, remedy: impl Display) -> Self {
        Self::with_code(2, what, remedy)
    }

    /// The command ran and failed; exit code 1.
    pub fn ran(what: impl Display, remedy: impl Display) -> Self {
        Self::with_code(1, what, remedy)
    }

    /// A signal ended the command; the exit code is that of shells, 128 plus the signal's number.
    pub fn interrupted(signal: i32, remedy: impl Display) -> Self {
        let code = u8::try_from(128 + signal).unwrap_or(1);
        Self::with_code(code, "interrupted", remedy)
    }

    /// A file or folder cannot be read or written, or is larger than such files may be.
    pub fn path(path: &Path, error: impl Display) -> Self {
        Self::input(
            format!("{}: {error}", path.display()),
            "give a path that is there and that you may read and write",
        )
    }

    fn with_code(exit_code: u8, what: impl Display, remedy: impl Display) -> Self {
        Self {
            exit_code,
            what: what.to_string(),
            remedy: remedy.to_string(),
        }
    }

    /// Reports the failure to the user and returns the exit code.
    pub fn report(self) -> ExitCode {
        let code = ExitCode::from(self.exit_code);
        // If a hook is already installed, its reports do as well.
        let _ = miette::set_hook(Box::new(|_| {
            let options = MietteHandlerOpts::new();
            Box::new(match std::io::stderr().is_terminal() {
                true => options.build(),
                false => options.width(WIDTH).build(),
            })
        }));
        eprintln!("{:?}", Report::new(self));
        code
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Failure {}

impl Diagnostic for Failure {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(&self.remedy))
    }
}
