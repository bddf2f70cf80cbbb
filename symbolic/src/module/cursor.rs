//! A place in the tokens of a statement.

use super::shape::Shape;
use crate::error::Refused;
use heddle_compiler::ir::{self, Token, TokenKind, Types, matching, take_type};

/// Attributes of parameters and results that say nothing about values: what they promise holds in all that safe Rust does.
const ATTRIBUTES: &[&str] = &[
    "noundef",
    "nonnull",
    "noalias",
    "readonly",
    "writeonly",
    "readnone",
    "nocapture",
    "captures",
    "align",
    "dereferenceable",
    "dereferenceable_or_null",
    "range",
    "zeroext",
    "signext",
    "returned",
    "immarg",
    "writable",
    "dead_on_unwind",
    "dead_on_return",
    "initializes",
    "nofree",
    "allocalign",
    "allocptr",
    "sret",
    "nest",
    "swiftself",
];

/// The tokens of a statement that are left.
#[derive(Clone)]
pub(super) struct Cursor<'t, 'a> {
    tokens: &'t [Token<'a>],
    function: &'t str,
    line: usize,
}

/// The name of a local value or label, or of a global one, without its sign.
pub(super) fn plain(token: &str) -> String {
    let token = token.strip_prefix('%').unwrap_or(token);
    ir::plain(token)
}

impl<'t, 'a> Cursor<'t, 'a> {
    pub fn new(tokens: &'t [Token<'a>], function: &'t str) -> Self {
        let line = tokens.first().map_or(0, |token| token.line);
        Self {
            tokens,
            function,
            line,
        }
    }

    /// An error at this place.
    pub fn refuse(&self, what: impl Into<String>) -> Refused {
        let line = self.tokens.first().map_or(self.line, |token| token.line);
        Refused::new(self.function, line, what)
    }

    /// An error at the token in front, which does not belong to this.
    pub fn unexpected(&self, to: &str) -> Refused {
        let found = self.peek().map_or("the end", |token| &token.text);
        self.refuse(format!("`{found}` in {to}"))
    }

    pub fn line(&self) -> usize {
        self.line
    }

    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    pub fn rest(&self) -> &'t [Token<'a>] {
        self.tokens
    }

    pub fn peek(&self) -> Option<&'t Token<'a>> {
        self.tokens.first()
    }

    pub fn next(&mut self) -> Result<&'t Token<'a>, Refused> {
        let first = self.tokens.first();
        let first = first.ok_or_else(|| self.refuse("the statement ends too early"))?;
        self.tokens = &self.tokens[1..];
        Ok(first)
    }

    /// Takes a token if it is this word or punctuation.
    pub fn takes(&mut self, text: &str) -> bool {
        let is = self.tokens.first().is_some_and(|token| token.is(text));
        if is {
            self.tokens = &self.tokens[1..];
        }
        is
    }

    pub fn expect(&mut self, text: &str) -> Result<(), Refused> {
        match self.takes(text) {
            true => Ok(()),
            false => {
                let found = self.peek().map_or("the end", |token| &token.text);
                Err(self.refuse(format!("`{text}` is expected, not `{found}`")))
            }
        }
    }

    /// Takes all of these words, in any order.
    pub fn skip_words(&mut self, words: &[&str]) {
        while words.iter().any(|word| self.takes(word)) {}
    }

    /// Takes attributes of a parameter or result.
    pub fn skip_attributes(&mut self) -> Result<(), Refused> {
        while ATTRIBUTES.iter().any(|word| self.takes(word)) {
            match self.peek() {
                Some(token) if token.is("(") => {
                    self.bracket()?;
                }
                Some(token) if token.kind == TokenKind::Number && self.tokens.len() > 1 => {
                    // `align 8`; a number that is a value stands last.
                    self.next()?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes a bracket and all up to the one that closes it; returns what is inside.
    pub fn bracket(&mut self) -> Result<Cursor<'t, 'a>, Refused> {
        let close = matching(self.tokens, 0).map_err(|e| self.refuse(e.problem))?;
        let inside = &self.tokens[1..close];
        self.tokens = &self.tokens[close + 1..];
        Ok(Cursor {
            tokens: inside,
            function: self.function,
            line: self.line,
        })
    }

    /// Splits what is left at commas outside of brackets.
    pub fn arguments(&self) -> Vec<Cursor<'t, 'a>> {
        let parts = ir::arguments(self.tokens).into_iter();
        let cursor = |tokens| Cursor::new(tokens, self.function);
        parts.map(cursor).collect()
    }

    /// What is left, without the metadata at its end.
    pub fn without_metadata(&self) -> Cursor<'t, 'a> {
        let metadata = self
            .tokens
            .iter()
            .position(|token| token.kind == TokenKind::Metadata);
        let end = metadata.map_or(self.tokens.len(), |at| at.saturating_sub(1));
        Cursor {
            tokens: &self.tokens[..end],
            ..self.clone()
        }
    }

    /// A type as the reader has it.
    pub fn ir_type(&mut self) -> Result<ir::Type, Refused> {
        let (found, rest) = take_type(self.tokens).map_err(|_| self.unknown_type())?;
        self.tokens = rest;
        Ok(found)
    }

    /// An error about the type in front.
    fn unknown_type(&self) -> Refused {
        let end = match self.peek() {
            Some(first) if first.depth() > 0 => matching(self.tokens, 0).unwrap_or(0),
            _ => 0,
        };
        let mut text = String::new();
        ir::print(self.tokens.get(..=end).unwrap_or(&[]), &mut text);
        self.refuse(format!("the type `{}`", text.trim()))
    }

    /// The shape of a type.
    pub fn shape(&mut self, types: &Types) -> Result<Shape, Refused> {
        if self.takes("void") {
            return Ok(Shape::Void);
        }
        let here = self.clone();
        let found = self.ir_type()?;
        Shape::of(&found, types).ok_or_else(|| here.unknown_type())
    }

    /// The number of bits of a type that is an integer or a pointer.
    pub fn bits(&mut self, types: &Types) -> Result<u32, Refused> {
        let here = self.clone();
        match self.shape(types)? {
            Shape::Bits(bits) => Ok(bits),
            _ => Err(here.refuse("an integer or a pointer is expected")),
        }
    }

    /// A label, behind the word `label`.
    pub fn label(&mut self) -> Result<String, Refused> {
        self.expect("label")?;
        Ok(plain(&self.next()?.text))
    }
}
