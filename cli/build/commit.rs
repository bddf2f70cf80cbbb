//! The commit that a package is built from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Digits of a commit's name that are shown.
const DIGITS: usize = 12;

/// A commit, if it is known.
#[derive(Debug, Default, PartialEq)]
pub struct Commit {
    /// Its name, in hexadecimal digits.
    pub name: Option<String>,
    /// Files that change when another commit is checked out or made.
    pub files: Vec<PathBuf>,
}

impl Commit {
    /// The commit of a package: as Cargo wrote it into a published one, or that of the repository whose folder holds the package.
    /// A repository further up is somebody else's.
    pub fn of(package: &Path) -> Commit {
        let published = fs::read_to_string(package.join(".cargo_vcs_info.json"));
        if let Ok(text) = published {
            return Commit {
                name: written(&text),
                files: Vec::new(),
            };
        }
        let root = package.join("..");
        match root.join(".git").exists() {
            true => checked_out(&root),
            false => Commit::default(),
        }
    }
}

/// The commit in Cargo's file, whose key is `sha1`.
fn written(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("\"sha1\"")?;
    let name = rest.split('"').nth(1)?;
    let is_name = name.len() >= DIGITS && name.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_name.then(|| name[..DIGITS].into())
}

/// The commit of a working tree, which may be one of several of a repository.
fn checked_out(root: &Path) -> Commit {
    let name = git(root, &["rev-parse", "HEAD"]).and_then(|name| Some(name.get(..DIGITS)?.into()));
    // Git writes a line into the second one whenever the commit changes, also if `HEAD` names the same branch as before.
    let files = ["HEAD", "logs/HEAD"].map(|file| git(root, &["rev-parse", "--git-path", file]));
    let files = files.into_iter().flatten().map(|file| root.join(file));
    Commit {
        name,
        // Cargo takes a file that does not exist for one that has changed.
        files: files.filter(|file| file.exists()).collect(),
    }
}

/// What git prints, without the end of the line; none if it fails or is not installed.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // The repository may belong to another user, as in a container.
    git.args(["-c", "safe.directory=*", "-C"]).arg(root);
    let output = git.args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().into())
}
