//! Short names of sources lead to `docs/sources.md`.

use crate::files::{read, written};
use heddle_contract::sources::{SOURCES, cited};
use heddle_contract::units;
use heddle_machines::shipped;
use std::collections::BTreeSet;

/// The name of a paper that a test of wrong input makes up.
const NO_PAPER: &str = "fung2007";

/// The short names that `docs/sources.md` explains: the bold names at the beginning of its entries, in code quotes.
fn explained() -> BTreeSet<String> {
    let page = read("docs/sources.md");
    let entries = page.lines().filter_map(|line| {
        let (key, _) = line.strip_prefix("* **`")?.split_once("`**")?;
        Some(key.to_owned())
    });
    entries.collect()
}

/// Whether a word has the form of a short name: a surname in small letters and a year, as `fung2009`.
fn is_short_name(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let year = &word[letters.len()..];
    let is_year = year.len() == 4 && (year.starts_with("19") || year.starts_with("20"));
    is_year && letters.len() >= 4 && letters.chars().all(|c| c.is_ascii_lowercase())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
}

#[test]
fn every_short_name_has_an_entry() {
    let explained = explained();
    let mut used = BTreeSet::new();
    for file in written() {
        for name in words(&file.text).filter(|word| is_short_name(word) && *word != NO_PAPER) {
            assert!(
                explained.contains(name),
                "{}: {name} is not in docs/sources.md",
                file.path
            );
            used.insert(name.to_owned());
        }
    }
    assert!(used.len() >= 4, "only {used:?} were found");
}

#[test]
fn every_source_of_a_unit_has_an_entry_with_its_title() {
    let page = read("docs/sources.md")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let explained = explained();
    for source in SOURCES {
        assert!(
            explained.contains(source.key),
            "{} is not in docs/sources.md",
            source.key
        );
        let title = source
            .citation
            .split('"')
            .nth(1)
            .expect("a title in quotation marks");
        let page = page.to_lowercase();
        assert!(
            page.contains(&title.to_lowercase()),
            "{}: {title}",
            source.key
        );
    }
}

#[test]
fn every_unit_names_a_source() {
    for unit in units::all(&shipped("tiny")).expect("units of the preset") {
        assert_ne!(
            cited(unit.source).count(),
            0,
            "{}: {}",
            unit.name,
            unit.source
        );
    }
}

#[test]
fn readers_are_led_to_the_sources() {
    for page in ["README.md", "ARCHITECTURE.md", "docs/SUMMARY.md"] {
        assert!(read(page).contains("sources.md"), "{page}");
    }
    for module in [
        "unified_arbiter/collange2011.v",
        "reconvergence_stack/fung2009.v",
    ] {
        let verilog = read(&format!("hdl/expected/{module}"));
        let head: String = verilog
            .lines()
            .take_while(|line| line.starts_with("//"))
            .collect();
        assert!(
            head.contains("// Papers:") && head.contains("docs/sources.md"),
            "{module}: {head}"
        );
    }
}
