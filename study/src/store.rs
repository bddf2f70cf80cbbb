//! Results on disk.

use crate::error::Error;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use heddle_system::files::{self, Claim};
use heddle_system::kept;
use std::fs;
use std::io;
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
    pub fn new(folder: &Path, observer: &dyn Observer) -> Result<Store, Error> {
        let _claim = claim(folder, observer).map_err(unwritable(folder))?;
        let folder = folder.join("runs");
        files::check(&folder).map_err(unwritable(&folder))?;
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
    pub fn write(&self, run: &PlannedRun, result: &RunResult) -> Result<(), Error> {
        let parts = [("run", run.identity()), ("result", result.as_json())];
        let parts = parts.map(|(name, part)| (name.to_owned(), part));
        let text = kept::json::sealed(parts.into_iter().collect());
        let name = file_name(run);
        let written = files::write(&self.folder, [(name.as_str(), text.as_bytes())]);
        written.map_err(|error| unwritable(&error.path)(error.reason))
    }
}

/// Claims a folder for this run, and makes it if necessary. If another run has claimed it, waits for that one.
fn claim(folder: &Path, observer: &dyn Observer) -> io::Result<Claim> {
    fs::create_dir_all(folder)?;
    if let Some(claim) = Claim::try_take(folder)? {
        return Ok(claim);
    }
    observer.waits(folder);
    Claim::take(folder)
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |error| Error::Unwritable {
        path: path.into(),
        error,
    }
}

fn file_name(run: &PlannedRun) -> String {
    format!("{}.json", run.name())
}
