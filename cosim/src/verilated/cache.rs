//! Compiled things, found again by the hash of everything that went into them.

use super::BuildError;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder of compiled models.
///
/// Entries appear whole or not at all and are never changed, so any number of processes may share
/// the folder. Nothing is ever removed from it; it may be deleted at any time.
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
    /// [`BuildError::NoCache`] when no environment variable names a place.
    pub fn user() -> Result<Self, BuildError> {
        Self::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, BuildError> {
        let folder = |name, below: &str| {
            let base = variable(name).filter(|value| !value.is_empty())?;
            // Joined part by part: an empty one would leave a slash at the end.
            let parts = [Path::new(&base), Path::new(below)];
            Some(parts.iter().collect::<PathBuf>())
        };
        let root = folder("HEDDLE_CACHE", "")
            .or_else(|| folder("XDG_CACHE_HOME", "heddle"))
            .or_else(|| folder("HOME", ".cache/heddle"));
        root.map(Self::at).ok_or(BuildError::NoCache)
    }

    /// The folder of an entry. If there is none yet, `make` fills one.
    pub(super) fn entry(
        &self,
        key: Key,
        make: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<PathBuf, BuildError> {
        let entry = self.root.join(key.name());
        if entry.is_dir() {
            return Ok(entry);
        }
        fs::create_dir_all(&self.root).map_err(unwritable(&self.root))?;
        let draft = tempfile::Builder::new()
            .prefix(".draft-")
            .tempdir_in(&self.root)
            .map_err(unwritable(&self.root))?;
        make(draft.path())?;
        // Whoever renames first wins; the contents are the same.
        match fs::rename(draft.path(), &entry) {
            Err(reason) if !entry.is_dir() => Err(unwritable(&entry)(reason)),
            _ => Ok(entry),
        }
    }
}

/// Makes an error of the system one of the cache.
pub(super) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    let path = path.to_owned();
    move |reason| BuildError::CacheNotWritable { path, reason }
}

/// Everything that decides the contents of an entry.
pub(super) struct Key {
    prefix: &'static str,
    hash: Sha256,
}

impl Key {
    pub fn new(prefix: &'static str) -> Self {
        Self {
            prefix,
            hash: Sha256::new(),
        }
    }

    /// Adds a part; parts do not run together.
    pub fn with(mut self, part: &str) -> Self {
        self.hash.update((part.len() as u64).to_le_bytes());
        self.hash.update(part);
        self
    }

    fn name(self) -> String {
        let digest = self.hash.finalize();
        let hex: String = digest.iter().take(16).map(|b| format!("{b:02x}")).collect();
        format!("{}-{hex}", self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(folder: &Path) -> Result<(), BuildError> {
        fs::write(folder.join("it"), "whole").map_err(unwritable(folder))
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let cache = |set: &[(&str, &str)]| {
            let value = |name: &str| set.iter().find(|(known, _)| *known == name);
            Cache::from_variables(|name| value(name).map(|(_, value)| value.into()))
        };
        let home = ("HOME", "/home/me");
        let xdg = ("XDG_CACHE_HOME", "/xdg");
        fn check(found: Result<Cache, BuildError>, root: &str) {
            assert_eq!(found.expect("a folder"), Cache::at(root));
        }
        check(cache(&[home, xdg, ("HEDDLE_CACHE", "/own")]), "/own");
        check(cache(&[home, xdg, ("HEDDLE_CACHE", "")]), "/xdg/heddle");
        check(cache(&[home]), "/home/me/.cache/heddle");
        assert!(matches!(cache(&[]), Err(BuildError::NoCache)));
    }

    #[test]
    fn parts_do_not_run_together() {
        assert_ne!(
            Key::new("k").with("ab").with("c").name(),
            Key::new("k").with("a").with("bc").name()
        );
    }

    #[test]
    fn an_entry_is_made_once() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join("deep/er"));
        let entry = cache.entry(Key::new("k"), fill).expect("made");
        let again = cache.entry(Key::new("k"), |_| panic!("made twice"));
        assert_eq!(again.expect("found"), entry);
    }

    #[test]
    fn an_entry_that_failed_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path());
        let failed = cache.entry(Key::new("k"), |_| Err(BuildError::NoCache));
        assert!(matches!(failed, Err(BuildError::NoCache)));
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
    }

    #[test]
    fn many_may_make_one_entry() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let entry = cache.entry(Key::new("k"), fill).expect("made");
                    let text = fs::read_to_string(entry.join("it")).expect("there");
                    assert_eq!(text, "whole");
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1);
    }

    #[test]
    fn a_file_in_the_way_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("writable");
        let error = Cache::at(&file)
            .entry(Key::new("k"), fill)
            .expect_err("no folder");
        assert!(matches!(&error, BuildError::CacheNotWritable { path, .. } if *path == file));
        assert!(error.remedy().contains("HEDDLE_CACHE"));
    }
}
