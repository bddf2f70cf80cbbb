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
    // USR-7: a trace that was cut between two blocks shows itself in no other way.
    /// A block whose number of warps differs from what `-block dim` states.
    #[error("`-block dim` states {said} warps in a thread block, found here: {found}")]
    Warps {
        /// The number that follows from the header.
        said: u64,
        /// The number of warps counted.
        found: u64,
    },
    /// A trace whose number of blocks differs from what `-grid dim` states.
    #[error("`-grid dim` states {said} thread blocks, found: {found}")]
    Blocks {
        /// The number that the header states.
        said: u64,
        /// The number of blocks counted.
        found: u64,
    },
    /// Lines without a record.
    #[error("{0} lines without a record: this is no trace")]
    Nothing(u64),
    /// A list with more traces than a list can have.
    #[error("more than {0} traces in a list")]
    Traces(usize),
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
            Reason::Truncated
            | Reason::Count { .. }
            | Reason::Warps { .. }
            | Reason::Blocks { .. } => {
                "let the tracer and its post-processing finish, and copy the file again"
            }
            Reason::Traces(_) => "give several shorter lists",
            Reason::Nested => "name its files one by one",
            _ => {
                "give a .traceg file as post-traces-processing of Accel-Sim writes it, or a kernelslist.g"
            }
        }
    }
}
