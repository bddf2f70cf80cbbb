//! LLVM's IR as text: tokens, the items of a module, types and their layout.
//!
//! The reader accepts only the text that LLVM 19 itself prints. It refuses anything unknown, with its line: text that is
//! passed on half understood could compile to a different program.

mod items;
mod token;
mod types;

pub(crate) use items::{Item, Items, Kind, arguments, statements};
pub(crate) use token::{Gap, Token, TokenKind, matching, print, tokens};
pub(crate) use types::{Layout, Type, Types, take_type};

/// Text that the reader does not know as IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the IR: {problem}")]
pub(crate) struct IrError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

impl IrError {
    pub fn new(line: usize, problem: impl Into<String>) -> Self {
        let problem = problem.into();
        Self { line, problem }
    }
}
