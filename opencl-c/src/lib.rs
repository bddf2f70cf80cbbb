//! OpenCL C 1.2 to kernel ELF files (kernel ABI, version 1).
#![forbid(unsafe_code)]

mod build;
mod cached;
mod error;
mod includes;
mod ir;
mod library;
mod options;
pub mod print;
mod program;
mod request;
mod retarget;
mod separate;
mod stack;
mod tools;

pub use cached::{compile, compile_in};
pub use error::CompileError;
pub use request::{Compiled, Object, Request};
pub use separate::{compile_object, link};
