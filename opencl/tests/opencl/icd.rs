//! Behind the ICD loader.

use crate::desk::{Desk, library, text_of};
use std::process::Command;

/// A command that finds the library, and no other, through the loader.
fn behind_the_loader(desk: &Desk, program: &str) -> Command {
    let vendors = desk.path("vendors");
    std::fs::create_dir_all(&vendors).expect("a folder");
    let library = library().display().to_string();
    std::fs::write(vendors.join("heddle.icd"), library + "\n").expect("a file");
    let mut command = Command::new(program);
    command.env("OCL_ICD_VENDORS", vendors);
    command.env("HEDDLE_PRESET", "tiny");
    command
}

#[test]
fn clinfo_finds_the_device() {
    let desk = Desk::new();
    let output = behind_the_loader(&desk, "clinfo").output();
    let text = text_of(output.expect("clinfo is installed"));
    let value = |name: &str| {
        let line = text
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        let line = line.unwrap_or_else(|| panic!("{name} in {text}"));
        line.trim_start()[name.len()..].trim().to_string()
    };
    assert_eq!(value("Number of platforms"), "1");
    assert_eq!(value("Device Name"), "Heddle tiny stackless");
    assert_eq!(value("Max compute units"), "1");
    assert_eq!(value("Max work group size"), "16");
    assert_eq!(value("Platform Extensions function suffix"), "HEDDLE");
}
