//! Why there is no model.

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
    /// Verilator is older than what the generated code needs.
    #[error("Verilator is `{found}`, version {needed} or newer is needed")]
    ToolTooOld {
        /// What it says about itself.
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
    /// There is no place for compiled models.
    #[error("no folder for compiled models: neither HEDDLE_CACHE, XDG_CACHE_HOME nor HOME is set")]
    NoCache,
    /// The place for compiled models cannot be used.
    #[error("{path}: the cache of compiled models cannot be written: {reason}")]
    CacheNotWritable {
        /// File or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// The place for compiled models belongs to another user, who could have put anything there.
    #[error(
        "{path}: the cache of compiled models belongs to user {owner}, and this process runs as user {user}"
    )]
    CacheOfAnother {
        /// Folder.
        path: PathBuf,
        /// Number of the user it belongs to.
        owner: u32,
        /// Number of the user of this process.
        user: u32,
    },
    /// The place for compiled models can be written by others, who could have put anything there.
    #[error(
        "{path}: other users can write to the cache of compiled models, which would be executed"
    )]
    CacheOpen {
        /// Folder.
        path: PathBuf,
    },
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
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::ToolMissing { .. } => "install it with scripts/setup",
            Self::ToolTooOld { .. } => {
                "install it with scripts/setup, and see that PATH finds that one first"
            }
            Self::ToolFailed { .. } => {
                "if the Verilog is as it should be, run scripts/setup to have the tools that it is \
                 tested with, and see that there is space left"
            }
            Self::NoCache | Self::CacheNotWritable { .. } => {
                "set HEDDLE_CACHE to a folder that can be written, with space left"
            }
            Self::CacheOfAnother { .. } => {
                "set HEDDLE_CACHE to a folder of this user, or to one that does not exist yet"
            }
            Self::CacheOpen { .. } => {
                "delete this folder, which is made again for this user alone, or set HEDDLE_CACHE to another one"
            }
            Self::Unloadable { .. } => "delete this folder; it is made again",
            Self::NoWaveform { .. } => "choose a folder that exists and is writable",
        }
    }
}

/// Makes an error of the system one of the cache.
pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    let path = path.to_owned();
    move |reason| BuildError::CacheNotWritable { path, reason }
}
