//! The files that the preprocessor looks for: those that it finds, and those that are not there.
//!
//! clang lists the files that it found. A file that appears where it looked in vain would change the program, too: in front of one
//! that an `#include` found, or as the answer to `__has_include`. This module lists all places of all names in a source and in its
//! included files, whether or not their lines count; that may be too many places, but never too few.

use crate::request::Request;
use heddle_system::input::SOURCE;
use std::collections::BTreeSet;
use std::path::Path;

/// The name of a header as a directive has it.
#[derive(Debug, PartialEq, Eq)]
struct Header<'t> {
    name: &'t str,
    /// In quotation marks: the folder of the file itself is searched first.
    quoted: bool,
}

/// Directives that name a file.
const DIRECTIVES: [&str; 4] = ["include", "include_next", "import", "embed"];

/// Operators that name a file.
const OPERATORS: [&str; 3] = ["__has_include", "__has_include_next", "__has_embed"];

/// Words that begin assembly, which may include files by directives of its own.
const ASSEMBLY: [&str; 3] = ["asm", "__asm", "__asm__"];

/// Paths that decide what a source includes, in a fixed order, relative to the request's folder unless absolute. `None` if the
/// text does not tell them: a macro makes the name of a file, or there is assembly.
pub(crate) fn paths(request: &Request, included: &[String]) -> Option<Vec<String>> {
    let folders = folders(&request.options);
    let source = String::from_utf8_lossy(&request.source);
    let mut paths = BTreeSet::new();
    add_paths(&source, Path::new(""), &folders, &mut paths)?;
    for path in included {
        let text =
            heddle_system::input::read(&request.folder.join(path), SOURCE).unwrap_or_default();
        let own = Path::new(path).parent().unwrap_or(Path::new(""));
        add_paths(&String::from_utf8_lossy(&text), own, &folders, &mut paths)?;
        paths.insert(path.clone());
    }
    Some(paths.into_iter().collect())
}

/// The folders of `-I`.
fn folders(options: &[String]) -> Vec<&str> {
    let mut options = options.iter();
    let mut folders = Vec::new();
    while let Some(option) = options.next() {
        match option.strip_prefix("-I") {
            Some("") => folders.extend(options.next().map(String::as_str)),
            folder => folders.extend(folder),
        }
    }
    folders
}

fn add_paths(text: &str, own: &Path, folders: &[&str], paths: &mut BTreeSet<String>) -> Option<()> {
    for header in headers(&cleaned(text))? {
        let searched = folders.iter().map(Path::new);
        let places = searched.chain(header.quoted.then_some(own));
        paths.extend(places.map(|folder| folder.join(header.name).display().to_string()));
    }
    Some(())
}

/// A text without comments and with lines that continue as one.
fn cleaned(text: &str) -> String {
    let text = text.replace("\\\r\n", "").replace("\\\n", "");
    let mut clean = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(next) = rest.chars().next() {
        let end = match next {
            '"' | '\'' => end_of_literal(rest, next),
            _ if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            _ if rest.starts_with("/*") => {
                rest = rest[2..].split_once("*/").map_or("", |(_, rest)| rest);
                clean.push(' ');
                continue;
            }
            _ => next.len_utf8(),
        };
        clean.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    clean
}

/// Where a literal that begins a text ends: behind its quotation mark, or with its line.
fn end_of_literal(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        match character {
            '\n' => return place,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == mark => return place + mark.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The headers that a clean text names; `None` if it leaves one open.
fn headers(text: &str) -> Option<Vec<Header<'_>>> {
    let mut headers = Vec::new();
    for line in text.lines() {
        let begins = line.trim_start();
        let directive = begins.strip_prefix('#').or(begins.strip_prefix("%:"));
        let (word, behind) = first_word(directive.unwrap_or_default().trim_start());
        if DIRECTIVES.contains(&word) {
            headers.push(header(behind)?);
            continue;
        }
        // This pragma compares the age of a file.
        if word == "pragma" && behind.contains("dependency") {
            return None;
        }
        for (word, behind) in words(line) {
            let asks = OPERATORS.contains(&word);
            match behind.trim_start().strip_prefix('(') {
                Some(name) if asks => headers.push(header(name)?),
                // A macro may stand for the operator; other lines ask whether it exists.
                None if asks && line.contains("define ") => return None,
                _ if ASSEMBLY.contains(&word) => return None,
                _ => {}
            }
        }
    }
    Some(headers)
}

/// The name of a header at the beginning of a text.
fn header(text: &str) -> Option<Header<'_>> {
    let text = text.trim_start();
    let quoted = text.starts_with('"');
    let end = if quoted { '"' } else { '>' };
    let name = text.strip_prefix(['"', '<'])?;
    let (name, _) = name.split_once(end)?;
    Some(Header { name, quoted })
}

/// The word that a text begins with, and the rest.
fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !is_of_word(c)).unwrap_or(text.len());
    text.split_at(end)
}

/// The words of a line, each with what follows it.
fn words(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = &rest[rest.find(is_of_word)?..];
        let (word, behind) = first_word(rest);
        rest = behind;
        Some((word, behind))
    })
}

fn is_of_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn of(source: &str, options: &[&str]) -> Option<Vec<String>> {
        let request = Request {
            source: source.into(),
            options: options.iter().map(|&option| option.into()).collect(),
            ..Request::default()
        };
        paths(&request, &[])
    }

    #[test]
    fn every_place_of_every_name_is_listed() {
        let source = "#include \"a.h\"\n # \\\n include <b.h>\n%: /* why */ include_next \"c/d.h\"\n\
            #if 0 && __has_include ( \"e.h\" ) || __has_include(<f.h>)\n#endif\n";
        let expected = [
            "a.h",
            "c/d.h",
            "e.h",
            "one/a.h",
            "one/b.h",
            "one/c/d.h",
            "one/e.h",
            "one/f.h",
            "two/a.h",
            "two/b.h",
            "two/c/d.h",
            "two/e.h",
            "two/f.h",
        ];
        let found = of(source, &["-Ione", "-DN", "-I", "two"]).expect("all are told");
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_and_text_name_nothing() {
        let source = "// #include \"a.h\"\n/* __has_include(\"b.h\")\n#include \"c.h\"\n*/\n\
            constant char *text = \"\\\"/* #include <d.h>\"; char c = '\"'; // __has_include(X)\n\
            #ifdef __has_include\n#if defined(__has_include) && defined __has_include\n#endif\n#endif\n";
        assert_eq!(of(source, &[]), Some(Vec::new()));
    }

    #[test]
    fn what_the_text_does_not_tell_is_open() {
        for source in [
            "#include HEADER\n",
            "#if __has_include(HEADER)\n#endif\n",
            "#define ASKED __has_include\n",
            "void f() { asm(\".incbin \\\"a\\\"\"); }\n",
            "#pragma GCC dependency \"a\"\n",
        ] {
            assert_eq!(of(source, &[]), None, "{source}");
        }
    }

    #[test]
    fn included_files_include_others() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("deep")).expect("made");
        fs::write(folder.path().join("deep/a.h"), "#include \"b.h\"\n").expect("written");
        let request = Request {
            folder: folder.path().into(),
            ..Request::default()
        };
        let found = paths(&request, &["deep/a.h".to_owned()]).expect("all are told");
        assert_eq!(found, ["deep/a.h", "deep/b.h"]);
    }
}
