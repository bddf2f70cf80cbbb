//! The pages of units in `docs/units` are those that the contracts make, and no cell of theirs is empty.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle-gen --test pages` writes them.

use heddle_contract::{UnitInfo, units};
use heddle_gen::page;
use heddle_machines::shipped;
use std::collections::BTreeSet;
use std::env::var_os;
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/units");

/// Name and text of every page, on the machine of its unit's paper.
fn pages() -> Vec<(String, String)> {
    let units = units::all(&shipped("tiny")).expect("it suits all units");
    let page = |unit: &UnitInfo| {
        let machine = format!("preset `{}`", unit.preset);
        let page =
            page(&shipped(unit.preset), &machine, unit.name).expect("its own machine suits it");
        (format!("{}.md", unit.name), page)
    };
    units.iter().map(page).collect()
}

/// A page without the rows of results, which `scripts/pages` writes.
fn without_results(page: &str) -> String {
    let mut result = false;
    let kept = page.lines().filter(|line| {
        result &= *line != "<!-- end of result -->";
        let is_kept = !result;
        result |= line.starts_with("<!-- result: ");
        is_kept
    });
    kept.map(|line| format!("{line}\n")).collect()
}

#[test]
fn they_are_as_committed() {
    let pages = pages();
    if var_os("HEDDLE_BLESS").is_some() {
        fs::create_dir_all(FOLDER).unwrap();
        for (name, text) in &pages {
            fs::write(Path::new(FOLDER).join(name), text).unwrap();
        }
    }
    for (name, text) in &pages {
        let committed = fs::read_to_string(Path::new(FOLDER).join(name));
        let committed = committed.map(|page| without_results(&page));
        assert!(
            committed.is_ok_and(|page| page == *text),
            "{name}: HEDDLE_BLESS=1 writes it"
        );
    }
    let names = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let expected: BTreeSet<String> = pages.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.collect::<BTreeSet<_>>(), expected);
}

/// The first row of a page with an empty cell.
fn empty_cell(text: &str) -> Option<&str> {
    let rows = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| --- "));
    rows.into_iter().find(|row| {
        let mut cells = row.trim_matches('|').split(" | ");
        cells.any(|cell| cell.trim().is_empty())
    })
}

#[test]
fn no_cell_is_empty() {
    for (name, text) in pages() {
        assert_eq!(empty_cell(&text), None, "{name}");
    }
    // A port without a meaning would be found.
    assert!(empty_cell("| `a_i` | 1 |  | until the clock edge | none |").is_some());
}

#[test]
fn every_port_says_when() {
    for (unit, (name, text)) in units::all(&shipped("tiny")).unwrap().iter().zip(pages()) {
        for (port, suffix) in unit
            .inputs
            .iter()
            .map(|port| (port, "_i"))
            .chain(unit.outputs.iter().map(|port| (port, "_o")))
        {
            let row = format!("| `{}{suffix}` | ", port.name);
            assert_eq!(text.matches(&row).count(), 1, "{name}: {row}");
        }
    }
}
