//! Files of a folder, which appear together or not at all.
//!
//! A folder that does not exist is filled under another name beside its place, and then renamed. In an existing folder, all files
//! are written into a draft first, and then [moved](super::moves) to their places.

use super::DraftFolder;
use super::moves;
use super::place::folder_of;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file or folder that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot be written: {reason}")]
pub struct Unwritable {
    /// File or folder.
    pub path: PathBuf,
    /// The system's reason.
    pub reason: io::Error,
}

impl Unwritable {
    fn at(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |reason| Self {
            path: path.clone(),
            reason,
        }
    }
}

/// Writes files into a folder, which is made if it does not exist: all of them or none. The name of a file may contain
/// subfolders, which are made too.
///
/// # Errors
/// The folder or a file cannot be written; then everything is as before.
pub fn write<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<(), Unwritable> {
    let files: Vec<_> = files.into_iter().collect();
    let _step = crate::step::step();
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
fn appear(folder: &Path, parent: &Path, files: &[(&str, &[u8])]) -> Result<(), Unwritable> {
    let failed = Unwritable::at(folder);
    if !parent.exists() {
        fs::create_dir_all(parent).map_err(&failed)?;
    }
    let draft = DraftFolder::within(parent).map_err(&failed)?;
    fill(draft.path(), folder, files)?;
    match draft.rename(folder) {
        // Another run was faster.
        Err(_) if folder.exists() => replace(folder, files),
        renamed => renamed.map_err(&failed),
    }
}

/// Writes files into an existing folder.
fn replace(folder: &Path, files: &[(&str, &[u8])]) -> Result<(), Unwritable> {
    let failed = Unwritable::at(folder);
    if !folder.is_dir() {
        return Err(failed(ErrorKind::AlreadyExists.into()));
    }
    let _lock = moves::alone(folder);
    moves::put_back(folder).map_err(&failed)?;
    for (name, _) in files {
        let path = folder.join(name);
        replaceable(&path).map_err(Unwritable::at(&path))?;
    }
    let draft = DraftFolder::within(folder).map_err(&failed)?;
    let result = move_through(draft.path(), folder, files);
    if result.is_err() && moves::undo(draft.path(), folder).is_err() {
        // Of two failures the first one is the cause; the next run puts the files back.
        draft.keep();
    }
    result
}

/// Writes files into a draft, and moves them to their places.
fn move_through(draft: &Path, folder: &Path, files: &[(&str, &[u8])]) -> Result<(), Unwritable> {
    let failed = Unwritable::at(folder);
    fill(&moves::new_files(draft), folder, files)?;
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    moves::begin(draft, folder, &names).map_err(&failed)?;
    for name in names {
        let path = folder.join(name);
        moves::move_in(draft, folder, name).map_err(Unwritable::at(&path))?;
    }
    moves::end(draft).map_err(&failed)
}

/// An error if something other than a file is in a file's place.
fn replaceable(path: &Path) -> io::Result<()> {
    match path.symlink_metadata().map(|there| there.file_type()) {
        Ok(kind) if kind.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(kind) if !kind.is_file() && !kind.is_symlink() => Err(io::Error::other("it is no file")),
        _ => Ok(()),
    }
}

/// Writes files into a folder of a draft; errors name them as files of `shown`.
fn fill(draft: &Path, shown: &Path, files: &[(&str, &[u8])]) -> Result<(), Unwritable> {
    for (name, bytes) in files {
        let path = draft.join(name);
        let written = fs::create_dir_all(folder_of(&path)).and_then(|()| fs::write(&path, bytes));
        written.map_err(Unwritable::at(&shown.join(name)))?;
    }
    Ok(())
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
    use super::super::owner::Owner;
    use super::*;
    use std::collections::BTreeMap;
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

    /// A draft whose process was killed before its moves had begun, or after some of them.
    fn killed(folder: &Path, files: &[(&str, &[u8])], moved: usize) -> PathBuf {
        let draft = left_draft(folder);
        fill(&moves::new_files(&draft), folder, files).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        moves::begin(&draft, folder, &names).unwrap();
        for name in &names[..moved] {
            moves::move_in(&draft, folder, name).unwrap();
        }
        draft
    }

    /// The folder of a draft whose process has ended: process 1 did not start with the computer's first tick.
    fn left_draft(folder: &Path) -> PathBuf {
        let this = Owner::this().prefix();
        let namespace = this.trim_end_matches('-').rsplit('-').next().unwrap();
        let draft = folder.join(format!(".heddle-{}-1-{namespace}-abc", std::process::id()));
        fs::create_dir_all(&draft).unwrap();
        assert!(Owner::of(&draft).is_some_and(Owner::is_gone));
        draft
    }

    #[test]
    fn a_move_that_fails_puts_back_what_was_there() {
        let folder = folder();
        // Of a file in the place of a folder nobody could know beforehand.
        let files = [("a", &b"new"[..]), ("b", b"new"), ("mine/c", b"new")];
        let failure = write(folder.path(), files).unwrap_err();
        assert_eq!(failure.path, folder.path().join("mine/c"));
        assert_eq!(contents(folder.path()), before());
    }

    /// Wherever a run is killed while it moves files, the next run, which fails, restores what was there before both.
    #[test]
    fn the_next_run_puts_back_what_a_killed_one_left() {
        for moved in 0..=NEW.len() {
            let folder = folder();
            killed(folder.path(), &NEW, moved);
            write(folder.path(), IMPOSSIBLE).unwrap_err();
            assert_eq!(contents(folder.path()), before(), "{moved} moved");
        }
    }

    /// So does whoever sweeps the folder.
    #[test]
    fn a_sweep_puts_back_what_a_killed_run_left() {
        let folder = folder();
        killed(folder.path(), &NEW, 2);
        let locked = moves::alone(folder.path()).unwrap();
        super::super::sweep(folder.path());
        assert_eq!(contents_of_b(folder.path()), "new b");
        drop(locked);
        super::super::sweep(folder.path());
        assert_eq!(contents(folder.path()), before());
    }

    fn contents_of_b(folder: &Path) -> String {
        fs::read_to_string(folder.join("b")).unwrap()
    }

    /// Between the two moves of a file, neither the old nor the new file is in its place.
    #[test]
    fn a_file_in_between_comes_back() {
        let folder = folder();
        let draft = killed(folder.path(), &NEW, 0);
        fs::rename(folder.path().join("b"), draft.join("old/b")).unwrap();
        moves::put_back(folder.path()).unwrap();
        assert_eq!(contents(folder.path()), before());
    }

    #[test]
    fn what_was_killed_before_or_after_its_moves_is_cleared() {
        let folder = folder();
        let draft = left_draft(folder.path());
        fs::create_dir_all(draft.join("new")).unwrap();
        fs::write(draft.join("new/a"), "half").unwrap();
        fs::write(draft.join("fresh.part"), "min").unwrap();
        super::super::sweep(folder.path());
        assert_eq!(contents(folder.path()), before());
        let draft = killed(folder.path(), &NEW, NEW.len());
        moves::end(&draft).unwrap();
        super::super::sweep(folder.path());
        assert_eq!(contents(folder.path()).len(), 4);
    }

    #[test]
    fn a_new_folder_appears_whole_also_after_a_killed_run() {
        let above = tempfile::tempdir().unwrap();
        let deep = above.path().join("deep");
        let left = left_draft(&deep);
        fs::write(left.join("a"), "half").unwrap();
        let folder = deep.join("er");
        write(&folder, IMPOSSIBLE).unwrap_err();
        assert!(!folder.exists() && !left.exists());
        write(&folder, NEW).unwrap();
        let files = [("a", "new a"), ("b", "new b"), ("c", "new c")];
        assert_eq!(contents(&folder), expected(&files));
        assert_eq!(fs::read_dir(deep).unwrap().count(), 1);
    }

    #[test]
    fn folders_within_are_made_and_go_with_a_failure() {
        let folder = folder();
        let deep = folder.path().join("deep");
        write(folder.path(), [("deep/b", &b"old"[..])]).unwrap();
        let files = [("deep/b", &b"new"[..]), ("deep/er/a", &b"new"[..])];
        killed(folder.path(), &files, 2);
        assert_eq!(fs::read_to_string(deep.join("er/a")).unwrap(), "new");
        moves::put_back(folder.path()).unwrap();
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
