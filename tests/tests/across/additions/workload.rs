//! A workload: its source, its launch file and its reference, and two lines of the registry. `scripts/build-kernels` makes the ELF.
//! Its files are in `tests/data/new_workload`.

use super::edit::{Edit, edit};

/// The workload's own files, laid out like the workspace's.
pub const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/new_workload");

/// Its files that people write.
pub const WRITTEN: [&str; 3] = [
    "kernels/odd_squares/odd_squares.c",
    "kernels/odd_squares/odd_squares.toml",
    "kernels/src/odd_squares.rs",
];

const REGISTRY: &str = "kernels/src/lib.rs";

/// All edits besides its own files.
pub const EDITS: &[Edit] = &[
    edit(REGISTRY, "pub mod particle_filter;", "pub mod odd_squares;"),
    edit(
        REGISTRY,
        "        &particle_filter::ParticleFilter,",
        "        &odd_squares::OddSquares,",
    ),
];
