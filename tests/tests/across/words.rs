//! No name that was replaced (`scripts/renamed.toml`) is left in the sources or in the expected Verilog.

use crate::packages::ROOT;
use std::fs;
use std::path::{Path, PathBuf};

fn table() -> toml::Table {
    let text = fs::read_to_string(Path::new(ROOT).join("scripts/renamed.toml"));
    text.expect("the table").parse().unwrap()
}

/// The files below a folder whose names end like this.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.is_dir() {
            true if path.file_name().is_some_and(|name| name == "target") => Vec::new(),
            true => files(&path, end),
            false if path.to_string_lossy().ends_with(end) => vec![path],
            false => Vec::new(),
        })
        .collect()
}

/// Whether a text has a word, which letters, digits and underscores belong to.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn no_replaced_signal_is_left_in_the_expected_verilog() {
    let table = table();
    for (module, names) in table["verilog"].as_table().unwrap() {
        let expected = Path::new(ROOT).join("hdl/expected").join(module);
        for file in files(&expected, ".v") {
            let text = fs::read_to_string(&file).unwrap();
            // Comments say "takes" and "hits" like anybody.
            let code: String = text
                .lines()
                .map(|line| line.split("//").next().unwrap().to_owned() + "\n")
                .collect();
            for name in names.as_table().unwrap().keys() {
                assert!(!has_word(&code, name), "{}: {name}", file.display());
            }
        }
    }
}

#[test]
fn no_replaced_name_is_left_in_the_sources() {
    let table = table();
    let words = table["word"].as_array().unwrap();
    let word = |entry: &toml::Value, key: &str| entry[key].as_str().unwrap().to_owned();
    let words: Vec<[String; 3]> = words
        .iter()
        .map(|entry| ["old", "new", "in"].map(|key| word(entry, key)))
        .collect();
    for [old, new, folder] in &words {
        let mut renamed = false;
        for file in files(&Path::new(ROOT).join(folder), ".rs") {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!has_word(&text, old), "{}: {old}", file.display());
            renamed |= has_word(&text, new);
        }
        assert!(renamed, "{folder} has no `{new}`");
    }
}

#[test]
fn no_replaced_file_is_left() {
    let table = table();
    for (old, new) in table["file"].as_table().unwrap() {
        let at = |path: &str| Path::new(ROOT).join(path);
        assert!(!at(old).exists(), "{old}");
        assert!(at(new.as_str().unwrap()).exists(), "{new}");
    }
}

/// The notes list SYNC, BRK, PBRK and `.S` as what pops, and name no PBK.
#[test]
fn pages_name_the_instructions_of_the_notes() {
    let root = Path::new(ROOT);
    let mut pages = files(&root.join("docs"), ".md");
    pages.extend(["README.md", "ARCHITECTURE.md"].map(|page| root.join(page)));
    pages.extend(files(&root.join("cli/tests"), ".snap"));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!has_word(&text, "PBK"), "{}", page.display());
    }
    let chapter = fs::read_to_string(root.join("docs/decisions/explicit-stack.md")).unwrap();
    for pop in ["SYNC", "BRK", "PBRK"] {
        assert!(has_word(&chapter, pop), "{pop}");
    }
}
