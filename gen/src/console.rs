//! What people see on a terminal: text without what it would act upon, and standard error.

use std::borrow::Cow;
use std::io::{self, Write};

/// Text without control characters, which come with names in files: their codes are shown. Lines and tabs stay.
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

/// Tells people something on standard error. Where that cannot be written, nobody wants to know.
pub fn note(text: &str) {
    note_bytes(format!("{text}\n").as_bytes());
}

/// The same with bytes as they are.
pub fn note_bytes(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}
