//! What kernels printed: the host's side of `printf`.
//!
//! A kernel appends a record to a buffer for each call (`runtime/print.cl`): thread, format, types of the arguments, arguments.
//! [`text`] puts the records in the order of the threads, and those of one thread in the order of its calls, so that the
//! text does not depend on which thread was faster.

mod argument;
mod buffer;
mod conversion;
mod float;
mod format;

pub(crate) use argument::{ArgumentType, Kind};
pub use buffer::{Printed, header, text};
