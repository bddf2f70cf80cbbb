//! What the result of a stage depends on, as a hash.

use crate::repository::Repository;
use crate::{Failure, Stage};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The hash of a stage's definition, of the seed if its command has it, and of its inputs: path and
/// content, as it is in the working tree, of every file that git tracks there.
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
            // Tracked and removed: not the same as an empty file.
            Err(error) if error.kind() == ErrorKind::NotFound => hash.update([0]),
            content => add(
                &mut hash,
                &content.map_err(|error| Failure::path(&path, error))?,
            ),
        }
    }
    Ok(hex(&hash.finalize()))
}

/// Adds bytes after their number, so that no two lists of bytes are the same.
fn add(hash: &mut Sha256, bytes: &[u8]) {
    hash.update([1]);
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

/// What git would store: of a link, where it leads.
fn content(path: &Path) -> io::Result<Vec<u8>> {
    match fs::symlink_metadata(path)?.is_symlink() {
        true => Ok(fs::read_link(path)?.as_os_str().as_bytes().to_vec()),
        false => fs::read(path),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A string takes what is written to it.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
