//! Additions as far as they need no build: their lines fit into the workspace's files, and these are as few as promised.

use super::edit::Edit;
use super::workspace::ORIGINAL;
use super::{command, mechanism, unit, workload};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of the workspace after these edits, by name.
fn edited(edits: &[Edit]) -> Result<BTreeMap<&'static str, String>, String> {
    let mut files = BTreeMap::new();
    for edit in edits {
        let original = || fs::read_to_string(Path::new(ORIGINAL).join(edit.file)).unwrap();
        let text = files.entry(edit.file).or_insert_with(original);
        *text = edit.apply(text)?;
    }
    Ok(files)
}

/// Files of a folder, as paths in it.
fn files(folder: &Path, inside: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join(inside)).unwrap();
    let files = entries.flat_map(|entry| {
        let path = inside.join(entry.unwrap().file_name());
        match folder.join(&path).is_dir() {
            true => files(folder, &path),
            false => vec![path],
        }
    });
    files.collect()
}

#[test]
fn lines_of_the_six_steps_have_their_place() {
    let files = edited(unit::EDITS).unwrap_or_else(|error| panic!("{error}"));
    let (_, registry) = files["contract/src/units/mod.rs"]
        .split_once("macro_rules! for_each_unit {")
        .expect("the registry");
    let entry = format!("{} PcComparator,", unit::STEM);
    assert_eq!(registry.matches(&entry).count(), 1, "{registry}");
    let module = format!("mod {};", unit::STEM);
    for folder in unit::FOLDERS {
        let root = folder.split('/').next().expect("a folder");
        let named = files
            .iter()
            .any(|(file, text)| file.starts_with(root) && text.contains(&module));
        assert!(named, "{folder}: no module {}", unit::STEM);
    }
}

#[test]
fn a_unit_has_its_four_files() {
    let own = files(Path::new(unit::FILES), Path::new(""));
    let expected = unit::FOLDERS.map(|folder| Path::new(folder).join(format!("{}.rs", unit::STEM)));
    assert!(own.len() == expected.len() && expected.iter().all(|file| own.contains(file)));
    for file in expected {
        assert!(
            !Path::new(ORIGINAL).join(&file).exists(),
            "{}",
            file.display()
        );
    }
}

/// Their `mod` lines, that of the registry, and one because it is a part of a unit of the cores; besides them, the configurations
/// that tests run.
#[test]
fn a_unit_is_named_in_six_lines() {
    let of_tests = |edit: &&Edit| edit.file.starts_with("cosim/tests");
    let (tests, sources): (Vec<&Edit>, Vec<&Edit>) = unit::EDITS.iter().partition(of_tests);
    assert_eq!(tests.len(), 1);
    let lines = sources.iter().map(|edit| edit.lines.lines().count());
    assert_eq!(lines.collect::<Vec<_>>(), [1; 6]);
}

#[test]
fn a_mechanism_touches_its_folder_and_one_line() {
    let own = files(Path::new(mechanism::FILES), Path::new(""));
    let folder = Path::new("sim/mechanisms/src").join(mechanism::NAME);
    assert!(own.iter().all(|file| file.starts_with(&folder)), "{own:?}");
    assert!(Path::new(mechanism::POLICY[1]).starts_with(&folder));
    assert!(!Path::new(ORIGINAL).join(&folder).exists());
    let [edit] = mechanism::EDITS else {
        panic!("a mechanism has more than one edit")
    };
    assert_eq!(edit.lines.lines().count(), 1);
    edited(mechanism::EDITS).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_workload_has_three_files_and_the_registry() {
    let mut own = files(Path::new(workload::FILES), Path::new(""));
    own.retain(|file| file.extension().is_none_or(|end| end != "elf"));
    own.sort();
    assert_eq!(own, workload::WRITTEN.map(PathBuf::from));
    let edited = edited(workload::EDITS).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(edited.len(), 1, "more than the registry");
}

#[test]
fn a_command_touches_its_file_and_the_list() {
    let own = files(Path::new(command::FILES), Path::new(""));
    let file = format!("cli/src/command/{}.rs", command::NAME);
    assert_eq!(own, [PathBuf::from(file)]);
    let edited = edited(command::EDITS).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(edited.len(), 1, "more than the list");
}

/// Deliberate errors: a line that does not occur exactly once, so nothing can be inserted before it.
#[test]
fn a_place_that_is_not_there_once_is_refused() {
    let error = |before| {
        let edit = Edit {
            before,
            ..unit::EDITS[0]
        };
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
