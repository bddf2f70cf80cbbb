//! The host's side of `printf` in kernels.
//!
//! A kernel appends a record to a buffer for each call (`runtime/print.cl`): thread, format, types of the arguments, arguments.
//! [`text`] sorts the records by thread, and keeps those of one thread in the order of its calls (OCL-13). The text therefore
//! does not depend on the timing of the threads.

mod argument;
mod buffer;
mod conversion;
mod float;
mod format;

pub(crate) use argument::{ArgumentType, Kind};
pub use buffer::{Printed, header, text};
