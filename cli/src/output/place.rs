//! The place of an output, and whether it can be written there.

use crate::failure::Failure;
use heddle_system::files::{self, Unwritable};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Checks that files can be written into a folder, before long work produces them.
pub fn check(folder: &Path) -> Result<(), Failure> {
    files::check(folder).map_err(|error| unwritable(folder, &error))
}

/// The failure of an output that cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let error = match error.kind() {
        ErrorKind::AlreadyExists => "it is no folder".into(),
        _ => error.to_string(),
    };
    let remedy = "choose a folder that you can write to, with space left";
    Failure::input_with(
        format!("{}: cannot be written: {error}", path.display()),
        remedy,
    )
    .code("heddle::output")
}

impl From<Unwritable> for Failure {
    fn from(error: Unwritable) -> Self {
        unwritable(&error.path, &error.reason)
    }
}
