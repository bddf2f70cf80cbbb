//! LLVM's IR as text: tokens, the items of a module, types and their layout.
//!
//! Only what LLVM itself prints is read, of version 19. What is not known is refused with its line: a text that
//! is passed on half understood would be compiled into something else.

mod items;
mod token;
mod types;

pub(crate) use items::{Item, Items, Kind, arguments, statements};
pub(crate) use token::{Gap, Token, TokenKind, matching, print, tokens};
pub(crate) use types::{Layout, Type, Types, take_type};

/// Text that is not what we know as IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the IR: {problem}")]
pub(crate) struct IrError {
    /// From 1.
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
