//! Pages and messages name the instructions of the explicit stack as the notes do.

use crate::packages::ROOT;
use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder whose names end like this.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files(&path, end),
            false if path.to_string_lossy().ends_with(end) => vec![path],
            false => Vec::new(),
        })
        .collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|found| found == word)
}

/// The notes list SYNC, BRK, PBRK and `.S` as what pops, and name no PBK.
#[test]
fn pages_name_the_instructions_of_the_notes() {
    let root = Path::new(ROOT);
    let mut pages = files(&root.join("docs"), ".md");
    pages.extend(["README.md", "ARCHITECTURE.md"].map(|page| root.join(page)));
    pages.extend(files(&root.join("gen/tests"), ".snap"));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!has_word(&text, "PBK"), "{}", page.display());
    }
    let chapter = fs::read_to_string(root.join("docs/decisions/explicit-stack.md")).unwrap();
    for pop in ["SYNC", "BRK", "PBRK"] {
        assert!(has_word(&chapter, pop), "{pop}");
    }
}
