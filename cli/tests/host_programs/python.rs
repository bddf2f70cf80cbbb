//! pyopencl from PyPI, with its own ICD loader, under `heddle exec` and with the library named to the loader.

use crate::exec::heddle;
use crate::programs::text_of;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The packages, installed unless they are there.
fn python() -> PathBuf {
    let mut install = Command::new("scripts/python-tools");
    install.args(["scripts/pyopencl.txt", ".pyopencl"]);
    text_of(&install.current_dir(ROOT).output().expect("bash"));
    Path::new(ROOT).join(".pyopencl/bin/python")
}

fn arrays() -> PathBuf {
    Path::new(ROOT).join("examples/pyopencl/arrays.py")
}

/// What the program prints when all is right, on a device of this name.
fn expected(device: &str) -> String {
    let parts = [
        "elementwise",
        "expressions",
        "reduction",
        "scan",
        "sort",
        "mathematics",
        "complex numbers",
    ];
    let lines = parts.iter().map(|part| format!("{part}: right\n"));
    format!(
        "500 elements on Heddle {device}\n{}",
        lines.collect::<String>()
    )
}

#[test]
#[ignore = "at night: it installs packages from PyPI"]
fn arrays_are_right_under_exec() {
    let python = python();
    let machines: [&[&str]; 5] = [
        &["--preset", "fung2009", "--mechanism", "dwf"],
        &["--preset", "collange2011", "--mechanism", "stackless"],
        &["--preset", "lashgar2012", "--mechanism", "dwr"],
        &["--preset", "vaidya2013", "--mechanism", "pdom"],
        &["--preset", "fung2009", "--functional"],
    ];
    let devices = [
        "fung2009 dwf",
        "collange2011 stackless",
        "lashgar2012 dwr",
        "vaidya2013 pdom",
        "fung2009 functional",
    ];
    for (machine, device) in machines.into_iter().zip(devices) {
        let mut exec = heddle();
        exec.args(["exec", "--quiet"]).args(machine).arg("--");
        let output = exec.arg(&python).arg(arrays()).output();
        assert_eq!(text_of(&output.expect("heddle starts")), expected(device));
    }
}

#[test]
#[ignore = "at night: it installs packages from PyPI"]
fn arrays_are_right_behind_the_loader() {
    let python = python();
    let test = std::env::current_exe().expect("a test is a file");
    let vendors = tempfile::tempdir().expect("a folder");
    let library = test.with_file_name("libheddle_opencl.so");
    let icd = vendors.path().join("heddle.icd");
    fs::write(icd, library.display().to_string()).expect("a file");
    let mut command = Command::new(python);
    command.arg(arrays()).env("OCL_ICD_VENDORS", vendors.path());
    command.env("HEDDLE_PRESET", "fung2009");
    command.env("HEDDLE_MECHANISM", "pdom");
    let output = command.output().expect("Python starts");
    assert_eq!(text_of(&output), expected("fung2009 pdom"));
}
