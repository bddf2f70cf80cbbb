//! Traces of SASS instructions as the tracer of Accel-Sim writes them (`.traceg`, versions 1 to 5).
//!
//! A trace of any size is read line by line, as text or compressed with xz or zstd. Every record is checked completely: an error
//! names the file, the line and the reason.
#![forbid(unsafe_code)]

mod error;
mod front;
mod lines;
mod list;
mod reader;
mod record;

pub use error::{Reason, TraceError};
pub use list::trace_files;
pub use reader::{Kernel, read};
pub use record::{LANES, Record};
