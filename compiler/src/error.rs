//! Errors of a compilation.

use heddle_system::ProgramError;
use heddle_system::kept::CacheError;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// Why a source was not compiled. [`CompileError::remedy`] says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// A program is not installed, or failed on the output of an earlier step.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A library is not installed.
    #[error("{path} is missing")]
    MissingLibrary {
        /// The file.
        path: PathBuf,
    },
    /// An option is unknown, or lacks its value.
    #[error("option `{option}`: {problem}")]
    Option {
        /// The option as given.
        option: String,
        /// What is wrong.
        problem: OptionProblem,
    },
    /// The name of the source begins with `@`. Clang hands the name on to itself as an argument.
    #[error("{name}: clang takes a name that begins with `@` for a file of arguments")]
    FileName {
        /// The file.
        name: String,
    },
    /// The source is wrong.
    #[error("{name} does not compile:\n{log}")]
    Rejected {
        /// File name of the source.
        name: String,
        /// Messages of the compiler.
        log: String,
    },
    /// The source has nothing that could be run.
    #[error("{name}: it defines no function")]
    Empty {
        /// File name of the source.
        name: String,
    },
    /// The source uses a feature that this device does not have.
    #[error("{name}: {feature}")]
    Unsupported {
        /// File name of the source.
        name: String,
        /// The feature, and where it is used.
        feature: String,
    },
    /// The output of an earlier step has an unknown form.
    #[error("{tool} failed on {name}:\n{log}")]
    Failed {
        /// The step.
        tool: String,
        /// File name of the source.
        name: String,
        /// Its message.
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
        /// The error of the operating system.
        reason: io::Error,
    },
}

/// What is wrong with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionProblem {
    /// Not in the list of the language.
    #[error("unknown")]
    Unknown,
    /// The option is the last one, but a value should follow; or the value is empty.
    #[error("its value is missing")]
    NoValue,
    /// The value of `-D` does not begin with the name of a macro.
    #[error(
        "a macro is NAME, NAME=TEXT or NAME(PARAMETERS)=TEXT, with a name of letters, digits and underscores"
    )]
    NoName,
    /// An option for LLVM that is a file of options, or loads a library.
    #[error("not one of LLVM's options by name that leave its passes as they are")]
    OfLlvm,
    /// The source is C.
    #[error("of OpenCL C, and the source is C")]
    OfOpenCl,
}

impl CompileError {
    /// What to do about it.
    pub fn remedy(&self) -> Cow<'static, str> {
        let remedy = match self {
            Self::Program(error) if error.is_input() => return error.remedy().into(),
            Self::MissingLibrary { .. } => "install it with apt-get install libclc-19",
            Self::Option {
                problem: OptionProblem::OfOpenCl,
                ..
            } => "leave it out; C has -D, -I, -O, -w, -Werror and -g",
            Self::Option {
                problem: OptionProblem::OfLlvm,
                ..
            } => "give an option such as -unroll-threshold=2000",
            Self::Option { .. } => {
                "use -D, -I, -cl-std=, -cl-*, -w, -Werror or -g, as clBuildProgram has them"
            }
            Self::FileName { .. } => "give the file another name",
            Self::Rejected { .. } => "correct the source",
            Self::Empty { .. } => {
                "define a kernel; a condition of the preprocessor may leave all of them out"
            }
            Self::Unsupported { .. } => "do without it: docs/opencl.md says what this device has",
            Self::Program(_) | Self::Failed { .. } => {
                "see that heddle setup misses nothing; if it does not, the compiler lacks something: report the source"
            }
            Self::Cache(error) => return error.remedy(),
            Self::Io { .. } => "see that it exists and can be read and written",
        };
        remedy.into()
    }

    /// Whether the error is the user's: in the source, the options or the environment.
    pub fn is_users(&self) -> bool {
        match self {
            Self::Program(error) => error.is_input(),
            _ => !matches!(self, Self::Failed { .. }),
        }
    }
}

/// Converts an error of the operating system.
pub fn io(path: &Path) -> impl FnOnce(io::Error) -> CompileError {
    let path = path.to_owned();
    move |reason| CompileError::Io { path, reason }
}
