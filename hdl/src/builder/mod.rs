//! Recording hardware: an arena of typed ids behind handles that read like Rust values.

mod arena;
mod expr;
mod expressions;
mod folds;
pub(crate) mod graph;
mod index;
mod memories;
mod module;
mod operators;
pub(crate) mod ports;
mod registers;
mod sinks;
pub(crate) mod walk;

pub use expr::Expr;
pub use index::{Index, Span};
pub use memories::{Memory, ReadDuringWrite};
pub use module::ModuleBuilder;
pub use operators::Operand;
pub use ports::{Drives, Hardware, Reads};
pub use registers::{Register, Registers};
pub use sinks::{Array, Elements, Sink, Sinks, Wire};

pub(crate) use expressions::{bits_of, index_bits};
pub(crate) use graph::{ExprId, Graph};
pub(crate) use index::DEPTH;
