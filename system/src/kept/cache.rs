//! Compiled files, found by the hash of everything that went into them.

use super::{CacheError, Key, private, seal};
use crate::DraftFolder;
use crate::files::{Home, remove_if_empty, sweep};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A folder of compiled files.
///
/// Entries appear whole or not at all and are never changed, so any number of processes of one user may share
/// the folder. Only damaged entries are removed, and they are made again. The whole folder may be deleted at
/// any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// A cache in a folder that need not exist yet.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The user's cache: `HEDDLE_CACHE`, else `heddle` in the XDG cache folder.
    ///
    /// # Errors
    /// [`CacheError::NoPlace`] when no environment variable names a place.
    pub fn user() -> Result<Self, CacheError> {
        Home::CACHE
            .folder()
            .map(Self::at)
            .ok_or(CacheError::NoPlace)
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of an entry. If the entry does not exist or is damaged, `make` fills a new one.
    ///
    /// # Errors
    /// [`CacheError`] when the folder cannot be used, and the errors of `make`.
    pub fn entry<E: From<CacheError>>(
        &self,
        key: &Key,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        private::folder(&self.root)?;
        let name = key.name();
        let entry = self.root.join(&name);
        if seal::is_intact(&entry, &name) {
            return Ok(entry);
        }
        let draft = self.draft()?;
        make(draft.path())?;
        seal::write(draft.path(), &name).map_err(CacheError::unwritable(draft.path()))?;
        self.put(draft.path(), &entry, &name)?;
        Ok(entry)
    }

    /// The folder of an entry, if an intact one exists.
    ///
    /// # Errors
    /// [`CacheError`] when the folder cannot be used.
    pub fn find(&self, key: &Key) -> Result<Option<PathBuf>, CacheError> {
        private::folder(&self.root)?;
        let name = key.name();
        let entry = self.root.join(&name);
        Ok(seal::is_intact(&entry, &name).then_some(entry))
    }

    /// Removes all entries, intact or not, and the folder if nothing else is in it; returns how many there were.
    ///
    /// # Errors
    /// The system's.
    pub fn remove_all(&self) -> io::Result<usize> {
        if !self.root.exists() {
            return Ok(0);
        }
        sweep(&self.root);
        let mut removed = 0;
        for entry in fs::read_dir(&self.root)? {
            let entry = entry?;
            if Key::is_name(&entry.file_name().to_string_lossy()) {
                fs::remove_dir_all(entry.path())?;
                removed += 1;
            }
        }
        remove_if_empty(&self.root);
        Ok(removed)
    }

    /// An empty folder that is deleted when dropped.
    fn draft(&self) -> Result<DraftFolder, CacheError> {
        DraftFolder::within(&self.root).map_err(CacheError::unwritable(&self.root))
    }

    /// Gives a sealed entry its name, unless another process was faster. A damaged entry is removed under a lock, so
    /// that a process that saw the damage does not remove an entry that another process has just made again.
    fn put(&self, draft: &Path, entry: &Path, name: &str) -> Result<(), CacheError> {
        let lock = File::open(&self.root).and_then(|root| root.lock().map(|()| root));
        let _lock = lock.map_err(CacheError::unwritable(&self.root))?;
        if seal::is_intact(entry, name) {
            return Ok(());
        }
        let damaged = self.draft()?;
        match fs::rename(entry, damaged.path().join(name)) {
            Err(reason) if reason.kind() != ErrorKind::NotFound => {
                return Err(CacheError::unwritable(entry)(reason));
            }
            _ => {}
        }
        fs::rename(draft, entry).map_err(CacheError::unwritable(entry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder in a temporary one, which others may read.
    const CACHE: &str = "cache";

    fn fill(folder: &Path) -> Result<(), CacheError> {
        fs::write(folder.join("it"), "whole").map_err(CacheError::unwritable(folder))
    }

    #[test]
    fn an_entry_is_made_once() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join("deep/er"));
        let entry = cache.entry(&Key::new("k"), fill).expect("made");
        let again = cache.entry(&Key::new("k"), |_| -> Result<(), CacheError> {
            panic!("made twice")
        });
        assert_eq!(again.expect("found"), entry);
    }

    #[test]
    fn what_others_put_there_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join(CACHE));
        assert_eq!(cache.remove_all().expect("nothing is there"), 0);
        for name in ["k", "l"] {
            cache.entry(&Key::new(name), fill).expect("made");
        }
        let note = cache.root().join("note");
        fs::write(&note, "keep").expect("writable");
        assert_eq!(cache.remove_all().expect("removed"), 2);
        assert_eq!(fs::read_dir(cache.root()).expect("there").count(), 1);
        fs::remove_file(note).expect("ours");
        assert_eq!(cache.remove_all().expect("empty"), 0);
        assert!(!cache.root().exists());
    }

    fn text(entry: &Path) -> String {
        fs::read_to_string(entry.join("it")).expect("there")
    }

    #[test]
    fn an_entry_that_is_damaged_is_made_again() {
        let damages: [fn(&Path) -> io::Result<()>; 5] = [
            |entry| fs::write(entry.join("it"), "who"),
            |entry| fs::write(entry.join("it"), "whale"),
            |entry| fs::remove_file(entry.join("it")),
            |entry| fs::remove_dir_all(entry).and_then(|()| fs::create_dir(entry)),
            |entry| fs::remove_dir_all(entry).and_then(|()| fs::write(entry, "a file")),
        ];
        for (number, damage) in damages.iter().enumerate() {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let cache = Cache::at(folder.path().join(CACHE));
            let entry = cache.entry(&Key::new("k"), fill).expect("made");
            damage(&entry).expect("writable");
            let again = cache.entry(&Key::new("k"), fill).expect("made again");
            assert_eq!(
                (&again, text(&again).as_str()),
                (&entry, "whole"),
                "damage {number}"
            );
            cache
                .entry(&Key::new("k"), |_| -> Result<(), CacheError> {
                    panic!("made twice")
                })
                .expect("found");
            assert_eq!(
                fs::read_dir(folder.path().join(CACHE))
                    .expect("readable")
                    .count(),
                1
            );
        }
    }

    /// Every thread finds the damage, and none removes an entry that another thread has made and uses.
    #[test]
    fn many_may_find_one_damage() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join(CACHE));
        let entry = cache.entry(&Key::new("k"), fill).expect("made");
        fs::write(entry.join("it"), "wh").expect("writable");
        let all_found = std::sync::Barrier::new(8);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let made = cache.entry(&Key::new("k"), |draft| {
                        all_found.wait();
                        fill(draft)
                    });
                    assert_eq!(text(&made.expect("made")), "whole");
                });
            }
        });
        assert_eq!(
            fs::read_dir(folder.path().join(CACHE))
                .expect("readable")
                .count(),
            1
        );
    }

    #[test]
    fn nothing_is_taken_from_a_folder_that_others_can_write_to() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join(CACHE));
        cache.entry(&Key::new("k"), fill).expect("made");
        let open = fs::Permissions::from_mode(0o777);
        fs::set_permissions(folder.path().join(CACHE), open).expect("ours");
        let error = cache.entry(&Key::new("k"), fill).expect_err("planted?");
        assert!(matches!(error, CacheError::Open { .. }), "{error}");
    }

    #[test]
    fn an_entry_that_failed_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join(CACHE));
        let failed = cache.entry(&Key::new("k"), |_| Err(CacheError::NoPlace));
        assert!(matches!(failed, Err(CacheError::NoPlace)));
        assert_eq!(
            fs::read_dir(folder.path().join(CACHE))
                .expect("readable")
                .count(),
            0
        );
    }

    #[test]
    fn many_may_make_one_entry() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join(CACHE));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let entry = cache.entry(&Key::new("k"), fill).expect("made");
                    let text = fs::read_to_string(entry.join("it")).expect("there");
                    assert_eq!(text, "whole");
                });
            }
        });
        assert_eq!(
            fs::read_dir(folder.path().join(CACHE))
                .expect("readable")
                .count(),
            1
        );
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("writable");
        let error = Cache::at(&file)
            .entry(&Key::new("k"), fill)
            .expect_err("no folder");
        assert!(matches!(&error, CacheError::NotWritable { path, .. } if *path == file));
        assert!(error.remedy().contains("HEDDLE_CACHE"));
    }
}
