//! A copy of the workspace's sources.
//!
//! It always lies in the same folder, and unchanged files are not touched, so that Cargo rebuilds only what has changed since the
//! last run.

use super::edit::Edit;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the workspace.
pub const ORIGINAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const COPY: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/additions");

/// The copy.
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Copies the files that are needed to build and test, and adds those of folders that are laid out like the workspace's.
    pub fn copy(additions: &[&str]) -> Self {
        let root = PathBuf::from(COPY);
        let mut kept = BTreeSet::new();
        for from in [ORIGINAL].iter().chain(additions) {
            copy(Path::new(from), &root, &mut kept);
        }
        remove_others(&root, &kept);
        let workspace = Workspace { root };
        workspace.be_another();
        workspace
    }

    /// Gives the copy's packages another version. Cargo identifies the packages of a workspace by name, version and path in the
    /// workspace, so otherwise they would replace the packages in the target folder from which these tests are built.
    fn be_another(&self) {
        let path = self.root.join("Cargo.toml");
        let text = fs::read_to_string(&path).unwrap();
        let own = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
        assert_eq!(text.matches(own).count(), 1, "the workspace's version");
        fs::write(&path, text.replace(own, "version = \"0.0.0-copy\"")).unwrap();
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Inserts lines before the one line that starts as the edit says.
    pub fn edit(&self, edit: &Edit) {
        let path = self.root.join(edit.file);
        let text = fs::read_to_string(&path).unwrap();
        let text = edit.apply(&text).unwrap_or_else(|error| panic!("{error}"));
        fs::write(&path, text).unwrap();
    }
}

/// Whether a file or folder of this name, at any depth, may be read by a build.
fn is_source(name: &str) -> bool {
    !name.starts_with('.') && !["target", "out", "heddle-mismatch"].contains(&name)
}

fn copy(from: &Path, to: &Path, kept: &mut BTreeSet<PathBuf>) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        let there = to.join(&name);
        if !is_source(&name.to_string_lossy()) {
            continue;
        }
        kept.insert(there.clone());
        if path.is_dir() {
            copy(&path, &there, kept);
        } else {
            write(&there, &fs::read(&path).unwrap());
        }
    }
}

fn write(path: &Path, bytes: &[u8]) {
    if fs::read(path).ok().as_deref() != Some(bytes) {
        fs::write(path, bytes).unwrap();
    }
}

/// Removes the rest of an earlier copy.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match (path.is_dir(), kept.contains(&path)) {
            (true, true) => remove_others(&path, kept),
            (true, false) => fs::remove_dir_all(&path).unwrap(),
            (false, false) => fs::remove_file(&path).unwrap(),
            (false, true) => {}
        }
    }
}
