//! Results on disk.

use super::{PlannedRun, RunResult};
use crate::failure::Failure;
use crate::output;
use heddle_system::{Claim, kept};
use std::path::{Path, PathBuf};

/// A folder of results, one file for each run: `NAME.json` with [`PlannedRun::name`], written whole or not at all.
///
/// A file contains the run's identity, its result, and a digest of both. A file that is damaged, or is
/// about another run, counts as missing.
///
/// One run of Heddle uses a store at a time: the next waits, and finds the results.
pub struct Store {
    folder: PathBuf,
    _claim: Claim,
}

impl Store {
    /// The folder `runs` of a folder; it is made with the first result.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn new(folder: &Path) -> Result<Store, Failure> {
        let _claim = output::claim(folder)?;
        let folder = folder.join("runs");
        output::check(&folder)?;
        Ok(Store { folder, _claim })
    }

    /// The result of a run that was simulated before.
    pub fn read(&self, run: &PlannedRun) -> Option<RunResult> {
        let mut kept = kept::json::read(&self.folder.join(file_name(run)))?;
        let result = kept.remove("result")?;
        let is_of_run = *kept.get("run")? == run.identity();
        is_of_run.then(|| RunResult::from_json(result)).flatten()
    }

    /// Keeps the result of a run.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, run: &PlannedRun, result: &RunResult) -> Result<(), Failure> {
        let parts = [("run", run.identity()), ("result", result.as_json())];
        let parts = parts.map(|(name, part)| (name.to_owned(), part));
        let text = kept::json::sealed(parts.into_iter().collect());
        output::files(&self.folder, [(file_name(run).as_str(), text.as_bytes())])
    }
}

fn file_name(run: &PlannedRun) -> String {
    format!("{}.json", run.name())
}
