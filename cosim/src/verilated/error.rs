//! Why no model could be made.

use heddle_system::ProgramError;
use heddle_system::kept::CacheError;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Why Verilog could not be made into a model. [`BuildError::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A program is missing or too old, or refused its input.
    #[error(transparent)]
    Program(#[from] ProgramError),
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
            Self::Program(error) if error.is_input() => return error.remedy().into(),
            Self::Program(_) => {
                "if the Verilog is as it should be, see that `heddle setup` misses none of its tools, \
                 and that there is space left"
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
