//! Output for people: text without characters that act on a terminal, and standard error.

use std::borrow::Cow;
use std::io::{self, Write};

/// Text with control characters, which names in files may contain, replaced by their codes. Line ends and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match acts(c) {
        true => c.escape_unicode().to_string(),
        false => c.into(),
    });
    Cow::Owned(shown.collect())
}

/// Prints a note on standard error. Errors are ignored, because nobody reads the note then.
pub fn note(text: &str) {
    note_bytes(format!("{text}\n").as_bytes());
}

/// Prints bytes unchanged on standard error.
pub fn note_bytes(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}
