//! Output for people: text without characters that act on a terminal, and standard error.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

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

/// Text in which names of files that the user gave have no line ends, so that a sentence stays one. The line ends of what other
/// programs said stay.
pub fn names_on_one_line(text: &str, arguments: &[OsString]) -> String {
    let parts = arguments
        .iter()
        .flat_map(|argument| Path::new(argument).iter());
    let names = parts
        .filter_map(|part| part.to_str())
        .filter(|part| part.contains('\n'));
    // An option may stand in front of a name, with an equals sign.
    let names = names.map(|name| name.split_once('=').map_or(name, |(_, name)| name));
    names.fold(text.to_owned(), |text, name| {
        text.replace(name, &name.replace('\n', "\\n"))
    })
}

/// Prints a note on standard error. Errors are ignored, because nobody reads the note then.
pub fn note(text: &str) {
    note_bytes(format!("{text}\n").as_bytes());
}

/// Prints bytes unchanged on standard error.
pub fn note_bytes(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}
