//! Pages and messages name the instructions of the explicit stack as the notes do.

use crate::files::{ROOT, below};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|found| found == word)
}

/// The notes list SYNC, BRK, PBRK and `.S` as what pops, and name no PBK.
#[test]
fn pages_name_the_instructions_of_the_notes() {
    let root = Path::new(ROOT);
    let top = ["README.md", "ARCHITECTURE.md"].map(|page| root.join(page));
    let files = [
        below(&root.join("docs")),
        below(&root.join("cli/tests")),
        top.into(),
    ]
    .concat();
    let is_page = |end: &OsStr| end == "md" || end == "snap";
    let pages = files
        .iter()
        .filter(|file| file.extension().is_some_and(is_page));
    for page in pages {
        let text = fs::read_to_string(page).unwrap();
        assert!(!has_word(&text, "PBK"), "{}", page.display());
    }
    let chapter = fs::read_to_string(root.join("docs/decisions/explicit-stack.md")).unwrap();
    for pop in ["SYNC", "BRK", "PBRK"] {
        assert!(has_word(&chapter, pop), "{pop}");
    }
}
