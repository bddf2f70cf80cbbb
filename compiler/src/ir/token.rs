//! Tokens of IR text.

use super::IrError;
use std::borrow::Cow;
use std::iter;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A keyword, a simple type, the name of a label.
    Word,
    /// An integer or floating-point number.
    Number,
    /// Text in quotes, with a `c` before it if it is an array of bytes.
    Text,
    /// `@name`.
    Global,
    /// `%name`.
    Local,
    /// `!name`, `!12`, `!"text"` or the `!` of `!{`.
    Metadata,
    /// `#0`, or `#dbg_value`.
    Hash,
    /// `$name`.
    Comdat,
    /// One of `()[]{}<>,=*:|`, or `...`.
    Punctuation,
}

/// The space before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing.
    None,
    /// Blanks.
    Space,
    /// At least one end of a line.
    Line,
}

/// A token and the space before it. Comments are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// All of it.
    pub text: Cow<'a, str>,
    /// What precedes it.
    pub gap: Gap,
    /// Line number, from 1.
    pub line: usize,
}

impl Token<'_> {
    /// Whether the token is this word or punctuation.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Punctuation) && self.text == text
    }

    /// The change in bracket depth: 1 for an opening bracket, -1 for a closing one.
    pub fn depth(&self) -> isize {
        match (self.kind, self.text.as_ref()) {
            (TokenKind::Punctuation, "(" | "[" | "{" | "<") => 1,
            (TokenKind::Punctuation, ")" | "]" | "}" | ">") => -1,
            _ => 0,
        }
    }
}

/// The tokens of a text, in order.
pub fn tokens(text: &str) -> impl Iterator<Item = Result<Token<'_>, IrError>> {
    let mut lexer = Lexer {
        rest: text,
        line: 1,
    };
    iter::from_fn(move || lexer.next().transpose())
}

/// Appends tokens to a text, with the space before them.
pub fn print(tokens: &[Token<'_>], text: &mut String) {
    for token in tokens {
        match token.gap {
            Gap::None => {}
            Gap::Space => text.push(' '),
            Gap::Line => text.push('\n'),
        }
        text.push_str(&token.text);
    }
}

/// The index of the bracket that closes the bracket at `open`.
pub fn matching(tokens: &[Token<'_>], open: usize) -> Result<usize, IrError> {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        depth += token.depth();
        if depth == 0 {
            return Ok(index);
        }
    }
    let line = tokens.get(open).map_or(0, |token| token.line);
    Err(IrError::new(line, "a bracket is not closed"))
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

/// Characters of names and keywords.
fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.-$".contains(c)
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Result<Option<Token<'a>>, IrError> {
        let gap = self.skip_gap();
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let (kind, length) = self.measure(first)?;
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(Some(Token {
            kind,
            text: text.into(),
            gap,
            line: self.line,
        }))
    }

    fn skip_gap(&mut self) -> Gap {
        let mut gap = Gap::None;
        loop {
            let mut chars = self.rest.chars();
            match chars.next() {
                Some('\n') => {
                    self.line += 1;
                    gap = Gap::Line;
                }
                Some(' ' | '\t' | '\r') if gap == Gap::Line => {}
                Some(' ' | '\t' | '\r') => gap = Gap::Space,
                Some(';') => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.rest = &self.rest[end..];
                    continue;
                }
                _ => return gap,
            }
            self.rest = chars.as_str();
        }
    }

    /// Kind and length in bytes of the next token, which starts with `first`.
    fn measure(&self, first: char) -> Result<(TokenKind, usize), IrError> {
        let word = |text: &str| text.find(|c| !in_word(c)).unwrap_or(text.len());
        let after = &self.rest[first.len_utf8()..];
        let named = |kind| match after.starts_with('"') {
            true => Ok((kind, 1 + self.quoted(after)?)),
            false => Ok((kind, 1 + word(after))),
        };
        let (kind, length) = match first {
            '"' => (TokenKind::Text, self.quoted(self.rest)?),
            'c' if after.starts_with('"') => (TokenKind::Text, 1 + self.quoted(after)?),
            '.' if self.rest.starts_with("...") => (TokenKind::Punctuation, 3),
            '@' => named(TokenKind::Global)?,
            '%' => named(TokenKind::Local)?,
            '$' => named(TokenKind::Comdat)?,
            '!' => named(TokenKind::Metadata)?,
            '#' => named(TokenKind::Hash)?,
            '0'..='9' | '-' | '+' => (TokenKind::Number, Self::number(self.rest)),
            'a'..='z' | 'A'..='Z' | '_' | '.' => (TokenKind::Word, word(self.rest)),
            '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ',' | '=' | '*' | ':' | '|' => {
                (TokenKind::Punctuation, 1)
            }
            _ => return Err(self.error(format!("unknown character `{first}`"))),
        };
        let is_bare = length == 1 && "@%$#".contains(first);
        match is_bare {
            true => Err(self.error(format!("`{first}` without a name"))),
            false => Ok((kind, length)),
        }
    }

    /// Length of a number. It may have a sign at the front and in the exponent, and a label may continue with letters.
    fn number(text: &str) -> usize {
        let mut before = ' ';
        let ends = |c: char| {
            let goes_on = in_word(c) || (c == '+' && (before == 'e' || before == ' '));
            before = c;
            !goes_on
        };
        text.find(ends).unwrap_or(text.len())
    }

    /// Length of the quoted text at the front, including its quotes. IR escapes quotes as `\22`.
    fn quoted(&self, text: &str) -> Result<usize, IrError> {
        let end = text[1..].find('"');
        end.map(|end| end + 2)
            .ok_or_else(|| self.error("a text is not closed".into()))
    }

    fn error(&self, problem: String) -> IrError {
        IrError::new(self.line, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, String)> {
        let all = tokens(text).map(|token| token.expect("known"));
        all.map(|token| (token.kind, token.text.into_owned()))
            .collect()
    }

    #[test]
    fn every_kind_is_told_apart() {
        use TokenKind::*;
        let text =
            "@f = c\"a\\22\" %\"x y\" !12 !{ #0 $c 0x3F -1.5e+01 <4 x i8> ... ; gone\n!\"t\"";
        let expected = [
            (Global, "@f"),
            (Punctuation, "="),
            (Text, "c\"a\\22\""),
            (Local, "%\"x y\""),
            (Metadata, "!12"),
            (Metadata, "!"),
            (Punctuation, "{"),
            (Hash, "#0"),
            (Comdat, "$c"),
            (Number, "0x3F"),
            (Number, "-1.5e+01"),
            (Punctuation, "<"),
            (Number, "4"),
            (Word, "x"),
            (Word, "i8"),
            (Punctuation, ">"),
            (Punctuation, "..."),
            (Metadata, "!\"t\""),
        ];
        let expected: Vec<_> = expected.map(|(kind, text)| (kind, text.to_owned())).into();
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn what_is_printed_reads_the_same() {
        let text = "define void @f(ptr %0) #0 {\n  %2 = load i32, ptr %0, align 4\n  ret void\n}\n";
        let all: Vec<Token<'_>> = tokens(text).map(Result::unwrap).collect();
        let mut printed = String::new();
        print(&all, &mut printed);
        assert_eq!(kinds(&printed), kinds(text));
        assert_eq!(printed.lines().count(), 4);
    }

    #[test]
    fn what_is_unknown_is_refused_with_its_line() {
        for (text, line) in [("\n§", 2), ("@", 1), ("x\n\n\"abc", 3), ("?", 1)] {
            let error = tokens(text).find_map(Result::err).expect("unknown");
            assert_eq!(error.line, line, "{text}: {error}");
        }
    }
}
