//! The generated Verilog is the reviewed one in `hdl/expected/<unit>/<machine>.v`.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle-hdl --test verilog expected` writes the files anew.

use crate::common::machines::machines;
use heddle_hdl::units;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const BLESS: &str = "HEDDLE_BLESS=1 cargo test -p heddle-hdl --test verilog expected";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("expected")
}

fn blesses() -> bool {
    std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value == "1")
}

/// Every expected file with the text that is generated now.
fn generated() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for (machine, config) in machines() {
        for unit in units::NAMES {
            let design = units::design(unit, &config).expect("a unit of the machine");
            let file = folder().join(unit).join(format!("{machine}.v"));
            files.push((file, design.top().verilog.clone()));
        }
    }
    files
}

#[test]
fn generated_verilog_is_the_expected_one() {
    for (file, found) in generated() {
        if blesses() {
            fs::create_dir_all(file.parent().expect("a folder")).expect("a writable folder");
            fs::write(&file, found).expect("a writable file");
            continue;
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if found != expected {
            let mut lines = found.lines().zip(expected.lines()).zip(1..);
            let differs = lines.find(|((a, b), _)| a != b);
            let ((found, expected), line) = differs.unwrap_or((("more", "or less"), 0));
            let file = file.display();
            panic!("{file}:{line}\n  now:      {found}\n  expected: {expected}\n  accept: {BLESS}");
        }
    }
}

#[test]
fn no_expected_file_is_left_over() {
    if blesses() {
        return; // the files are being written
    }
    let wanted: BTreeSet<PathBuf> = generated().into_iter().map(|(file, _)| file).collect();
    let units = fs::read_dir(folder()).expect("the folder of expected files");
    let there =
        units.flat_map(|unit| fs::read_dir(unit.expect("an entry").path()).expect("a folder"));
    let there: BTreeSet<PathBuf> = there.map(|file| file.expect("an entry").path()).collect();
    let left: Vec<&PathBuf> = there.difference(&wanted).collect();
    assert!(
        left.is_empty(),
        "delete these, no machine generates them: {left:?}"
    );
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert_eq!(generated(), generated());
}
