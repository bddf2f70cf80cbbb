//! Names the model: a digest of the sources that determine the counts of a simulation.
//!
//! Simulation results that are kept on disk carry this name. A change of the simulator or of a
//! workload makes them out of date; a change of the command line or of the report's appearance does not.
//! The sources of a published version do not change, so outside of the workspace the version is the name.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders beside this crate.
const SOURCES: [&str; 10] = [
    "../contract/src",
    "../kernels/src",
    "../sim/core/src",
    "../sim/flow/src",
    "../sim/isa/src",
    "../sim/mechanisms/src",
    "../sim/memory/src",
    "../sim/src",
    "../sim/types/src",
    "../sim/units/src",
];

fn main() {
    let in_workspace = SOURCES.iter().all(|source| Path::new(source).is_dir());
    let version =
        || std::env::var("CARGO_PKG_VERSION").expect("Cargo says which version it builds");
    let name = if in_workspace { digest() } else { version() };
    println!("cargo::rustc-env=HEDDLE_MODEL={name}");
}

/// Digest of all sources.
fn digest() -> String {
    let mut digest = Sha256::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        for file in files(Path::new(source)) {
            digest.update(file.display().to_string());
            digest.update(fs::read(&file).expect("a source file can be read"));
        }
    }
    let mut name = String::new();
    for byte in digest.finalize() {
        write!(name, "{byte:02x}").expect("strings can be written to");
    }
    name
}

/// All files of a folder and its subfolders, sorted by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the workspace is complete");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be read").path())
        .collect();
    paths.sort();
    let within = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    within.collect()
}
