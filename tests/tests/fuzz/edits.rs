//! Edits of files, such as a bad disk, a bad copy or a tired user might make.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::ops::Range;

/// An edit of bytes. The indices are resolved when the length is known.
#[derive(Clone, Debug)]
pub enum ByteEdit {
    Set(Index, u8),
    /// A word at a multiple of 4.
    Word(Index, u32),
    /// The same in the headers at the start, where every word has a meaning.
    HeaderWord(Index, u32),
    Cut(Index),
    Remove(Index),
    Insert(Index, u8),
}

/// Words that are likely to break arithmetic, and others.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![
        prop::sample::select(vec![
            0,
            1,
            4,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_fffc,
            u32::MAX
        ]),
        0u32..512,
        any::<u32>(),
    ]
}

/// Mostly words in headers; sometimes the end of the file is cut off.
pub fn byte_edits() -> impl Strategy<Value = Vec<ByteEdit>> {
    let place = any::<Index>;
    let edit = prop_oneof![
        3 => (place(), any::<u8>()).prop_map(|(at, byte)| ByteEdit::Set(at, byte)),
        3 => (place(), word()).prop_map(|(at, word)| ByteEdit::Word(at, word)),
        6 => (place(), word()).prop_map(|(at, word)| ByteEdit::HeaderWord(at, word)),
        1 => place().prop_map(ByteEdit::Cut),
        1 => place().prop_map(ByteEdit::Remove),
        1 => (place(), any::<u8>()).prop_map(|(at, byte)| ByteEdit::Insert(at, byte)),
    ];
    vec(edit, 1..6)
}

/// Single bits of the code, so that many of the results are still instructions.
pub fn code_edits() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..8)
}

/// A kernel file with bits of its executable segment flipped.
pub fn with_flips(mut file: Vec<u8>, flips: &[Index]) -> Vec<u8> {
    if let Some(code) = executable(&file).filter(|code| !code.is_empty()) {
        for flip in flips {
            let bit = flip.index(8 * code.len());
            file[code.start + bit / 8] ^= 1 << (bit % 8);
        }
    }
    file
}

/// The byte range of the first executable segment in a valid kernel file.
fn executable(file: &[u8]) -> Option<Range<usize>> {
    let word = |at: usize| {
        let bytes = file.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes) as usize)
    };
    let headers = word(28)?;
    let of_segment = |number: usize| headers + 32 * number;
    let is_code = |at: &usize| word(*at) == Some(1) && word(at + 24).is_some_and(|f| f & 1 == 1);
    let at = (0..8).map(of_segment).find(is_code)?;
    let (start, bytes) = (word(at + 4)?, word(at + 16)?);
    (start + bytes <= file.len()).then_some(start..start + bytes)
}

/// Bytes of the ELF header and of the first program headers.
const HEADERS: usize = 52 + 4 * 32;

impl ByteEdit {
    fn apply(&self, file: &mut Vec<u8>) {
        if file.len() < 4 {
            return;
        }
        match self {
            ByteEdit::Set(at, byte) => {
                let at = at.index(file.len());
                file[at] = *byte;
            }
            ByteEdit::Word(at, word) => {
                let index = at.index(file.len() / 4);
                put(file, index, *word);
            }
            ByteEdit::HeaderWord(at, word) => {
                let index = at.index(HEADERS.min(file.len()) / 4);
                put(file, index, *word);
            }
            ByteEdit::Cut(at) => file.truncate(at.index(file.len())),
            ByteEdit::Remove(at) => drop(file.remove(at.index(file.len()))),
            ByteEdit::Insert(at, byte) => file.insert(at.index(file.len()), *byte),
        }
    }
}

fn put(file: &mut [u8], index: usize, word: u32) {
    file[4 * index..4 * index + 4].copy_from_slice(&word.to_le_bytes());
}

/// A file after all edits.
pub fn edited(file: &[u8], edits: &[ByteEdit]) -> Vec<u8> {
    let mut file = file.to_vec();
    edits.iter().for_each(|edit| edit.apply(&mut file));
    file
}

/// An edit of text.
#[derive(Clone, Debug)]
pub enum TextEdit {
    /// A number, word or sign is replaced by another.
    Token(Index, String),
    RemoveLine(Index),
    RepeatLine(Index, Index),
    Insert(Index, String),
}

/// Tokens that a user might write by mistake.
fn token() -> impl Strategy<Value = String> {
    let bad = [
        "-1",
        "0",
        "1",
        "4294967295",
        "4294967296",
        "18446744073709551616",
        "1e308",
        "1e39",
        "nan",
        "-inf",
        "0x10",
        "\"\"",
        "\"x\"",
        "true",
        "[]",
        "[1, 2]",
        "{}",
        "{u32 = 1}",
        "[[buffer]]",
        "[core]",
        "=",
        "]",
        "}",
        "\"",
        "'''",
        "\\",
        "é",
        "\u{0}",
        "\u{feff}",
        "#",
        "1979-05-27",
        "{local = 4294967295}",
        "\"zero\"",
        "{file = \".\"}",
        "{random = -1}",
        "a.b.c",
    ];
    prop_oneof![
        4 => prop::sample::select(bad.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ]
}

pub fn text_edits() -> impl Strategy<Value = Vec<TextEdit>> {
    let place = any::<Index>;
    let edit = prop_oneof![
        5 => (place(), token()).prop_map(|(at, text)| TextEdit::Token(at, text)),
        1 => place().prop_map(TextEdit::RemoveLine),
        1 => (place(), place()).prop_map(|(from, to)| TextEdit::RepeatLine(from, to)),
        1 => (place(), token()).prop_map(|(at, text)| TextEdit::Insert(at, text)),
    ];
    vec(edit, 1..5)
}

impl TextEdit {
    fn apply(&self, text: &str) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        match self {
            TextEdit::Token(at, new) => return with_token(text, at, new),
            TextEdit::Insert(at, new) => {
                let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                let at = if places.is_empty() {
                    0
                } else {
                    places[at.index(places.len())]
                };
                return [&text[..at], new, &text[at..]].concat();
            }
            _ if lines.is_empty() => {}
            TextEdit::RemoveLine(at) => drop(lines.remove(at.index(lines.len()))),
            TextEdit::RepeatLine(from, to) => {
                let line = lines[from.index(lines.len())];
                lines.insert(to.index(lines.len()), line);
            }
        }
        lines.join("\n")
    }
}

/// The text with one token replaced.
fn with_token(text: &str, at: &Index, new: &str) -> String {
    let pieces: Vec<&str> = text
        .split_inclusive([' ', '\n', '=', '[', ']', ','])
        .collect();
    if pieces.is_empty() {
        return new.to_owned();
    }
    let at = at.index(pieces.len());
    let end = pieces[at].chars().last().filter(|c| " \n=[],".contains(*c));
    let end = end.map(String::from).unwrap_or_default();
    [
        &pieces[..at].concat(),
        new,
        &end,
        &pieces[at + 1..].concat(),
    ]
    .concat()
}

/// A text after all edits.
pub fn rewritten(text: &str, edits: &[TextEdit]) -> String {
    edits
        .iter()
        .fold(text.to_owned(), |text, edit| edit.apply(&text))
}
