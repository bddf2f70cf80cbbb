//! The glossary: a line for each term, in alphabetical order, and no term that nothing uses.

use crate::files::{read, written};

/// The terms, as the rows of the glossary list them; a row may have several.
fn terms() -> Vec<String> {
    let page = read("docs/glossary.md");
    let rows = page.lines().filter_map(|line| {
        let (terms, meaning) = line.strip_prefix("| **")?.split_once("** | ")?;
        assert!(meaning.len() > 10, "{terms} has no meaning");
        Some(terms.to_owned())
    });
    rows.collect()
}

#[test]
fn terms_are_in_alphabetical_order_and_there_once() {
    let terms: Vec<String> = terms().iter().map(|term| term.to_lowercase()).collect();
    let pairs = terms.windows(2);
    let wrong: Vec<_> = pairs
        .filter(|pair| pair[0].replace('-', " ") >= pair[1].replace('-', " "))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn the_terms_of_papers_and_of_the_project_are_there() {
    let terms = terms().join(", ");
    let wanted = [
        "LAT",
        "ILT",
        "PST",
        "regime",
        "home lane",
        "quantum",
        "corner",
        "twin",
        "EM",
        "SEND",
        "DC2",
    ];
    for term in wanted {
        assert!(terms.split(", ").any(|own| own == term), "{term}");
    }
}

#[test]
fn every_term_is_used() {
    let files = written()
        .into_iter()
        .filter(|file| file.path != "docs/glossary.md");
    let text: String = files.map(|file| file.text.to_lowercase() + "\n").collect();
    for term in terms().iter().flat_map(|terms| terms.split(", ")) {
        assert!(text.contains(&term.to_lowercase()), "nothing uses {term}");
    }
}
