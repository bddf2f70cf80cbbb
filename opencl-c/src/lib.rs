//! OpenCL C 1.2 to kernel ELF files (kernel ABI, version 1).
#![forbid(unsafe_code)]

mod error;
mod ir;
mod request;

pub use error::CompileError;
pub use request::{Compiled, Request};
