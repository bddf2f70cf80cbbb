//! A hash of everything that the result of a stage depends on.

use crate::repository::Repository;
use crate::{Failure, Stage};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The hash of a stage's definition, of the seed if its command uses the seed, and of its inputs: the path and the
/// content in the working tree of every input file that git tracks.
pub fn key(stage: &Stage, seed: u64, repository: &Repository) -> Result<String, Failure> {
    let mut hash = Sha256::new();
    let definition = format!(
        "{:?}",
        (
            stage.command(seed),
            &stage.counts,
            stage.at_least,
            [&stage.noun, &stage.preset, &stage.overrides, &stage.cores],
        )
    );
    add(&mut hash, definition.as_bytes());
    for file in repository.tracked(&stage.inputs)? {
        add(&mut hash, file.as_os_str().as_bytes());
        let path = repository.root.join(&file);
        match content(&path) {
            // A tracked file that was removed is not the same as an empty file.
            Err(error) if error.kind() == ErrorKind::NotFound => hash.update([0]),
            content => add(
                &mut hash,
                &content.map_err(|error| Failure::path(&path, error))?,
            ),
        }
    }
    Ok(hex(&hash.finalize()))
}

/// Adds bytes after their number, so that different lists of byte strings give different hashes.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update([1]);
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// What git would store: the target of a symbolic link, else the content of the file.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    match fs::symlink_metadata(path)?.is_symlink() {
        true => Ok(fs::read_link(path)?.as_os_str().as_bytes().to_vec()),
        false => fs::read(path),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
