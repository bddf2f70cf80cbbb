//! Heddle's embedded hardware description language and the RTL units written in it.
#![forbid(unsafe_code)]

mod build;
mod check;
mod count;
mod design;
mod emit;
mod error;
mod shape;
pub mod units;

pub use build::{
    Array, Drives, Elements, Expr, Hardware, Index, ModuleBuilder, Operand, Reads, Register,
    Registers, Sink, Sinks, Span, Wire,
};
pub use count::{Storage, StorageKind};
pub use design::{Design, Module, ModulePort};
pub use error::{Anonymous, Error, Errors, Hop, Reason};
