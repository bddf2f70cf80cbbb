//! LLVM's IR as text: tokens, the items of a module, types and their layout, metadata.
//!
//! The reader accepts only the text that LLVM 19 itself prints. It refuses anything unknown, with its line: text that is
//! passed on half understood could compile to a different program.

mod items;
mod metadata;
mod name;
mod token;
mod types;

pub use items::{Item, Items, Kind, arguments, statements};
pub use metadata::{Attachments, Metadata, attachments};
pub use name::{for_assembly, global, plain, unescaped};
pub use token::{Gap, Token, TokenKind, matching, print, tokens};
pub use types::{Layout, Type, Types, take_type};

/// The sources of the reader: a cache of what is made of IR has them in its keys.
pub const SOURCES: [&str; 6] = [
    include_str!("token.rs"),
    include_str!("items.rs"),
    include_str!("mod.rs"),
    include_str!("types.rs"),
    include_str!("metadata.rs"),
    include_str!("name.rs"),
];

/// Text that the reader does not know as IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the IR: {problem}")]
pub struct IrError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl IrError {
    /// An error in a line.
    pub fn new(line: usize, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self { line, problem }
    }
}
