//! What can be wrong with a launch.

use std::ops::Range;

use heddle_contract::{Excerpt, at_key};
use heddle_isa::program::NoKernel;

/// A job that cannot be run, with the file (or other source) it comes from.
/// [`LaunchReason::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct LaunchError {
    /// File with line and column, or what else the job comes from.
    pub place: String,
    /// What is wrong.
    pub reason: LaunchReason,
    /// Where in the file.
    pub excerpt: Option<Box<Excerpt>>,
}

impl LaunchError {
    pub(crate) fn new(source: &str, reason: LaunchReason) -> Self {
        Self {
            place: source.into(),
            reason,
            excerpt: None,
        }
    }

    /// An error of a launch file, at the place that it is about.
    pub(crate) fn in_file(file: &str, text: &str, reason: LaunchReason) -> Self {
        let excerpt = match &reason {
            LaunchReason::Syntax { span, .. } => Some(Excerpt::new(text, span.clone())),
            LaunchReason::Key { key, .. } => Excerpt::near_key(text, key),
            other => find(text, &other.keys()),
        };
        Self {
            place: match &excerpt {
                Some(excerpt) => excerpt.place_in(file),
                None => file.into(),
            },
            reason,
            excerpt: excerpt.map(Box::new),
        }
    }
}

/// The first of some dotted paths that a launch file has.
pub(crate) fn find(text: &str, keys: &[String]) -> Option<Excerpt> {
    keys.iter().find_map(|key| Excerpt::of_key(text, key))
}

/// Where a launch's key stands: in its own table, else at the top.
pub(crate) fn of_launch(index: usize, key: &str) -> Vec<String> {
    let own = format!("launch[{index}]");
    vec![format!("{own}.{key}"), key.into(), own]
}

/// What is wrong with a launch. `index` counts launches or buffers from 0.
#[derive(Debug, thiserror::Error)]
pub enum LaunchReason {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// The file of a buffer cannot be read.
    #[error("{path} cannot be read: {error}")]
    UnreadableBuffer {
        /// Which buffer names it.
        index: usize,
        /// Which file.
        path: String,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The text is not TOML.
    #[error("not valid TOML: {problem}")]
    Syntax {
        /// What the parser says.
        problem: String,
        /// Bytes of the text that it says it of.
        span: Range<usize>,
    },
    /// A key is unknown, or has the wrong type.
    #[error("{}", at_key(key, problem))]
    Key {
        /// Dotted path of the key.
        key: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A key is not there.
    #[error("launch {index}: `{key}` is missing")]
    Missing {
        /// Which launch.
        index: usize,
        /// Which key.
        key: &'static str,
    },
    /// A buffer without a size.
    #[error("buffer `{name}`: `bytes` is missing")]
    NoSize {
        /// Number of the buffer.
        index: usize,
        /// Which buffer.
        name: String,
    },
    /// No launch at all.
    #[error("there is nothing to launch")]
    Nothing,
    /// Two buffers share a name.
    #[error("buffer `{name}` is there twice")]
    BufferTwice {
        /// Number of the second one.
        index: usize,
        /// The name.
        name: String,
    },
    /// A name that cannot be a file's.
    #[error("buffer {index}: `{name}` cannot be the name of a file")]
    BufferName {
        /// Number of the buffer.
        index: usize,
        /// The name.
        name: String,
    },
    /// A buffer of no bytes.
    #[error("buffer `{name}` has 0 bytes")]
    EmptyBuffer {
        /// Number of the buffer.
        index: usize,
        /// Which buffer.
        name: String,
    },
    /// More bytes than all buffers may have together.
    #[error("with buffer `{name}` all buffers have {bytes} bytes, more than 1 GiB")]
    TooMuch {
        /// Number of the buffer that is too much.
        index: usize,
        /// Which buffer.
        name: String,
        /// Bytes up to its end.
        bytes: u64,
    },
    /// More initial contents than the buffer holds.
    #[error("buffer `{name}`: {given} bytes of initial contents do not fit in `bytes` = {bytes}")]
    TooManyBytes {
        /// Number of the buffer.
        index: usize,
        /// Which buffer.
        name: String,
        /// Size of the contents.
        given: u64,
        /// Size of the buffer.
        bytes: u32,
    },
    /// A dimension is 0.
    #[error("launch {index}: `{key}` = {extent:?} has an extent of 0")]
    NoExtent {
        /// Which launch.
        index: usize,
        /// `grid` or `block`.
        key: &'static str,
        /// Its value.
        extent: [u32; 3],
    },
    /// More threads than ids.
    #[error("launch {index}: grid times block is more than 2^32 threads")]
    TooManyThreads {
        /// Which launch.
        index: usize,
    },
    /// An argument names a buffer that is not there.
    #[error("launch {index}: no buffer is called `{name}`")]
    UnknownBuffer {
        /// Which launch.
        index: usize,
        /// Which of its arguments.
        argument: usize,
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The program has no such kernel.
    #[error("launch {index}: {missing}")]
    NoKernel {
        /// Which launch.
        index: usize,
        /// The name, and what there is.
        missing: NoKernel,
    },
    /// More or fewer arguments than the kernel's source declares.
    #[error("launch {index}: kernel `{kernel}` takes {declared} arguments, not {given}")]
    ArgumentCount {
        /// Which launch.
        index: usize,
        /// Its kernel.
        kernel: String,
        /// Parameters of the kernel.
        declared: usize,
        /// Arguments of the launch.
        given: usize,
        /// Names and types of the parameters.
        parameters: String,
    },
    /// An argument of another type than the kernel's source declares.
    #[error("launch {index}: {mismatch}")]
    ArgumentType {
        /// Which launch.
        index: usize,
        /// Which of its arguments.
        argument: usize,
        /// What was declared, and what was given.
        mismatch: Box<ArgumentMismatch>,
    },
}

/// An argument beside the parameter that it is for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{parameter}` of kernel `{kernel}` is {declared}, not {given}")]
pub struct ArgumentMismatch {
    /// The kernel.
    pub kernel: String,
    /// Name of the parameter.
    pub parameter: String,
    /// What it is declared as.
    pub declared: String,
    /// What the argument is.
    pub given: String,
}

impl LaunchReason {
    /// What to do about it.
    pub fn remedy(&self) -> String {
        match self {
            Self::Unreadable(_) => "check the file's name and permissions".into(),
            Self::UnreadableBuffer { .. } => {
                "files of buffers are looked for beside the launch file".into()
            }
            Self::Syntax { .. } | Self::Key { .. } => {
                "`heddle sim --help` shows a launch file with every key".into()
            }
            Self::Missing { .. } => "write it at the top, or in its [[launch]]".into(),
            Self::NoSize { .. } => "only a buffer with init = {file = ...} may leave it out".into(),
            Self::Nothing => "add a launch".into(),
            Self::BufferName { .. } => {
                "use letters, digits, `_`, `-` and `.`, not the latter at the start".into()
            }
            Self::BufferTwice { .. } => "give every buffer its own name".into(),
            Self::EmptyBuffer { .. } => "give it at least one".into(),
            Self::TooMuch { .. } => "use smaller or fewer buffers".into(),
            Self::TooManyBytes { given, .. } => format!("make `bytes` at least {given}"),
            Self::NoExtent { .. } => "every extent is at least 1, also one that is not used".into(),
            Self::TooManyThreads { .. } => "split it into several launches".into(),
            Self::UnknownBuffer { known, .. } if known.is_empty() => "add a [[buffer]]".into(),
            Self::UnknownBuffer { known, .. } => format!("the buffers are: {known}"),
            Self::NoKernel { missing, .. } => missing.remedy(),
            Self::ArgumentCount { parameters, .. } => format!("they are: {parameters}"),
            Self::ArgumentType { .. } => "give what the kernel's source declares".into(),
        }
    }

    /// Where it may stand in a launch file, as dotted paths, the best first.
    fn keys(&self) -> Vec<String> {
        match self {
            Self::Unreadable(_) | Self::Nothing => vec![],
            Self::Syntax { .. } | Self::Key { .. } => vec![],
            Self::UnreadableBuffer { index, .. } | Self::TooManyBytes { index, .. } => {
                vec![format!("buffer[{index}].init")]
            }
            Self::NoSize { index, .. } => vec![format!("buffer[{index}]")],
            Self::BufferTwice { index, .. } | Self::BufferName { index, .. } => {
                vec![format!("buffer[{index}].name")]
            }
            Self::EmptyBuffer { index, .. } | Self::TooMuch { index, .. } => vec![
                format!("buffer[{index}].bytes"),
                format!("buffer[{index}].init"),
            ],
            Self::Missing { index, .. } => vec![format!("launch[{index}]")],
            Self::NoExtent { index, key, .. } => of_launch(*index, key),
            Self::TooManyThreads { index } => of_launch(*index, "grid"),
            Self::ArgumentCount { index, .. } => of_launch(*index, "args"),
            Self::UnknownBuffer {
                index, argument, ..
            }
            | Self::ArgumentType {
                index, argument, ..
            } => of_launch(*index, &format!("args[{argument}]")),
            Self::NoKernel { index, .. } => of_launch(*index, "kernel"),
        }
    }
}
