//! `docs/SUMMARY.md`, the contents of the book.

use crate::files::{read, written};

const CONTENTS: &str = "docs/SUMMARY.md";

#[test]
fn every_page_is_in_the_contents() {
    let contents = read(CONTENTS);
    let names = written().into_iter().map(|file| file.path);
    let pages = names.filter(|name| name.ends_with(".md") && name != CONTENTS);
    let pages: Vec<String> = pages
        .filter_map(|name| name.strip_prefix("docs/").map(String::from))
        .collect();
    assert!(pages.len() > 60, "only {} pages are found", pages.len());
    for page in pages {
        assert!(contents.contains(&format!("({page})")), "{page}");
    }
}
