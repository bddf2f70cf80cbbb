//! Names the model: a digest of the sources that determine the counts of a simulation.
//!
//! Simulation results that are kept on disk carry this name. A change of the simulator, of a workload or of the form in which results
//! are kept makes them out of date; a change of the command line or of the report's appearance does not.
//! The sources of a published version do not change, so outside of the workspace the version is the name.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders beside this crate, and the file of this crate with the form of a kept result.
const SOURCES: [&str; 11] = [
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
    "src/result.rs",
];

fn main() {
    let in_workspace = SOURCES.iter().all(|source| Path::new(source).exists());
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

/// All files of a folder and its subfolders, sorted by name; a file is all of itself.
fn files(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.into()];
    }
    let entries = fs::read_dir(folder).expect("the workspace is complete");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be read").path())
        .collect();
    paths.sort();
    paths.iter().flat_map(|path| files(path)).collect()
}
