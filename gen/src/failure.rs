//! Failures as the user sees them, and their exit codes.

use miette::{Diagnostic, Report};
use std::fmt::Display;
use std::process::ExitCode;

/// Why a command did not succeed.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum Failure {
    /// Arguments, files or the environment; exit code 2.
    #[error("{what}")]
    #[diagnostic(code(heddle::input))]
    Input {
        /// File, place and fault.
        what: String,
        /// What to do.
        #[help]
        remedy: Option<String>,
    },
    /// It ran and failed; exit code 1.
    #[error("{what}")]
    #[diagnostic(code(heddle::failed))]
    Ran {
        /// What happened.
        what: String,
        /// Where to look next.
        #[help]
        next: Option<String>,
    },
}

impl Failure {
    /// Something the user supplied is wrong.
    pub fn input(what: impl Display) -> Self {
        Failure::Input {
            what: what.to_string(),
            remedy: None,
        }
    }

    /// Something the user supplied is wrong, and how to mend it.
    pub fn input_with(what: impl Display, remedy: impl Display) -> Self {
        Failure::Input {
            what: what.to_string(),
            remedy: Some(remedy.to_string()),
        }
    }

    /// It ran and failed.
    pub fn ran(what: impl Display) -> Self {
        Failure::Ran {
            what: what.to_string(),
            next: None,
        }
    }

    /// Tells the user and gives the exit code.
    pub fn report(self) -> ExitCode {
        let code = match self {
            Failure::Input { .. } => 2,
            Failure::Ran { .. } => 1,
        };
        eprintln!("{:?}", Report::new(self));
        ExitCode::from(code)
    }
}

impl From<heddle_contract::config::ConfigError> for Failure {
    fn from(error: heddle_contract::config::ConfigError) -> Self {
        Failure::input(error)
    }
}

impl From<heddle_contract::ParamError> for Failure {
    fn from(error: heddle_contract::ParamError) -> Self {
        Failure::input_with(
            error,
            "change the machine with --config FILE or --set section.key=value",
        )
    }
}

impl From<heddle_hdl::units::UnitError> for Failure {
    fn from(error: heddle_hdl::units::UnitError) -> Self {
        match error {
            heddle_hdl::units::UnitError::Description(_) => Failure::ran(error),
            _ => Failure::input_with(error, "see `heddle units`"),
        }
    }
}

impl From<heddle_sim::gpu::Error> for Failure {
    fn from(error: heddle_sim::gpu::Error) -> Self {
        Failure::input(error)
    }
}

impl From<heddle_cosim::Error> for Failure {
    fn from(error: heddle_cosim::Error) -> Self {
        match error {
            heddle_cosim::Error::Description(_) => Failure::ran(error),
            _ => Failure::input(error),
        }
    }
}
