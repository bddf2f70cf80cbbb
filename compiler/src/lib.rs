//! C and LLVM IR to kernel ELF files (kernel ABI, version 1), by passes that keep the threads of a warp together.
//!
//! LLVM optimises for one thread at a time. Two of its passes move the point where the threads of a divergent branch
//! reconverge: jump threading and the tail duplication of block placement copy the branch in front of a barrier into one arm of
//! an `if`. [`Backend`] leaves them out, puts the blocks into the order that the machines with priorities expect, and looks
//! at the linked file: no barrier may lie between a branch that may diverge and its reconvergence point.
#![forbid(unsafe_code)]

mod backend;
pub mod c;
mod check;
mod error;
pub mod ir;
mod link;
mod options;
mod order;
mod passes;
mod plain;
mod stack;
pub mod support;
pub mod tools;
mod work;

pub use backend::{Backend, Compiled, Module};
pub use error::{CompileError, OptionProblem, io};
pub use options::{BLOCK_ORDER, BlockOrder, CodeOptions, Level, translated};
pub use passes::{TRIPLE, UNOPTIMIZED};
pub use work::Work;

/// The sources that determine what is made of a module: a cache of compiled programs has them in its keys.
pub const SOURCES: [&str; 8] = [
    include_str!("backend.rs"),
    include_str!("check.rs"),
    include_str!("link.rs"),
    include_str!("options.rs"),
    include_str!("order.rs"),
    include_str!("passes.rs"),
    include_str!("plain.rs"),
    include_str!("stack.rs"),
];
