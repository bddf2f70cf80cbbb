//! Files of a folder, which appear together or not at all.
//!
//! A folder that does not exist is filled under another name beside its place, and then renamed. In an existing folder (USR-1),
//! all files are written into a draft first and then moved to their places. Files that they replace stay
//! in the draft until the last file has been moved. After a failure they are put back; after a killed run, the next run does so.
//!
//! The draft contains `new/`, `old/`, and the list `fresh` of files that replace none, which must be removed
//! when `old/` is put back. Moves begin once the list exists.

use super::place::{folder_of, unwritable};
use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Name of a draft in a folder.
const DRAFT: &str = ".heddle-draft";
/// Name of a draft whose files are all in their places.
const DONE: &str = ".heddle-done";

/// Writes files into a folder, which is made if it does not exist: all of them or none. The name of a file may contain
/// subfolders, which are made too.
///
/// # Errors
/// The folder or a file cannot be written; then everything is as before.
pub fn write<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<(), Failure> {
    let files: Vec<_> = files.into_iter().collect();
    let _step = heddle_system::step();
    if folder.exists() {
        return replace(folder, &files);
    }
    let parent = folder_of(folder);
    let missing = first_missing(parent);
    let result = appear(folder, parent, &files);
    if let (Err(_), Some(missing)) = (&result, missing) {
        // A folder that cannot be removed is no longer ours, because somebody put something there.
        let _ = remove_empty(parent, missing);
    }
    result
}

/// Makes a folder with these files.
fn appear(folder: &Path, parent: &Path, files: &[(&str, &[u8])]) -> Result<(), Failure> {
    let failed = |error: io::Error| unwritable(folder, &error);
    let name = folder.file_name().ok_or(ErrorKind::NotFound.into());
    let name = name.map_err(failed)?.to_string_lossy();
    if !parent.exists() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    let lock = alone(parent);
    if folder.exists() {
        drop(lock);
        return replace(folder, files);
    }
    let draft = parent.join(format!(".{name}{DRAFT}"));
    remove(&draft).map_err(failed)?;
    let result =
        fill(&draft, folder, files).and_then(|()| fs::rename(&draft, folder).map_err(failed));
    if result.is_err() {
        // A failure here would hide the first one, and the next run removes the draft anyway.
        let _ = remove(&draft);
    }
    result
}

/// Writes files into an existing folder.
fn replace(folder: &Path, files: &[(&str, &[u8])]) -> Result<(), Failure> {
    if !folder.is_dir() {
        return Err(unwritable(folder, &ErrorKind::AlreadyExists.into()));
    }
    let _lock = alone(folder);
    undo(folder).map_err(|error| unwritable(folder, &error))?;
    for (name, _) in files {
        let path = folder.join(name);
        replaceable(&path).map_err(|error| unwritable(&path, &error))?;
    }
    let result = prepare(folder, files).and_then(|()| move_in(folder, files));
    let ended = match &result {
        Ok(()) => finish(folder),
        Err(_) => undo(folder),
    };
    // Of two failures the first one is the cause.
    result.and(ended.map_err(|error| unwritable(folder, &error)))
}

/// An error if something other than a file is in a file's place.
fn replaceable(path: &Path) -> io::Result<()> {
    match path.symlink_metadata().map(|there| there.file_type()) {
        Ok(kind) if kind.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(kind) if !kind.is_file() && !kind.is_symlink() => Err(io::Error::other("it is no file")),
        _ => Ok(()),
    }
}

/// Prepares the draft, as it has to be before the first move.
fn prepare(folder: &Path, files: &[(&str, &[u8])]) -> Result<(), Failure> {
    let draft = folder.join(DRAFT);
    let failed = |error: io::Error| unwritable(folder, &error);
    fs::create_dir_all(draft.join("old")).map_err(failed)?;
    fill(&draft.join("new"), folder, files)?;
    let names = files.iter().map(|(name, _)| *name);
    let fresh: String = names
        .filter(|name| folder.join(name).symlink_metadata().is_err())
        .map(|name| format!("{name}\n"))
        .collect();
    // The list is written under another name, because a truncated list would name other files.
    let part = draft.join("fresh.part");
    fs::write(&part, fresh).map_err(failed)?;
    fs::rename(part, draft.join("fresh")).map_err(failed)
}

/// Moves files to their places, and existing ones into the draft.
fn move_in(folder: &Path, files: &[(&str, &[u8])]) -> Result<(), Failure> {
    let draft = folder.join(DRAFT);
    for (name, _) in files {
        let path = folder.join(name);
        let moved = || {
            if path.symlink_metadata().is_ok() {
                relocate(&path, &draft.join("old").join(name))?;
            }
            relocate(&draft.join("new").join(name), &path)
        };
        moved().map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

/// Removes a draft whose files are all in their places. The draft is renamed first, because a half-removed draft
/// would put back half of the old files.
fn finish(folder: &Path) -> io::Result<()> {
    let done = folder.join(DONE);
    fs::rename(folder.join(DRAFT), &done)?;
    remove(&done)
}

/// Puts back the files from before a run that failed or was killed, if it left a draft.
fn undo(folder: &Path) -> io::Result<()> {
    remove(&folder.join(DONE))?;
    let draft = folder.join(DRAFT);
    if let Ok(fresh) = fs::read_to_string(draft.join("fresh")) {
        for name in fresh.lines() {
            if !draft.join("new").join(name).exists() {
                absent(fs::remove_file(folder.join(name)))?;
            }
            remove_empty_folders_of(name, folder);
        }
        relocate_all(&draft.join("old"), folder)?;
    }
    remove(&draft)
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

/// Makes a folder with these files; errors name them as files of `shown`.
fn fill(folder: &Path, shown: &Path, files: &[(&str, &[u8])]) -> Result<(), Failure> {
    fs::create_dir(folder).map_err(|error| unwritable(shown, &error))?;
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = fs::create_dir_all(folder_of(&path)).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| unwritable(&shown.join(name), &error))?;
    }
    Ok(())
}

/// Locks other Heddle runs out of a folder until the result is dropped. Where the file system has no locks,
/// two runs at once remain the user's mistake.
fn alone(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Removes a folder with its contents, if it exists.
fn remove(folder: &Path) -> io::Result<()> {
    absent(fs::remove_dir_all(folder))
}

fn absent(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// The first part of a path that does not exist.
fn first_missing(path: &Path) -> Option<&Path> {
    let parts = path.ancestors().filter(|part| !part.as_os_str().is_empty());
    parts.take_while(|part| !part.exists()).last()
}

fn remove_empty(folder: &Path, first: &Path) -> io::Result<()> {
    for part in folder.ancestors() {
        if part.exists() {
            fs::remove_dir(part)?;
        }
        if part == first {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use tempfile::TempDir;

    const NEW: [(&str, &[u8]); 3] = [("a", b"new a"), ("b", b"new b"), ("c", b"new c")];

    /// Files that cannot exist together: a path cannot be a file and a folder.
    const IMPOSSIBLE: [(&str, &[u8]); 2] = [("no", b""), ("no/such", b"")];

    /// A folder with an older `b`, and a file of the user.
    fn folder() -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b"), "old b").unwrap();
        fs::write(folder.path().join("mine"), "my own").unwrap();
        folder
    }

    /// Contents of the files; checks that nothing else, such as a draft, is in the folder.
    fn contents(folder: &Path) -> BTreeMap<String, String> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let file = |path: PathBuf| fs::read_to_string(path).unwrap();
        entries
            .map(|entry| {
                let name = entry.file_name().into_string().unwrap();
                (name, file(entry.path()))
            })
            .collect()
    }

    fn expected(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        let files = files.iter();
        files
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .collect()
    }

    fn before() -> BTreeMap<String, String> {
        expected(&[("b", "old b"), ("mine", "my own")])
    }

    #[test]
    fn files_of_the_user_stay() {
        let folder = folder();
        write(folder.path(), NEW).unwrap();
        let files = [
            ("a", "new a"),
            ("b", "new b"),
            ("c", "new c"),
            ("mine", "my own"),
        ];
        assert_eq!(contents(folder.path()), expected(&files));
    }

    #[test]
    fn a_move_that_fails_puts_back_what_was_there() {
        let folder = folder();
        prepare(folder.path(), &NEW).unwrap();
        fs::remove_file(folder.path().join(DRAFT).join("new/c")).unwrap();
        let failure = move_in(folder.path(), &NEW).unwrap_err();
        assert!(failure.to_string().contains("c: cannot be written"));
        assert_eq!(contents_of_b(folder.path()), "new b");
        undo(folder.path()).unwrap();
        assert_eq!(contents(folder.path()), before());
    }

    fn contents_of_b(folder: &Path) -> String {
        fs::read_to_string(folder.join("b")).unwrap()
    }

    /// Wherever a run is killed while it moves files, the next run, which fails, restores what was there before both.
    #[test]
    fn the_next_run_puts_back_what_a_killed_one_left() {
        for moved in 0..=NEW.len() {
            let folder = folder();
            prepare(folder.path(), &NEW).unwrap();
            move_in(folder.path(), &NEW[..moved]).unwrap();
            write(folder.path(), IMPOSSIBLE).unwrap_err();
            assert_eq!(contents(folder.path()), before(), "{moved} moved");
        }
    }

    /// Between the two moves of a file, neither the old nor the new file is in its place.
    #[test]
    fn a_file_in_between_comes_back() {
        let folder = folder();
        prepare(folder.path(), &NEW).unwrap();
        let (place, old) = (
            folder.path().join("b"),
            folder.path().join(DRAFT).join("old/b"),
        );
        fs::rename(place, old).unwrap();
        undo(folder.path()).unwrap();
        assert_eq!(contents(folder.path()), before());
    }

    #[test]
    fn what_was_killed_before_or_after_its_moves_is_cleared() {
        let folder = folder();
        fs::create_dir_all(folder.path().join(DRAFT).join("new")).unwrap();
        fs::write(folder.path().join(DRAFT).join("new/a"), "half").unwrap();
        fs::write(folder.path().join(DRAFT).join("fresh.part"), "min").unwrap();
        fs::create_dir_all(folder.path().join(DONE).join("old")).unwrap();
        undo(folder.path()).unwrap();
        assert_eq!(contents(folder.path()), before());
    }

    #[test]
    fn a_new_folder_appears_whole_also_after_a_killed_run() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("deep/er");
        let left = above.path().join("deep/.er.heddle-draft");
        fs::create_dir_all(&left).unwrap();
        fs::write(left.join("a"), "half").unwrap();
        write(&folder, IMPOSSIBLE).unwrap_err();
        assert!(!folder.exists() && !left.exists());
        write(&folder, NEW).unwrap();
        let files = [("a", "new a"), ("b", "new b"), ("c", "new c")];
        assert_eq!(contents(&folder), expected(&files));
        assert_eq!(fs::read_dir(above.path().join("deep")).unwrap().count(), 1);
    }

    #[test]
    fn folders_within_are_made_and_go_with_a_failure() {
        let folder = folder();
        let deep = folder.path().join("deep");
        write(folder.path(), [("deep/b", &b"old"[..])]).unwrap();
        let files = [("deep/b", &b"new"[..]), ("deep/er/a", &b"new"[..])];
        prepare(folder.path(), &files).unwrap();
        move_in(folder.path(), &files).unwrap();
        assert_eq!(fs::read_to_string(deep.join("er/a")).unwrap(), "new");
        undo(folder.path()).unwrap();
        assert_eq!(contents(&deep), expected(&[("b", "old")]));
        fs::remove_dir_all(deep).unwrap();
        assert_eq!(contents(folder.path()), before());
    }

    #[test]
    fn many_may_write_one_folder() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("one");
        let texts = ["1", "2", "3", "4"];
        std::thread::scope(|scope| {
            for text in texts {
                let files = NEW.map(|(name, _)| (name, text.as_bytes()));
                let folder = &folder;
                scope.spawn(move || write(folder, files).unwrap());
            }
        });
        let found = contents(&folder);
        let last = found["a"].clone();
        assert!(texts.contains(&last.as_str()));
        assert_eq!(found, expected(&NEW.map(|(name, _)| (name, last.as_str()))));
    }
}
