//! A folder, or a part of the work in it, that one run has to itself.

use super::draft::Registered;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The file that is locked; it stays after a killed run, whose lock does not.
const NAME: &str = ".heddle-claim";

/// A folder in which no other run of Heddle writes as long as the claim lives, or a part of the work in it that no other run does.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    // Dropped after the file is removed, so that whoever waits finds another file or none.
    _file: File,
    _registered: Registered,
}

impl Claim {
    /// Claims an existing folder; `None` if another run has claimed it.
    ///
    /// # Errors
    /// The system's.
    pub fn try_take(folder: &Path) -> io::Result<Option<Self>> {
        Self::try_take_file(folder.join(NAME))
    }

    /// Claims a part of the work in an existing folder; `None` if another run has claimed it. The name of the part becomes a part of
    /// a file's name. Parts are independent of each other and of the folder as a whole.
    ///
    /// # Errors
    /// The system's.
    pub fn try_take_part(folder: &Path, part: &str) -> io::Result<Option<Self>> {
        Self::try_take_file(of_part(folder, part))
    }

    fn try_take_file(path: PathBuf) -> io::Result<Option<Self>> {
        let taken = Registered::enter(&path, || locked(&path))?;
        Ok(taken.map(|(_file, _registered)| Self {
            path,
            _file,
            _registered,
        }))
    }

    /// Claims a part of the work in an existing folder as soon as no other run has claimed it.
    ///
    /// # Errors
    /// The system's.
    pub fn take_part(folder: &Path, part: &str) -> io::Result<Self> {
        let path = of_part(folder, part);
        loop {
            if let Some(claim) = Self::try_take_file(path.clone())? {
                return Ok(claim);
            }
            match File::open(&path).and_then(|file| file.lock()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }

    /// Whether a name in a folder is that of a claim.
    pub fn is_claim(name: &OsStr) -> bool {
        name == NAME
    }
}

fn of_part(folder: &Path, part: &str) -> PathBuf {
    folder.join(format!("{NAME}-{part}"))
}

/// The file, locked; `None` if another run has locked it.
fn locked(path: &Path) -> io::Result<Option<File>> {
    loop {
        let mut options = File::options();
        let file = options
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system without locks has no claims: two runs at once remain the user's mistake.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(error);
            }
            _ => {}
        }
        // The one before may have removed the file in between: others then lock another one.
        if is_at(&file, path) {
            return Ok(Some(file));
        }
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    let identity = |there: fs::Metadata| (there.dev(), there.ino());
    let there = fs::metadata(path).map(identity).ok();
    there.is_some() && there == file.metadata().map(identity).ok()
}

impl Drop for Claim {
    fn drop(&mut self) {
        // What cannot be removed is claimed by the next run.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    #[test]
    fn a_folder_is_claimed_by_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let first = Claim::try_take(folder.path())
            .expect("taken")
            .expect("free");
        assert!(Claim::try_take(folder.path()).expect("asked").is_none());
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
        assert!(Claim::try_take(folder.path()).expect("asked").is_some());
    }

    #[test]
    fn many_take_turns() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let busy = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let claim = Claim::take_part(folder.path(), "a").expect("taken");
                        assert!(!busy.swap(true, Ordering::SeqCst));
                        busy.store(false, Ordering::SeqCst);
                        drop(claim);
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
    }

    #[test]
    fn parts_are_independent() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let part = |name| Claim::try_take_part(folder.path(), name).expect("asked");
        let first = part("a").expect("free");
        assert!(part("a").is_none());
        assert!(part("b").is_some());
        assert!(Claim::try_take(folder.path()).expect("asked").is_some());
        drop(first);
        assert!(part("a").is_some());
    }

    #[test]
    fn what_a_killed_run_left_is_free() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join(NAME), "").expect("written");
        assert!(Claim::try_take(folder.path()).expect("asked").is_some());
    }
}
