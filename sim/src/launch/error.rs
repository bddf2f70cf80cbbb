//! What can be wrong with a launch.

use heddle_isa::program::NoKernel;

/// A job that cannot be run, with the file (or other source) it comes from.
#[derive(Debug, thiserror::Error)]
#[error("{source_name}: {reason}")]
pub struct LaunchError {
    /// File name, or what else the job comes from.
    pub source_name: String,
    /// What is wrong and what to do.
    pub reason: LaunchReason,
}

impl LaunchError {
    pub(crate) fn new(source: &str, reason: LaunchReason) -> Self {
        let source_name = source.into();
        Self {
            source_name,
            reason,
        }
    }
}

/// What is wrong with a launch, and what to do about it. `index` counts launches from 0.
#[derive(Debug, thiserror::Error)]
pub enum LaunchReason {
    /// The file, or a file it names, cannot be read.
    #[error("{path} cannot be read: {error}")]
    Unreadable {
        /// Which file.
        path: String,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The text is not TOML.
    #[error("not valid TOML: {0}")]
    Syntax(toml::de::Error),
    /// A key is unknown, or has the wrong type.
    #[error("`{key}`: {problem}")]
    Key {
        /// Dotted path of the key.
        key: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A key is not there.
    #[error("launch {index}: `{key}` is missing; write it at the top, or in its [[launch]]")]
    Missing {
        /// Which launch.
        index: usize,
        /// Which key.
        key: &'static str,
    },
    /// A buffer without a size.
    #[error(
        "buffer `{name}`: `bytes` is missing; only a buffer with init = {{file = ...}} may leave it out"
    )]
    NoSize {
        /// Which buffer.
        name: String,
    },
    /// No launch at all.
    #[error("there is nothing to launch")]
    Nothing,
    /// Two buffers share a name.
    #[error("buffer `{name}` is there twice; give every buffer its own name")]
    BufferTwice {
        /// The name.
        name: String,
    },
    /// A buffer of no bytes.
    #[error("buffer `{name}` has 0 bytes; give it at least one")]
    EmptyBuffer {
        /// Which buffer.
        name: String,
    },
    /// More initial contents than the buffer holds.
    #[error("buffer `{name}`: {given} bytes of initial contents do not fit in `bytes` = {bytes}")]
    TooManyBytes {
        /// Which buffer.
        name: String,
        /// Size of the contents.
        given: usize,
        /// Size of the buffer.
        bytes: u32,
    },
    /// A dimension is 0.
    #[error("launch {index}: `{key}` = {extent:?} has an extent of 0; every extent is at least 1")]
    NoExtent {
        /// Which launch.
        index: usize,
        /// `grid` or `block`.
        key: &'static str,
        /// Its value.
        extent: [u32; 3],
    },
    /// More threads than ids.
    #[error("launch {index}: grid times block is more than 2^32 threads; split the launch")]
    TooManyThreads {
        /// Which launch.
        index: usize,
    },
    /// An argument names a buffer that is not there.
    #[error("launch {index}: no buffer is called `{name}`; there are: {known}")]
    UnknownBuffer {
        /// Which launch.
        index: usize,
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The program has no such kernel.
    #[error("`kernel`: {0}")]
    NoKernel(#[from] NoKernel),
}
