//! Moves of files from a draft to their places in the folder around it, which are undone as long as they have not ended (USR-1).
//!
//! The draft contains `new/`, `old/` with the files that were replaced, and the list `fresh` of files that replace none, which are
//! removed when `old/` is put back. Moves begin once the list is there, and have ended once it is not.

use super::owner::Owner;
use super::place::folder_of;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The list of files that replace none.
const FRESH: &str = "fresh";

/// The files of a draft that are to be moved.
pub(super) fn new_files(draft: &Path) -> PathBuf {
    draft.join("new")
}

fn old_files(draft: &Path) -> PathBuf {
    draft.join("old")
}

/// Prepares for the first move of files with these names from a draft into a folder.
pub(super) fn begin(draft: &Path, folder: &Path, names: &[&str]) -> io::Result<()> {
    fs::create_dir_all(old_files(draft))?;
    let names = names.iter();
    let fresh: String = names
        .filter(|name| folder.join(name).symlink_metadata().is_err())
        .map(|name| format!("{name}\n"))
        .collect();
    // The list is written under another name, because a truncated list would name other files.
    let part = draft.join("fresh.part");
    fs::write(&part, fresh)?;
    fs::rename(part, draft.join(FRESH))
}

/// Moves a file to its place, and an existing one into the draft.
pub(super) fn move_in(draft: &Path, folder: &Path, name: &str) -> io::Result<()> {
    let place = folder.join(name);
    if place.symlink_metadata().is_ok() {
        relocate(&place, &old_files(draft).join(name))?;
    }
    relocate(&new_files(draft).join(name), &place)
}

/// All files are in their places: from now on nothing is undone.
pub(super) fn end(draft: &Path) -> io::Result<()> {
    fs::remove_file(draft.join(FRESH))
}

/// Puts back the files from before the moves, if they have begun and not ended. It may be done again if it fails.
pub(super) fn undo(draft: &Path, folder: &Path) -> io::Result<()> {
    let Ok(fresh) = fs::read_to_string(draft.join(FRESH)) else {
        return Ok(());
    };
    for name in fresh.lines() {
        if !new_files(draft).join(name).exists() {
            absent(fs::remove_file(folder.join(name)))?;
        }
        remove_empty_folders_of(name, folder);
    }
    relocate_all(&old_files(draft), folder)?;
    end(draft)
}

/// Whether moves from a draft have begun and not ended.
pub(super) fn have_begun(draft: &Path) -> bool {
    draft.join(FRESH).exists()
}

/// Puts back what moves that were cut off have left in a folder, and removes their drafts. Whoever calls this has
/// [locked](alone) the folder, so no moves are in progress.
pub(super) fn put_back(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let draft = entry?.path();
        if Owner::of(&draft).is_some() && have_begun(&draft) {
            undo(&draft, folder)?;
            fs::remove_dir_all(draft)?;
        }
    }
    Ok(())
}

/// Locks other runs of Heddle out of the moves in a folder until the result is dropped. Where the file system has no locks,
/// two runs at once remain the user's mistake.
pub(super) fn alone(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// As [`alone`]; `None` if another run moves files.
pub(super) fn alone_now(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => None,
        _ => Some(file),
    }
}

/// Moves a file; its new folder is made if it does not exist.
fn relocate(file: &Path, place: &Path) -> io::Result<()> {
    fs::create_dir_all(folder_of(place))?;
    fs::rename(file, place)
}

/// Moves the files of a folder and its subfolders to the same places in another one.
fn relocate_all(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => relocate_all(&entry.path(), &place)?,
            false => relocate(&entry.path(), &place)?,
        }
    }
    Ok(())
}

/// Removes the empty folders between a folder and the place of a file in it.
fn remove_empty_folders_of(name: &str, folder: &Path) {
    let folders = Path::new(name).ancestors().skip(1);
    for part in folders.filter(|part| !part.as_os_str().is_empty()) {
        // A folder that is not empty, or does not exist, is as it should be.
        let _ = fs::remove_dir(folder.join(part));
    }
}

fn absent(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
