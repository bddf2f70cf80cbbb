//! Why there is no kernel file.

use heddle_cache::CacheError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a source was not compiled. [`CompileError::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// A program or a library is not installed.
    #[error("{tool} is missing")]
    MissingTool {
        /// Program, or path of a library.
        tool: String,
    },
    /// An option that is none of OpenCL C, or has no value.
    #[error("option `{option}`: {problem}")]
    Option {
        /// As it was given.
        option: String,
        /// What is wrong.
        problem: OptionProblem,
    },
    /// The source is wrong.
    #[error("{name} does not compile:\n{log}")]
    Rejected {
        /// File name of the source.
        name: String,
        /// Messages of the compiler.
        log: String,
    },
    /// The source asks for what this device does not have.
    #[error("{name}: {feature}")]
    Unsupported {
        /// File name of the source.
        name: String,
        /// What it asks for, and where.
        feature: String,
    },
    /// A tool failed on what an earlier step made, or that step's output is not what we know.
    #[error("{tool} failed on {name}:\n{log}")]
    Failed {
        /// Program or step.
        tool: String,
        /// File name of the source.
        name: String,
        /// What it said.
        log: String,
    },
    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// A file or folder cannot be used.
    #[error("{path}: {reason}")]
    Io {
        /// File or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
}

/// What is wrong with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionProblem {
    /// Not in the list of `clBuildProgram`.
    #[error("unknown")]
    Unknown,
    /// It ends the list, and a value should follow.
    #[error("its value is missing")]
    NoValue,
}

impl CompileError {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::MissingTool { .. } => "install it with: scripts/setup --opencl",
            Self::Option { .. } => {
                "use -D, -I, -cl-std=, -cl-*, -w, -Werror or -g, as clBuildProgram has them"
            }
            Self::Rejected { .. } => "correct the source",
            Self::Unsupported { .. } => "do without it: docs/opencl.md says what this device has",
            Self::Failed { .. } => {
                "see that scripts/setup --opencl says nothing; if it does not, the compiler lacks something: report the source"
            }
            Self::Cache(error) => error.remedy(),
            Self::Io { .. } => "see that it exists and can be read and written",
        }
    }

    /// Whether the user supplied what is wrong: source, options, environment.
    pub fn is_users(&self) -> bool {
        !matches!(self, Self::Failed { .. })
    }
}

/// Makes an error of the system one of a compilation.
pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> CompileError {
    let path = path.to_owned();
    move |reason| CompileError::Io { path, reason }
}
