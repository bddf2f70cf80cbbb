//! The generated Verilog equals the reviewed files in `hdl/expected/<unit>/`; `common/printed.rs` lists these files.
//!
//! `HEDDLE_BLESS=1 cargo test -p heddle-hdl --test verilog expected` writes the files anew.

use crate::common::machines::machines;
use crate::common::printed::{Printed, first, printed, second};
use heddle_contract::Config;
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

fn verilog(unit: &str, machine: &Config) -> String {
    let design = units::design(unit, machine).expect("a unit of the machine");
    design.top().verilog.clone()
}

fn file(printed: &Printed) -> PathBuf {
    folder()
        .join(printed.unit)
        .join(format!("{}.v", printed.name))
}

#[test]
fn generated_verilog_is_the_expected_one() {
    for printed in printed() {
        let (file, found) = (file(&printed), verilog(printed.unit, &printed.machine));
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
    let wanted: BTreeSet<PathBuf> = printed().iter().map(file).collect();
    let units = fs::read_dir(folder()).expect("the folder of expected files");
    let there =
        units.flat_map(|unit| fs::read_dir(unit.expect("an entry").path()).expect("a folder"));
    let there: BTreeSet<PathBuf> = there.map(|file| file.expect("an entry").path()).collect();
    let left: Vec<&PathBuf> = there.difference(&wanted).collect();
    assert!(
        left.is_empty(),
        "delete these, they are not printed: {left:?}"
    );
}

/// Text without numbers, comments and layout, so that designs that differ only in widths compare as equal.
fn structure(verilog: &str) -> String {
    let lines = verilog.lines().map(|line| line.split("//").next());
    let code: String = lines.flatten().collect();
    let kept = |c: &char| !c.is_ascii_digit() && !c.is_whitespace();
    code.chars().filter(kept).collect()
}

#[test]
fn second_files_differ_in_structure() {
    let firsts = first();
    for second in second() {
        let first = firsts.iter().find(|first| first.unit == second.unit);
        let first = first.expect("every unit has a first file");
        let [a, b] = [first, &second].map(|one| structure(&verilog(one.unit, &one.machine)));
        assert_ne!(a, b, "{}", file(&second).display());
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for (_, machine) in machines() {
        for unit in units::NAMES {
            assert!(verilog(unit, &machine) == verilog(unit, &machine), "{unit}");
        }
    }
}
