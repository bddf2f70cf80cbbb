//! Why a unit could not be synthesised.

use heddle_system::cache::CacheError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a unit could not be synthesised. [`Error::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No program of these names is installed.
    #[error("{names} is missing: neither HEDDLE_TOOLS nor the installation nor PATH has it")]
    ToolMissing {
        /// Names of the program.
        names: String,
        /// The command that installs it.
        install: &'static str,
    },
    /// A program is older than the oldest version that works.
    #[error("{path} is {version}; {}.{} or newer is needed", oldest.0, oldest.1)]
    ToolTooOld {
        /// The program.
        path: PathBuf,
        /// The version that the program reports.
        version: String,
        /// The oldest version that works.
        oldest: (u32, u32),
        /// The command that installs a newer one.
        install: &'static str,
    },
    /// A program could not be started.
    #[error("{path}: cannot be run: {reason}")]
    ToolBroken {
        /// The program.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A program refused its input.
    #[error("{tool} failed on `{unit}`:\n{said}")]
    ToolFailed {
        /// The program.
        tool: String,
        /// The unit.
        unit: String,
        /// The last lines that the program printed.
        said: String,
    },
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
            Self::ToolMissing { install, .. } | Self::ToolTooOld { install, .. } => format!("run scripts/setup, or: {install}"),
            Self::ToolBroken { .. } => "run scripts/setup to install it again".into(),
            Self::ToolFailed { .. } => {
                "if the Verilog is as it should be, run scripts/setup to have the tools that it is tested with".into()
            }
            Self::ModelsMissing { .. } => "run scripts/setup to have a Yosys with its files".into(),
            Self::NoModel { .. } => "leave --simulate out, or add a model to synth/src/verilog".into(),
            Self::Unreadable { .. } => "run scripts/setup to have the tools that Heddle is tested with".into(),
            Self::Library { remedy, .. } => remedy.clone(),
            Self::Cache(error) => error.remedy().into(),
            Self::Unwritable { .. } => {
                "set HEDDLE_CACHE to a folder that can be written, with space left".into()
            }
        }
    }

    /// Whether the fault lies in the user's input: files or the environment.
    pub fn is_input(&self) -> bool {
        !matches!(
            self,
            Self::ToolFailed { .. } | Self::Unreadable { .. } | Self::NoModel { .. }
        )
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
