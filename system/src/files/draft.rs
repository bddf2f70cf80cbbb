//! Files and folders that are not complete yet.
//!
//! A draft is removed when it is dropped, and when a signal ends the process. Its name carries its owner, so that the next
//! run removes what a killed one has left.

use super::moves;
use super::owner::Owner;
use nix::unistd::geteuid;
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::mem;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// How often a folder is removed into which other threads write: they end only with the process.
const ATTEMPTS: u32 = 100;

/// The drafts of this process.
static DRAFTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The folders from which this process has removed what others left.
static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn drafts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    DRAFTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The entry of a draft among those of this process, until it is dropped.
#[derive(Debug)]
pub(super) struct Registered(PathBuf);

impl Registered {
    /// Makes a draft in a folder, and enters it. No draft is made once the process ends.
    fn make<T: AsRef<Path>>(
        folder: &Path,
        suffix: &str,
        mode: u32,
        make: impl FnOnce(&Builder<'_, '_>) -> io::Result<T>,
    ) -> io::Result<(T, Self)> {
        sweep_once(folder);
        let prefix = Owner::this().prefix();
        let mut builder = Builder::new();
        builder
            .prefix(&prefix)
            .suffix(suffix)
            .permissions(Permissions::from_mode(mode));
        let mut drafts = drafts();
        let made = make(&builder)?;
        drafts.insert(made.as_ref().to_owned());
        let registered = Self(made.as_ref().to_owned());
        Ok((made, registered))
    }

    /// Enters a file, if `make` makes it; no signal comes between the two.
    pub(super) fn enter<T>(
        path: &Path,
        make: impl FnOnce() -> io::Result<Option<T>>,
    ) -> io::Result<Option<(T, Self)>> {
        let mut drafts = drafts();
        let made = make()?;
        Ok(made.map(|made| {
            drafts.insert(path.to_owned());
            (made, Self(path.to_owned()))
        }))
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        drafts().remove(&self.0);
    }
}

/// A folder that is removed with its contents when it is dropped, unless it was renamed.
#[derive(Debug)]
pub struct DraftFolder {
    // Fields are dropped in this order: what is registered may be there.
    folder: TempDir,
    _registered: Registered,
}

impl DraftFolder {
    /// A folder for intermediate files, in the folder that `TMPDIR` names; only its user may read it.
    ///
    /// # Errors
    /// The system's.
    pub fn temporary() -> io::Result<Self> {
        Self::with_mode(&std::env::temp_dir(), 0o700)
    }

    /// A folder in another one, with the permissions that the user gives to new folders.
    ///
    /// # Errors
    /// The system's.
    pub fn within(folder: &Path) -> io::Result<Self> {
        Self::with_mode(folder, 0o777)
    }

    fn with_mode(within: &Path, mode: u32) -> io::Result<Self> {
        let (folder, registered) =
            Registered::make(within, "", mode, |builder| builder.tempdir_in(within))?;
        Ok(Self {
            folder,
            _registered: registered,
        })
    }

    /// The folder's present place.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves the folder to the next run, which finds it by its name.
    pub(super) fn keep(self) {
        let _ = self.folder.keep();
    }

    /// Gives the folder its final place.
    ///
    /// # Errors
    /// The system's.
    pub fn rename(self, place: &Path) -> io::Result<()> {
        fs::rename(self.path(), place)
    }
}

/// A file that is removed when it is dropped, unless it was renamed.
#[derive(Debug)]
pub struct DraftFile {
    file: NamedTempFile,
    _registered: Registered,
}

impl DraftFile {
    /// An empty file in a folder, with the permissions that the user gives to new files; its name ends with `suffix`.
    ///
    /// # Errors
    /// The system's.
    pub fn within(folder: &Path, suffix: &str) -> io::Result<Self> {
        let (file, registered) =
            Registered::make(folder, suffix, 0o666, |builder| builder.tempfile_in(folder))?;
        Ok(Self {
            file,
            _registered: registered,
        })
    }

    /// The file's present place.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Gives the file its final place, where it replaces another one.
    ///
    /// # Errors
    /// The system's.
    pub fn rename(self, place: &Path) -> io::Result<()> {
        let renamed = self.file.persist(place);
        renamed.map(drop).map_err(|failed| failed.error)
    }
}

impl Write for DraftFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Removes the drafts of this process, and those beside them of programs that it has ended; lets no thread begin another one.
pub(crate) fn end() {
    let drafts = drafts();
    for path in drafts.iter() {
        let _ = (0..ATTEMPTS).find(|_| remove(path).is_ok());
        path.parent().into_iter().for_each(sweep);
    }
    mem::forget(drafts);
}

fn sweep_once(folder: &Path) {
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.insert(folder.to_owned()) {
        sweep(folder);
    }
}

/// Removes the drafts in a folder whose owners have ended, and puts back the files that they were to replace. What belongs to
/// another user stays, and so does what cannot be removed.
pub fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let ours = || entry.metadata().map(|there| there.uid()).ok() == Some(geteuid().as_raw());
        let path = entry.path();
        if Owner::of(&path).is_some_and(Owner::is_gone) && ours() {
            let _ = put_back(&path, folder).and_then(|()| remove(&path));
        }
    }
}

/// Undoes the moves from a left draft, if there were any.
fn put_back(draft: &Path, folder: &Path) -> io::Result<()> {
    if !moves::have_begun(draft) {
        return Ok(());
    }
    // Whoever moves files in the folder puts these back too.
    let _lock = moves::alone_now(folder).ok_or(io::ErrorKind::WouldBlock)?;
    moves::undo(draft, folder)
}

/// Removes a file, or a folder with its contents.
fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).expect("readable").count()
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("there").mode() & 0o777
    }

    #[test]
    fn drafts_go_or_get_their_places() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let within = folder.path();
        drop(DraftFile::within(within, ".txt").expect("made"));
        drop(DraftFolder::within(within).expect("made"));
        assert_eq!(count(within), 0);
        let mut file = DraftFile::within(within, "").expect("made");
        file.write_all(b"text").expect("written");
        file.rename(&within.join("file")).expect("renamed");
        let draft = DraftFolder::within(within).expect("made");
        fs::write(draft.path().join("it"), "there").expect("written");
        draft.rename(&within.join("folder")).expect("renamed");
        assert_eq!(fs::read(within.join("file")).expect("there"), b"text");
        assert_eq!(fs::read(within.join("folder/it")).expect("there"), b"there");
        assert_eq!(count(within), 2);
    }

    #[test]
    fn drafts_have_the_permissions_of_files_that_the_user_makes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("plain"), "").expect("written");
        fs::create_dir(at("plain folder")).expect("made");
        let file = DraftFile::within(folder.path(), "").expect("made");
        let draft = DraftFolder::within(folder.path()).expect("made");
        assert_eq!(mode(file.path()), mode(&at("plain")));
        assert_eq!(mode(draft.path()), mode(&at("plain folder")));
    }

    #[test]
    fn what_a_process_that_ended_has_left_is_removed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let within = folder.path();
        let own = DraftFile::within(within, "").expect("made");
        // No process is this old.
        let process = std::process::id();
        let namespace = Owner::this().prefix();
        let namespace = namespace.trim_end_matches('-').rsplit('-').next();
        let left = format!(".heddle-{process}-1-{}-abc", namespace.expect("a part"));
        fs::create_dir_all(within.join(&left).join("deep")).expect("made");
        for kept in [".heddle-draft", ".heddle-1-2-x-abc", ".heddle-1-1-1-abc"] {
            fs::write(within.join(kept), "").expect("written");
        }
        sweep(within);
        assert!(!within.join(left).exists());
        assert!(own.path().exists());
        assert_eq!(count(within), 4);
    }
}
