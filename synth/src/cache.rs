//! Output of the tools, found by the hash of everything that went into it.

use crate::error::{Error, unwritable};
use heddle_system::DraftFolder;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Version of the entry layout; part of every key.
const LAYOUT: &str = "1";

/// The file that holds the digests of an entry's other files.
const SEAL: &str = "seal";

/// A folder of results. Entries appear whole or not at all; any number of processes may share the folder, and it may be
/// deleted at any time.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// A cache in a folder that need not exist yet.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The entry of a key, if it exists and is intact.
    pub(crate) fn find(&self, key: &Key) -> Option<PathBuf> {
        let entry = self.root.join(key.name());
        is_whole(&entry).then_some(entry)
    }

    /// The folder of an entry; `make` fills it if no intact entry exists.
    pub(crate) fn entry(
        &self,
        key: &Key,
        make: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<PathBuf, Error> {
        if let Some(entry) = self.find(key) {
            return Ok(entry);
        }
        fs::create_dir_all(&self.root).map_err(unwritable(&self.root))?;
        let draft = DraftFolder::within(&self.root).map_err(unwritable(&self.root))?;
        make(draft.path())?;
        fs::write(
            draft.path().join(SEAL),
            digests(draft.path()).map_err(unwritable(draft.path()))?,
        )
        .map_err(unwritable(draft.path()))?;
        let entry = self.root.join(key.name());
        self.put(draft, &entry)?;
        Ok(entry)
    }

    /// Gives an entry its name, unless another process was faster. A damaged entry is removed.
    fn put(&self, draft: DraftFolder, entry: &Path) -> Result<(), Error> {
        let lock = fs::File::open(&self.root).and_then(|root| root.lock().map(|()| root));
        let _lock = lock.map_err(unwritable(&self.root))?;
        if is_whole(entry) {
            return Ok(());
        }
        match fs::remove_dir_all(entry) {
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
                return Err(unwritable(entry)(reason));
            }
            _ => {}
        }
        draft.rename(entry).map_err(unwritable(entry))
    }
}

/// Everything that decides the contents of an entry.
pub(crate) struct Key {
    prefix: &'static str,
    hash: Sha256,
}

impl Key {
    pub fn new(prefix: &'static str) -> Self {
        let hash = Sha256::new();
        Self { prefix, hash }.with(LAYOUT)
    }

    /// Adds a part in such a way that "ab", "c" and "a", "bc" give different keys.
    pub fn with(mut self, part: &str) -> Self {
        self.hash.update((part.len() as u64).to_le_bytes());
        self.hash.update(part);
        self
    }

    /// Name of the entry.
    pub fn name(&self) -> String {
        let digest = self.hash.clone().finalize();
        format!("{}-{}", self.prefix, hex(&digest[..16]))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A line for each file: digest and name.
fn digests(folder: &Path) -> io::Result<String> {
    let mut lines = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name != SEAL {
            let digest = Sha256::digest(fs::read(&path)?);
            lines.push(format!("{} {name}\n", hex(&digest)));
        }
    }
    lines.sort();
    Ok(lines.concat())
}

fn is_whole(entry: &Path) -> bool {
    let sealed = fs::read_to_string(entry.join(SEAL));
    matches!((sealed, digests(entry)), (Ok(sealed), Ok(found)) if sealed == found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(folder: &Path) -> Result<(), Error> {
        fs::write(folder.join("it"), "whole").map_err(unwritable(folder))
    }

    #[test]
    fn an_entry_is_made_once_and_again_when_it_is_damaged() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path().join("deep/er"));
        let key = Key::new("k").with("a");
        let entry = cache.entry(&key, fill).expect("made");
        let again = cache.entry(&key, |_| panic!("made twice"));
        assert_eq!(again.expect("found"), entry);
        fs::write(entry.join("it"), "who").expect("writable");
        assert!(cache.find(&key).is_none());
        cache.entry(&key, fill).expect("made again");
        assert_eq!(
            fs::read_to_string(entry.join("it")).expect("there"),
            "whole"
        );
    }

    #[test]
    fn an_entry_that_failed_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache::at(folder.path());
        let failed = cache.entry(&Key::new("k"), |path| {
            Err(unwritable(path)(io::Error::other("full")))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
    }

    #[test]
    fn parts_do_not_run_together() {
        let two = |one: &str, other: &str| Key::new("k").with(one).with(other).name();
        assert_ne!(two("ab", "c"), two("a", "bc"));
    }
}
