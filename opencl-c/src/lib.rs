//! OpenCL C 1.2 and 3.0 to kernel ELF files (kernel ABI, version 1).
#![forbid(unsafe_code)]

mod build;
mod cached;
mod double;
mod includes;
mod library;
mod looked_for;
mod options;
pub mod print;
mod program;
mod request;
mod retarget;
mod separate;

pub use cached::{compile, compile_in, version};
pub use double::{HIDING, has_double};
pub use heddle_compiler::{CompileError, Compiled};
pub use library::LIBCLC;
pub use program::NOTHING;
pub use request::{Object, Request};
pub use separate::{compile_object, link};
