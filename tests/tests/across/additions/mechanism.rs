//! A mechanism: its own folder, and one line. Its files are in `tests/data/own_mechanism`; the policy is that of a package of
//! its own, `tests/data/new_mechanism`.

use super::edit::{Edit, edit};

/// The new mechanism.
pub const NAME: &str = "round_robin";

/// Its own files, laid out like the workspace's, but for its policy.
pub const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/own_mechanism");

/// The file of its policy, and where it lies in the workspace.
pub const POLICY: [&str; 2] = [
    "tests/data/new_mechanism/src/round_robin.rs",
    "sim/mechanisms/src/round_robin/policy.rs",
];

/// All edits besides its own folder.
pub const EDITS: &[Edit] = &[edit(
    "sim/mechanisms/src/lib.rs",
    "    mod mimd as Mimd;",
    "    mod round_robin as RoundRobin;",
)];
