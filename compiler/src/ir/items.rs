//! The top-level items of a module.

use super::token::{self, Gap, Token, TokenKind};
use super::{IrError, matching};
use std::ops::Range;

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `target datalayout = ...`, `target triple = ...`.
    Target,
    /// `source_filename = ...`, `module asm ...`, `$name = comdat ...`.
    Other,
    /// `%name = type ...`.
    Type,
    /// `@name = ... global ...`, `constant` or `alias`.
    Variable,
    /// `declare ... @name(...)`.
    Declaration,
    /// `define ... @name(...) { ... }`.
    Definition,
    /// `attributes #0 = { ... }`.
    Attributes,
    /// `!name = ...`.
    Metadata,
}

/// A top-level item of a module.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// What it is.
    pub kind: Kind,
    /// All of it.
    pub tokens: Vec<Token<'a>>,
}

impl<'a> Item<'a> {
    fn new(tokens: Vec<Token<'a>>) -> Result<Self, IrError> {
        let kind = match (tokens[0].kind, tokens[0].text.as_ref()) {
            (TokenKind::Word, "target") => Kind::Target,
            (TokenKind::Word, "source_filename" | "module") | (TokenKind::Comdat, _) => Kind::Other,
            (TokenKind::Word, "declare") => Kind::Declaration,
            (TokenKind::Word, "define") => Kind::Definition,
            (TokenKind::Word, "attributes") => Kind::Attributes,
            (TokenKind::Local, _) => Kind::Type,
            (TokenKind::Global, _) => Kind::Variable,
            (TokenKind::Metadata, _) => Kind::Metadata,
            (_, text) => {
                let problem = format!("`{text}` starts nothing that a module has");
                return Err(IrError::new(tokens[0].line, problem));
            }
        };
        Ok(Self { kind, tokens })
    }

    /// The line on which it starts, from 1.
    pub fn line(&self) -> usize {
        self.tokens[0].line
    }

    /// The name of a variable or function, with its `@`.
    pub fn name(&self) -> Option<&str> {
        let mut tokens = self.tokens.iter();
        let name = tokens.find(|token| token.kind == TokenKind::Global);
        name.map(|token| token.text.as_ref())
    }

    /// The tokens of a function's parameters, without the brackets.
    pub fn parameters(&self) -> Result<Range<usize>, IrError> {
        let mut kinds = self.tokens.iter();
        let name = kinds.position(|token| token.kind == TokenKind::Global);
        let open = name.map_or(0, |name| name + 1);
        match self.tokens.get(open) {
            Some(token) if token.is("(") => Ok(open + 1..matching(&self.tokens, open)?),
            _ => Err(IrError::new(self.line(), "a function without parameters")),
        }
    }
}

/// The items of a module, in order.
pub struct Items<'a, I: Iterator<Item = Result<Token<'a>, IrError>>> {
    tokens: std::iter::Peekable<I>,
}

impl<'a> Items<'a, Box<dyn Iterator<Item = Result<Token<'a>, IrError>> + 'a>> {
    /// The items of a text.
    pub fn of(text: &'a str) -> Self {
        let tokens: Box<dyn Iterator<Item = _>> = Box::new(token::tokens(text));
        Self {
            tokens: tokens.peekable(),
        }
    }
}

impl<'a, I: Iterator<Item = Result<Token<'a>, IrError>>> Items<'a, I> {
    /// The tokens up to the end of a line outside of all brackets.
    fn take(&mut self) -> Result<Vec<Token<'a>>, IrError> {
        let (mut taken, mut depth) = (Vec::new(), 0);
        while let Some(token) = self.tokens.next() {
            let token = token?;
            depth += token.depth();
            if depth < 0 {
                return Err(IrError::new(token.line, "a bracket closes nothing"));
            }
            taken.push(token);
            let ends =
                |next: &Result<Token<'_>, _>| next.as_ref().is_ok_and(|t| t.gap == Gap::Line);
            if depth == 0 && self.tokens.peek().is_some_and(ends) {
                return Ok(taken);
            }
        }
        match (depth, taken.first()) {
            (1.., Some(first)) => Err(IrError::new(first.line, "a bracket is not closed")),
            _ => Ok(taken),
        }
    }
}

impl<'a, I: Iterator<Item = Result<Token<'a>, IrError>>> Iterator for Items<'a, I> {
    type Item = Result<Item<'a>, IrError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.take() {
            Ok(tokens) if tokens.is_empty() => None,
            taken => Some(taken.and_then(Item::new)),
        }
    }
}

/// Splits tokens at the commas outside of brackets.
pub fn arguments<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut depth = 0;
    let parts = tokens.split(|token| {
        depth += token.depth();
        depth == 0 && token.is(",")
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// The labels and instructions of a function's body; `body` is given without its brackets.
pub fn statements<'a>(body: &[Token<'a>]) -> Vec<Vec<Token<'a>>> {
    let mut statements: Vec<Vec<Token<'a>>> = Vec::new();
    let mut depth = 0;
    for token in body {
        match statements.last_mut() {
            Some(last) if depth > 0 || token.gap != Gap::Line => last.push(token.clone()),
            _ => statements.push(vec![token.clone()]),
        }
        depth += token.depth();
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = r#"
source_filename = "a.cl"
target triple = "spir"
%struct.s = type { i32, <4 x float> }
@t = internal addrspace(3) global [16 x float] undef, align 4
; a comment
define void @f(ptr addrspace(1) %0, i32 %1) #0 {
  switch i32 %1, label %3 [
    i32 0, label %2
  ]

2:
  ret void

3:
  ret void
}

declare void @g(i32, ...)
attributes #0 = { nounwind "a"="b" }
!0 = !{i32 1}
"#;

    fn items() -> Vec<Item<'static>> {
        Items::of(MODULE).map(Result::unwrap).collect()
    }

    #[test]
    fn a_module_falls_into_its_items() {
        let kinds: Vec<Kind> = items().iter().map(|item| item.kind).collect();
        use Kind::*;
        assert_eq!(
            kinds,
            [
                Other,
                Target,
                Type,
                Variable,
                Definition,
                Declaration,
                Attributes,
                Metadata
            ]
        );
        assert_eq!(items()[4].name(), Some("@f"));
        assert_eq!(items()[4].line(), 7);
    }

    #[test]
    fn functions_have_parameters_and_statements() {
        let function = &items()[4];
        let parameters = function.parameters().expect("a function");
        assert_eq!(arguments(&function.tokens[parameters]).len(), 2);
        let open = function.tokens.iter().position(|token| token.is("{"));
        let body = &function.tokens[open.expect("a body") + 1..function.tokens.len() - 1];
        let first: Vec<String> = statements(body)
            .iter()
            .map(|statement| statement[0].text.to_string())
            .collect();
        assert_eq!(first, ["switch", "2", "ret", "3", "ret"]);
    }

    #[test]
    fn what_is_no_item_is_refused() {
        for text in ["hello", "define void @f() {", "}\n", "^0 = module"] {
            assert!(Items::of(text).any(|item| item.is_err()), "{text}");
        }
    }
}
