//! Why no model could be made.

use heddle_system::cache::CacheError;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Why Verilog could not be made into a model. [`BuildError::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A program is not installed, or not in `PATH`.
    #[error("{tool} cannot be run: {reason}")]
    ToolMissing {
        /// Program.
        tool: &'static str,
        /// The system's reason.
        reason: io::Error,
    },
    /// Verilator is older than the generated code requires.
    #[error("Verilator is `{found}`, version {needed} or newer is needed")]
    ToolTooOld {
        /// The version that Verilator reports.
        found: String,
        /// Oldest version that works.
        needed: &'static str,
    },
    /// A program refused its input.
    #[error("{tool} failed on `{top}`:\n{errors}")]
    ToolFailed {
        /// Program.
        tool: &'static str,
        /// Top module, or the name of the run-time library.
        top: String,
        /// The first lines that report an error.
        errors: String,
    },
    /// The cache of compiled models cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// A compiled model cannot be loaded.
    #[error("{path}: the compiled model cannot be loaded: {reason}")]
    Unloadable {
        /// Folder of the model.
        path: PathBuf,
        /// The loader's reason.
        reason: libloading::Error,
    },
    /// A waveform cannot be written.
    #[error("{path}: the waveform cannot be written")]
    NoWaveform {
        /// Waveform file.
        path: PathBuf,
    },
}

impl BuildError {
    /// The remedy, for the user.
    pub fn remedy(&self) -> Cow<'static, str> {
        let remedy = match self {
            Self::ToolMissing { .. } => "install it with scripts/setup",
            Self::ToolTooOld { .. } => {
                "install it with scripts/setup, and see that PATH finds that one first"
            }
            Self::ToolFailed { .. } => {
                "if the Verilog is as it should be, run scripts/setup to have the tools that it is \
                 tested with, and see that there is space left"
            }
            Self::Cache(error) => return error.remedy(),
            Self::Unloadable { .. } => "delete this folder; it is made again",
            Self::NoWaveform { .. } => "choose a folder that exists and is writable",
        };
        remedy.into()
    }
}

/// Turns an error of the operating system into one of the cache.
pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    let unwritable = CacheError::unwritable(path);
    move |reason| unwritable(reason).into()
}
