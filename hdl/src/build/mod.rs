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
mod places;
pub(crate) mod ports;
mod registers;
pub(crate) mod walk;

pub use expr::Expr;
pub use index::{Index, Span};
pub use memories::{Memory, ReadDuringWrite};
pub use module::ModuleBuilder;
pub use operators::Operand;
pub use places::{Array, Elements, Sink, Sinks, Wire};
pub use ports::{Drives, Hardware, Reads};
pub use registers::{Register, Registers};

pub(crate) use expressions::{bits_of, index_bits};
pub(crate) use graph::{ExprId, Graph};
pub(crate) use index::DEPTH;
