//! Why a unit could not be synthesised.

use heddle_system::ProgramError;
use heddle_system::kept::CacheError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a unit could not be synthesised. [`Error::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program is missing or too old, or refused its input.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A program wrote output that this version of Heddle cannot read.
    #[error("{tool} wrote something about `{unit}` that cannot be read: {what}")]
    Unreadable {
        /// The program.
        tool: &'static str,
        /// The unit.
        unit: String,
        /// What is wrong.
        what: String,
    },
    /// Yosys' simulation models of primitives are not where they should be.
    #[error("{path}: its file {file}, which has the models of primitives, is not found beside it")]
    ModelsMissing {
        /// Yosys.
        path: PathBuf,
        /// The file.
        file: String,
    },
    /// A netlist contains a primitive that cannot be simulated.
    #[error("the netlist has a {kind}, and there is no simulation model of it")]
    NoModel {
        /// Kind of the primitive.
        kind: String,
    },
    /// The file cannot be read, or is no cell library.
    #[error("{path}: {what}")]
    Library {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
        /// What to do.
        remedy: String,
    },
    /// The cache of results cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// A file of an entry of the cache cannot be written.
    #[error("{path}: results of synthesis cannot be written: {reason}")]
    Unwritable {
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
            Self::Program(error) if error.is_input() => error.remedy(),
            Self::Program(_) => {
                "if the Verilog is as it should be, run `heddle setup synthesis` to have the tools that it is tested with".into()
            }
            Self::ModelsMissing { .. } => "run `heddle setup synthesis` to have a Yosys with its files".into(),
            Self::NoModel { .. } => "leave --simulate out, or add a model to synth/src/verilog".into(),
            Self::Unreadable { .. } => "run `heddle setup synthesis` to have the tools that Heddle is tested with".into(),
            Self::Library { remedy, .. } => remedy.clone(),
            Self::Cache(error) => error.remedy().into(),
            Self::Unwritable { .. } => {
                "set HEDDLE_CACHE to a folder that can be written, with space left".into()
            }
        }
    }

    /// Whether the fault lies in the user's input: files or the environment.
    pub fn is_input(&self) -> bool {
        match self {
            Self::Program(error) => error.is_input(),
            _ => !matches!(self, Self::Unreadable { .. } | Self::NoModel { .. }),
        }
    }
}

/// Turns an error of the operating system into [`Error::Unwritable`].
pub(crate) fn unwritable(path: &Path) -> impl Fn(io::Error) -> Error {
    let path = path.to_owned();
    move |reason| Error::Unwritable {
        path: path.clone(),
        reason,
    }
}
