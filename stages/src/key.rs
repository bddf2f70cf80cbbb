//! The key of everything that the result of a stage depends on.

use crate::repository::Repository;
use crate::{Failure, Stage};
use heddle_system::kept::Key;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The key of a stage's definition, of the seed if its command uses the seed, and of its inputs: the path and the
/// content in the working tree of every input file that git tracks.
pub fn key(stage: &Stage, seed: u64, repository: &Repository) -> Result<String, Failure> {
    let definition = format!(
        "{:?}",
        (
            stage.command(seed),
            &stage.counts,
            stage.at_least,
            [&stage.noun, &stage.preset, &stage.overrides, &stage.cores],
        )
    );
    let mut key = Key::new("stage").with("definition", definition);
    for file in repository.tracked(&stage.inputs)? {
        key = key.with("path", file.as_os_str().as_bytes());
        let path = repository.root.join(&file);
        key = match content(&path) {
            // A tracked file that was removed is not the same as an empty file.
            Err(error) if error.kind() == ErrorKind::NotFound => key.with("gone", ""),
            content => key.with(
                "content",
                content.map_err(|error| Failure::path(&path, error))?,
            ),
        };
    }
    Ok(key.name())
}

/// What git would store: the target of a symbolic link, else the content of the file.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    match fs::symlink_metadata(path)?.is_symlink() {
        true => Ok(fs::read_link(path)?.as_os_str().as_bytes().to_vec()),
        false => fs::read(path),
    }
}
