//! Decisions have numbers. Every cited number exists, and every decision is cited where it is followed.

use crate::files::{pages, read, written};
use std::collections::{BTreeMap, BTreeSet};

const CHAPTERS: &str = "docs/decisions/";

/// The prefixes of the chapters, by the file name of the chapter, as the table of `docs/decisions.md` has them.
fn prefixes() -> BTreeMap<String, String> {
    let page = read("docs/decisions.md");
    let rows = page.lines().filter_map(|line| {
        let (prefix, rest) = line.strip_prefix("* `")?.split_once("`: [")?;
        let (_, rest) = rest.split_once("](decisions/")?;
        let (chapter, _) = rest.split_once(".md)")?;
        Some((chapter.to_owned(), prefix.to_owned()))
    });
    rows.collect()
}

/// The decisions of a chapter: what its anchors say, in order.
fn anchors(text: &str) -> impl Iterator<Item = &str> {
    let ids = text.split("<a id=\"").skip(1);
    ids.map(|rest| rest.split('"').next().expect("an end of the id"))
}

/// The decisions that a text cites: a prefix, a hyphen, and digits.
fn cited<'t>(text: &'t str, prefixes: &BTreeSet<String>) -> Vec<&'t str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let words = text.split(|c| !is_part(c));
    words
        .filter(|word| {
            let parts = word.split_once('-');
            parts.is_some_and(|(prefix, number)| {
                prefixes.contains(prefix) && number.chars().all(|c| c.is_ascii_digit())
            })
        })
        .collect()
}

/// All decisions, with the text from their anchor on.
fn decisions() -> BTreeSet<String> {
    let chapters = pages(CHAPTERS);
    let all = chapters.iter().flat_map(|chapter| anchors(&chapter.text));
    all.map(str::to_owned).collect()
}

#[test]
fn every_decision_has_a_number_of_its_chapter() {
    let prefixes = prefixes();
    let mut seen = BTreeSet::new();
    for chapter in pages(CHAPTERS) {
        let name = chapter.path.strip_prefix(CHAPTERS).expect("a chapter");
        let name = name.strip_suffix(".md").expect("a page");
        let Some(prefix) = prefixes.get(name) else {
            assert_eq!(
                name, "open-questions",
                "{name} has no prefix in docs/decisions.md"
            );
            continue;
        };
        let bullets = chapter.text.lines().filter(|line| line.starts_with("* "));
        for bullet in bullets {
            let id = anchors(bullet).next();
            let id = id.unwrap_or_else(|| {
                panic!("{}: a decision without a number: {bullet}", chapter.path)
            });
            assert!(
                id.starts_with(&format!("{prefix}-")),
                "{}: {id}",
                chapter.path
            );
            assert!(seen.insert(id.to_owned()), "{id} is given twice");
            let shown = format!("**{id}. ");
            assert!(
                chapter.text.contains(&shown),
                "{}: {id} does not show its number",
                chapter.path
            );
        }
    }
    assert!(
        seen.len() > 300,
        "the chapters were not read: {}",
        seen.len()
    );
}

#[test]
fn every_cited_decision_exists() {
    let (all, prefixes) = (decisions(), prefixes().into_values().collect());
    for file in written() {
        for id in cited(&file.text, &prefixes) {
            assert!(all.contains(id), "{}: {id} is no decision", file.path);
        }
    }
}

#[test]
fn every_decision_is_cited_where_it_is_followed() {
    let prefixes = prefixes().into_values().collect();
    let outside = written()
        .into_iter()
        .filter(|file| !file.path.starts_with(CHAPTERS));
    let cited: BTreeSet<String> = outside
        .flat_map(|file| {
            cited(&file.text, &prefixes)
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        })
        .collect();
    let all = decisions();
    let left: Vec<&String> = all.difference(&cited).collect();
    assert!(
        left.is_empty(),
        "nothing follows these, or does not say so: {left:?}"
    );
}

/// Were a citation like these not found, the tests above would pass whatever the code says.
#[test]
fn citations_are_recognised() {
    let prefixes = BTreeSet::from(["DWF".to_owned()]);
    let text = "// DWF-7, DWF-12: why (DWF-3), DWF-4. [DWF-5](x.md#DWF-6) but DWF-x, SHA-256, UDWF-1 and DWF-7b";
    let found = cited(text, &prefixes);
    assert_eq!(
        found,
        ["DWF-7", "DWF-12", "DWF-3", "DWF-4", "DWF-5", "DWF-6"]
    );
}
