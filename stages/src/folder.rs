//! The folder of a plan's results.

use crate::Failure;
use crate::cli::PlanArgs;
use crate::repository::Repository;
use heddle_system::Claim;
use std::fs;
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

/// Makes the folder, and claims it for this run.
pub fn claim(folder: &Path) -> Result<Claim, Failure> {
    let claimed = fs::create_dir_all(folder).and_then(|()| Claim::try_take(folder));
    let claim = claimed.map_err(|error| Failure::path(folder, error))?;
    claim.ok_or_else(|| {
        Failure::input(
            format!("{}: another run writes its results there", folder.display()),
            "wait for it, or choose another folder with --results",
        )
    })
}
