//! The library behind the ICD loader.

use crate::desk::{Desk, library, text_of};
use std::process::Command;

/// A command for which the loader finds this library and no other.
pub fn behind_the_loader(desk: &Desk, program: &str) -> Command {
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

/// The programs of this test, linked with the loader.
#[test]
fn programs_run_behind_the_loader() {
    let desk = Desk::new();
    for name in ["buffers", "events", "kernels"] {
        desk.compile_with(name, None);
        let program = desk.path(name).display().to_string();
        let output = behind_the_loader(&desk, &program).output();
        assert_eq!(text_of(output.expect("a program")), "passed\n", "{name}");
    }
}

/// A program that was linked with the loader runs with the library in the loader's place, without any message.
#[test]
fn the_library_takes_the_place_of_the_loader() {
    let desk = Desk::new();
    desk.compile_with("buffers", None);
    let output = desk.command("buffers").output().expect("a program");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(text_of(output), "passed\n");
}
