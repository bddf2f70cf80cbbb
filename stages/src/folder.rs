//! The folder of a plan's results.

use crate::Failure;
use crate::cli::PlanArgs;
use crate::repository::Repository;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

impl PlanArgs {
    /// Where the plan's results lie.
    pub fn folder(&self, repository: &Repository) -> PathBuf {
        let named = || {
            let name = self.plan.file_stem().unwrap_or_default();
            repository.root.join("out").join(name)
        };
        self.results.clone().unwrap_or_else(named)
    }
}

/// Makes the folder, and locks other runs out of it as long as the returned file is open.
pub fn lock(folder: &Path) -> Result<File, Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::path(folder, error))?;
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|error| Failure::path(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::input(
            format!("{}: another run writes its results there", folder.display()),
            "wait for it, or choose another folder with --results",
        )),
        Err(TryLockError::Error(error)) => Err(Failure::path(&path, error)),
    }
}
