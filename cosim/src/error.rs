//! Why a co-simulation could not be run. A mismatch is a result, not an error.

use crate::Mismatch;
use crate::equal::Unlike;
use crate::verilated::BuildError;
use heddle_symbolic::Refused;
use heddle_system::input;
use std::io;
use std::path::PathBuf;

/// Why a co-simulation could not be run. [`Error::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The Verilog could not be made into a model.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The unit does not support the parameters that the machine needs.
    #[error(transparent)]
    Params(#[from] heddle_contract::ParamError),
    /// The RTL's description is wrong: a bug in Heddle.
    #[error("the description of this unit is wrong:\n{0}")]
    Description(#[from] heddle_hdl::Errors),
    /// The job cannot be started on the machine.
    #[error(transparent)]
    Job(#[from] heddle_sim::Error),
    /// The unit cannot run kernels by itself.
    #[error("{unit} is part of {assembly}: the golden GPU runs no kernels with {unit} alone")]
    Part {
        /// The unit.
        unit: &'static str,
        /// The assembly that contains the unit and runs kernels.
        assembly: &'static str,
    },
    /// The unmutated unit itself is wrong, so that its mutants prove nothing.
    #[error("mutants mean nothing, because the unit itself is wrong: {0}")]
    Unmutated(Box<Mismatch>),
    /// The gates of a golden unit are not what the unit is.
    #[error(
        "the golden unit's gates are not what it is: `{}` in cycle {} of the run with seed {}", .0.word, .0.cycle, .0.seed
    )]
    Unlike(Unlike),
    /// The code of a golden unit has what cannot be made into gates.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A user's file of IR cannot be read.
    #[error("{path}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A user's file has IR from which no gates can be made.
    #[error("{path}: {refused}")]
    Ir {
        /// The file.
        path: PathBuf,
        /// Where, and why.
        refused: Refused,
    },
    /// A user's file of IR is of other units.
    #[error("{path}: has no function {unit}, which would compute a cycle of this unit")]
    NoCycle {
        /// The file.
        path: PathBuf,
        /// The unit.
        unit: String,
    },
    /// ABC cannot read the gates of a question.
    #[error("{unit}: ABC cannot read the gates of a question: {said}")]
    NoQuestion {
        /// The unit.
        unit: String,
        /// What ABC says.
        said: String,
    },
    /// A temporary file cannot be used.
    #[error("{path}: cannot be used for temporary files: {reason}")]
    Scratch {
        /// File or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A report or waveform cannot be written.
    #[error("{path}: cannot be written: {reason}")]
    NotWritten {
        /// File or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
}

impl Error {
    /// The remedy, for the user.
    pub fn remedy(&self) -> String {
        match self {
            Self::Build(error) => error.remedy().into(),
            Self::Params(_) => {
                "change the machine with --config FILE or --set section.key=value".into()
            }
            Self::Description(_) | Self::NoQuestion { .. } => {
                "a bug in Heddle: please report it".into()
            }
            Self::Unlike(_) => {
                "a bug in Heddle, unless --golden names IR of other golden units: please report it"
                    .into()
            }
            Self::Refused(_) => "write the golden unit without it".into(),
            Self::Job(error) => error.remedy(),
            Self::Part { assembly, .. } => {
                format!("use --unit {assembly} for kernels, or --mode unit for this unit")
            }
            Self::Unmutated(_) => "run heddle cosim --mode unit with the same unit and seed".into(),
            Self::Unreadable { reason, .. } => input::remedy(reason).into(),
            Self::Ir { .. } | Self::NoCycle { .. } => {
                "write the file with scripts/golden --out FILE, from golden units as Heddle's"
                    .into()
            }
            Self::Scratch { .. } => "set TMPDIR to a folder with space that can be written".into(),
            Self::NotWritten { .. } => "choose another folder with --out".into(),
        }
    }

    /// Turns an error of the operating system into [`Error::Unreadable`].
    pub(crate) fn unreadable(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |reason| Self::Unreadable { path, reason }
    }

    /// Turns what cannot be turned into gates into [`Error::Ir`].
    pub(crate) fn ir(path: impl Into<PathBuf>) -> impl FnOnce(Refused) -> Self {
        let path = path.into();
        move |refused| Self::Ir { path, refused }
    }

    /// Turns an error of the operating system into [`Error::Scratch`].
    pub(crate) fn scratch(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |reason| Self::Scratch { path, reason }
    }

    /// Turns an error of the operating system into [`Error::NotWritten`].
    pub(crate) fn not_written(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |reason| Self::NotWritten { path, reason }
    }
}
