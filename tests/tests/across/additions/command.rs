//! A command: its own file, which is in `tests/data/new_command`, and lines of the list of commands.

use super::edit::{Edit, edit};

/// The new command.
pub const NAME: &str = "threads";

/// Its own file, laid out like the workspace's.
pub const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/new_command");

const LIST: &str = "cli/src/command/mod.rs";

/// All edits besides its own file.
pub const EDITS: &[Edit] = &[
    edit(LIST, "mod units;", "mod threads;"),
    edit(
        LIST,
        "    /// Print the machine that the options describe",
        "    /// Print how many threads the machine holds.\n    Threads(threads::Threads) in threads, threads::HELP;",
    ),
];
