//! Traces of SASS instructions as the tracer of Accel-Sim writes them (`.traceg`, versions 1 to 5).
//!
//! A trace is read a line at a time, whatever its size, as text or compressed with xz or zstd. Every
//! record is checked to its end: what is not as it should be has a file, a line and a reason.
#![forbid(unsafe_code)]

mod error;
mod lines;
mod list;
mod reader;
mod record;

pub use error::{Reason, TraceError};
pub use list::trace_files;
pub use reader::{Kernel, read};
pub use record::{LANES, Record};
