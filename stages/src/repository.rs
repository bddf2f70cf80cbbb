//! What git reports about the repository in which a plan lies.

use crate::Failure;
use heddle_system::program::{Description, Identity};
use heddle_system::{Program, ProgramError, Programs};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

const GIT: Description = Description {
    names: &["git"],
    identity: Identity::File,
    oldest: "",
    install: "apt-get install git",
};

/// A working tree.
#[derive(Debug)]
pub struct Repository {
    /// Its root, where stages run.
    pub root: PathBuf,
    git: Program,
}

impl Repository {
    /// The repository in which a file lies.
    pub fn of(file: &Path) -> Result<Self, Failure> {
        let file = file
            .canonicalize()
            .map_err(|error| Failure::path(file, error))?;
        let git = Programs::of_this_machine().find(&GIT);
        let mut repository = Self {
            root: file.parent().unwrap_or(Path::new("/")).into(),
            git: git.map_err(unusable)?,
        };
        let root = repository.line(&["rev-parse", "--show-toplevel"])?;
        repository.root = root.into();
        Ok(repository)
    }

    /// The commit that is checked out.
    pub fn head(&self) -> Result<String, Failure> {
        self.line(&["rev-parse", "--verify", "HEAD"])
    }

    /// Whether anything below these paths differs from the commit; without paths, anything at all.
    pub fn is_dirty(&self, paths: &[String]) -> Result<bool, Failure> {
        let changes = self.git(&["status", "--porcelain", "-z"], paths)?;
        Ok(!changes.is_empty())
    }

    /// Files below these paths that git tracks, relative to the root. Each path has to contain at least one.
    pub fn tracked(&self, paths: &[String]) -> Result<Vec<PathBuf>, Failure> {
        let names = self.git(&["ls-files", "-z", "--error-unmatch"], paths)?;
        let names = names
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty());
        let mut files: Vec<PathBuf> = names
            .map(|name| OsString::from_vec(name.to_vec()).into())
            .collect();
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// A path relative to the root.
    pub fn name_of(&self, path: &Path) -> String {
        let whole = path.canonicalize().unwrap_or(path.into());
        let inside = whole.strip_prefix(&self.root).unwrap_or(&whole);
        inside.display().to_string()
    }

    fn line(&self, args: &[&str]) -> Result<String, Failure> {
        let bytes = self.git(args, &[])?;
        Ok(String::from_utf8_lossy(&bytes).trim_end().into())
    }

    fn git(&self, args: &[&str], paths: &[String]) -> Result<Vec<u8>, Failure> {
        let mut command = self.git.command();
        command
            .args(args)
            .args((!paths.is_empty()).then_some(OsStr::new("--")))
            .args(paths)
            .current_dir(&self.root);
        let output = command.answer().map_err(unusable)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let error = String::from_utf8_lossy(&output.stderr);
        Err(Failure::input(
            format!(
                "git {} in {}: {}",
                args.join(" "),
                self.root.display(),
                error.trim()
            ),
            "run it in a repository with a commit; `inputs` are files and folders that git tracks",
        ))
    }
}

fn unusable(error: ProgramError) -> Failure {
    let remedy = error.remedy();
    Failure::input(error, remedy)
}
