//! The seal of a cache entry: the entry's name, and the hash of every file. The seal is written last, so that an entry
//! which was cut off, changed or emptied is detected before any file of it is loaded.

use super::digest;
use std::fs;
use std::io;
use std::path::Path;

/// File name of the seal in an entry.
const SEAL: &str = "seal";

/// Seals a folder as the entry with this name.
pub(super) fn write(folder: &Path, entry: &str) -> io::Result<()> {
    fs::write(folder.join(SEAL), text(folder, entry)?)
}

/// Whether a folder is the entry with this name and every file is as it was when the folder was sealed.
pub(super) fn is_intact(folder: &Path, entry: &str) -> bool {
    let sealed = fs::read_to_string(folder.join(SEAL));
    sealed.is_ok_and(|sealed| text(folder, entry).is_ok_and(|found| found == sealed))
}

/// The text of the seal: a line with the name of the entry, and a line for each file.
fn text(folder: &Path, entry: &str) -> io::Result<String> {
    let mut lines = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        if file.file_name() == SEAL {
            continue;
        }
        // Heddle chooses the names, so the lossy conversion loses nothing in an intact entry.
        let name = file.file_name().to_string_lossy().into_owned();
        lines.push(format!("{} {name}\n", digest::of_file(&file.path())?));
    }
    lines.sort();
    Ok(format!("{entry}\n{}", lines.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use tempfile::TempDir;

    fn sealed() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().to_owned();
        for (name, text) in [("one", "1"), ("two", "22")] {
            fs::write(path.join(name), text).expect("writable");
        }
        write(&path, "entry").expect("sealed");
        (folder, path)
    }

    #[test]
    fn what_was_sealed_is_intact() {
        let (_folder, path) = sealed();
        assert!(is_intact(&path, "entry"));
        assert!(!is_intact(&path, "another"));
        assert!(!is_intact(&path.join("one"), "entry"));
    }

    #[test]
    fn every_damage_shows() {
        let damages: [fn(&Path) -> io::Result<()>; 6] = [
            |folder| fs::write(folder.join("two"), "2"),
            |folder| fs::write(folder.join("two"), "2x"),
            |folder| fs::write(folder.join("three"), ""),
            |folder| fs::remove_file(folder.join("one")),
            |folder| fs::rename(folder.join("one"), folder.join("other")),
            |folder| fs::remove_file(folder.join(SEAL)),
        ];
        for (number, damage) in damages.iter().enumerate() {
            let (_folder, path) = sealed();
            damage(&path).expect("writable");
            assert!(!is_intact(&path, "entry"), "damage {number}");
        }
    }
}
