//! The six steps as far as they need no build: their lines fit into the workspace's files, and the unit's own files exist.

use crate::new_unit::steps::{EDITS, Edit, STEM};
use crate::new_unit::workspace::{FILES, ORIGINAL};
use std::collections::BTreeMap;
use std::path::Path;

/// Files of the workspace after these edits, by name.
fn edited(edits: &[Edit]) -> Result<BTreeMap<&'static str, String>, String> {
    let mut files = BTreeMap::new();
    for edit in edits {
        let original = || std::fs::read_to_string(Path::new(ORIGINAL).join(edit.file)).unwrap();
        let text = files.entry(edit.file).or_insert_with(original);
        *text = edit.apply(text)?;
    }
    Ok(files)
}

#[test]
fn lines_of_the_six_steps_have_their_place() {
    let files = edited(EDITS).unwrap_or_else(|error| panic!("{error}"));
    let (_, registry) = files["contract/src/units/mod.rs"]
        .split_once("macro_rules! for_each_unit {")
        .expect("the registry");
    let entry = format!("{STEM} PcComparator,");
    assert_eq!(registry.matches(&entry).count(), 1, "{registry}");
    for folder in ["contract", "sim", "hdl", "cosim"] {
        let named = files
            .iter()
            .any(|(file, text)| file.starts_with(folder) && text.contains(&format!("mod {STEM};")));
        assert!(named, "{folder}: no module {STEM}");
    }
}

#[test]
fn the_unit_has_its_own_files() {
    for folder in [
        "contract/src/units",
        "sim/units/src",
        "hdl/src/units",
        "cosim/src/stimuli",
    ] {
        let file = Path::new(folder).join(format!("{STEM}.rs"));
        assert!(Path::new(FILES).join(&file).is_file(), "{}", file.display());
        assert!(
            !Path::new(ORIGINAL).join(&file).exists(),
            "{}",
            file.display()
        );
    }
}

/// Deliberate errors: a line that does not occur exactly once, so nothing can be inserted before it.
#[test]
fn a_place_that_is_not_there_once_is_refused() {
    let error = |before| {
        let edit = Edit { before, ..EDITS[0] };
        edited(&[edit]).expect_err("no such place")
    };
    let missing = error("pub mod no_such_unit;");
    assert!(
        missing.contains("units/mod.rs: 0 lines begin `pub mod no_such"),
        "{missing}"
    );
    let many = error("pub mod warp_");
    assert!(many.contains("4 lines begin `pub mod warp_`"), "{many}");
}
