//! What can be wrong with a trace.

use std::io;
use std::path::PathBuf;

/// Something is wrong with a trace.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {reason}", file.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct TraceError {
    /// File.
    pub file: PathBuf,
    /// Line, counted from 1, if a particular line is wrong.
    pub line: Option<u64>,
    /// What is wrong.
    #[source]
    pub reason: Reason,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The system reports an error.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line that is too long.
    #[error("a line of more than {0} bytes: this is no trace")]
    TooLong(usize),
    /// An unknown version.
    #[error("trace version {0} is not supported: versions 1 to 5 are")]
    Version(String),
    /// A line that belongs elsewhere.
    #[error("`{0}` is not expected here: {1}")]
    Unexpected(String, &'static str),
    /// A record ends too early.
    #[error("the record ends where {0} should be")]
    Missing(&'static str),
    /// A field that is not valid.
    #[error("{1} is not {0}")]
    Field(&'static str, String),
    /// A record with more words than it should have.
    #[error("the record goes on after its end with `{0}`")]
    Longer(String),
    /// A warp whose number of records differs from its `insts`.
    #[error("a warp with {found} instructions, which says that it has {said}")]
    Count {
        /// The number that `insts` states.
        said: u64,
        /// The number of records counted.
        found: u64,
    },
    /// A file that ends in the middle.
    #[error("ends inside a thread block: the trace is not complete")]
    Truncated,
    /// The file has neither a record nor a header.
    #[error("is empty: this is no trace")]
    Empty,
    /// A list of kernels that names another list.
    #[error("a list of kernels in a list of kernels")]
    Nested,
}

impl TraceError {
    /// How to fix it.
    pub fn remedy(&self) -> &'static str {
        match &self.reason {
            Reason::Io(_) => "check that the file is there, can be read and is not damaged",
            Reason::Version(_) => {
                "write the trace with a tracer of Accel-Sim that has one of these"
            }
            Reason::Truncated | Reason::Count { .. } => {
                "let the tracer and its post-processing finish, and copy the file again"
            }
            Reason::Nested => "name its files one by one",
            _ => {
                "give a .traceg file as post-traces-processing of Accel-Sim writes it, or a kernelslist.g"
            }
        }
    }
}
