//! A kernel that is committed with what it leaves in memory on `pocl`, so that all ways to run kernels can be tested without
//! another implementation.
//!
//! `HEDDLE_BLESS=1 cargo test --workspace --test host_programs -- --ignored known_files` writes it anew; it needs `pocl`.

use super::batch::{Batch, TINY};
use super::comparison::difference;
use super::generator::{Kernel, file};
use super::{golden, others};
use heddle_sim::Mechanism;
use std::env;
use std::fs;
use std::path::PathBuf;

const BLESS: &str =
    "HEDDLE_BLESS=1 cargo test --workspace --test host_programs -- --ignored known_files";

/// The kernel has a structure, a helper function that takes an address, an atomic, memory that the host lends, loops and a
/// `switch`.
const SEED: u64 = 20;

fn path(name: &str) -> PathBuf {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/host_programs/generated/known"
    );
    PathBuf::from(folder).join(name)
}

fn kept(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}; {BLESS}"))
}

#[test]
fn the_known_kernel_does_what_it_does_on_pocl() {
    let kernels = [Kernel::new(SEED)];
    let folder = tempfile::tempdir().expect("a folder");
    let batch = Batch::write(&kernels, folder.path()).expect("a folder that can be written");
    let golden = golden::run(&batch, TINY, &Mechanism::ALL).unwrap_or_else(|said| panic!("{said}"));
    assert_eq!(golden.mistakes, []);
    let expected = kept("pocl.txt");
    let found = difference(&kernels[0].name, &golden.written, &expected);
    assert_eq!(found, None);
}

#[test]
fn the_known_kernel_is_what_its_seed_says() {
    let source = file(&[Kernel::new(SEED)]);
    assert_eq!(
        source,
        kept("kernel.cl"),
        "the generator has changed; {BLESS}"
    );
}

#[test]
#[ignore = "writes the known kernel anew, or compares it; needs pocl"]
fn known_files_are_what_pocl_makes() {
    let kernels = [Kernel::new(SEED)];
    let folder = tempfile::tempdir().expect("a folder");
    let batch = Batch::write(&kernels, folder.path()).expect("a folder that can be written");
    let written =
        others::pocl(&batch, TINY, others::WAYS[0]).unwrap_or_else(|said| panic!("{said}"));
    if env::var_os("HEDDLE_BLESS").is_some_and(|value| value == "1") {
        fs::write(path("kernel.cl"), file(&kernels)).expect("a file");
        fs::write(path("pocl.txt"), written).expect("a file");
        return;
    }
    assert_eq!(written, kept("pocl.txt"), "accept with {BLESS}");
}
