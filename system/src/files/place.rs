//! The place of a file, and whether something can be written there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of links that a path may lead through: as many as Linux follows.
const MOST_LINKS: u32 = 40;

/// The canonical place of a path, whether or not something exists there: all ways to write a place give one name.
pub fn place(path: &Path) -> PathBuf {
    place_through(path, MOST_LINKS)
}

fn place_through(path: &Path, links: u32) -> PathBuf {
    if let Ok(there) = path.canonicalize() {
        return there;
    }
    match (fs::read_link(path), path.file_name()) {
        (Ok(target), _) if links > 0 => place_through(&folder_of(path).join(target), links - 1),
        (_, Some(name)) => place_through(folder_of(path), links).join(name),
        _ => path.into(),
    }
}

/// The folder of a file with this path.
pub fn folder_of(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Checks that files can be written into a folder, which need not exist yet.
///
/// # Errors
/// The system's.
pub fn check(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|part| part.exists());
    let there = there.filter(|part| !part.as_os_str().is_empty());
    tempfile::tempfile_in(there.unwrap_or(Path::new("."))).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_place_has_one_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        fs::write(at("there"), "").unwrap();
        symlink("there", at("link")).unwrap();
        symlink("deep/missing", at("dangling")).unwrap();
        symlink("deep", at("folder")).unwrap();
        for (one, other) in [
            ("there", "./there"),
            ("there", "deep/../there"),
            ("there", "link"),
            ("deep/missing", "dangling"),
            ("deep/new/file", "folder/new/file"),
        ] {
            assert_eq!(place(&at(one)), place(&at(other)), "{one} {other}");
        }
        assert_ne!(place(&at("there")), place(&at("deep/there")));
    }

    #[test]
    fn links_in_a_circle_lead_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        symlink(&one, &other).unwrap();
        symlink(&other, &one).unwrap();
        assert!(place(&one).starts_with(folder.path()));
    }
}
