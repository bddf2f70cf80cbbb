//! Pages, and the code in them.

use crate::repository::{ROOT, git};
use regex::Regex;
use std::path::PathBuf;

/// A page of the documentation.
pub struct Page {
    /// Its path in the repository.
    pub name: String,
    /// Its text without results: these are of their day, and `scripts/pages` says which are stale.
    pub text: String,
}

/// Paths of all files that git tracks.
pub fn tracked() -> Vec<String> {
    let listed = git(&["ls-files", "-z"]);
    assert!(listed.status.success(), "{listed:?}");
    let names = String::from_utf8(listed.stdout).unwrap();
    names.split_terminator('\0').map(String::from).collect()
}

/// All pages: those of `docs`, and those beside the README.
pub fn pages() -> Vec<Page> {
    let names = tracked().into_iter().filter(|name| {
        let place = name.starts_with("docs/") || !name.contains('/');
        place && name.ends_with(".md")
    });
    let pages = names.map(|name| {
        let text = std::fs::read_to_string(PathBuf::from(ROOT).join(&name)).unwrap();
        let text = without_results(&text);
        Page { name, text }
    });
    pages.collect()
}

/// A page without what stands between the markers of results.
pub fn without_results(text: &str) -> String {
    let results =
        Regex::new(r"(?s)<!-- results?(: \S+( of \S+)?)? -->.*?<!-- end of results? -->").unwrap();
    results.replace_all(text, "").into_owned()
}

/// The texts between single backticks, and the lines of blocks of code.
pub fn code(text: &str) -> (Vec<String>, Vec<String>) {
    let fence = Regex::new(r"(?ms)^```.*?^```").unwrap();
    let blocks = fence
        .find_iter(text)
        .flat_map(|block| block.as_str().lines());
    let lines = blocks.map(String::from).collect();
    let span = Regex::new(r"`([^`]+)`").unwrap();
    let prose = fence.replace_all(text, "").into_owned();
    let spans = span.captures_iter(&prose);
    (
        spans.map(|span| span[1].replace('\n', " ")).collect(),
        lines,
    )
}
