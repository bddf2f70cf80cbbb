//! Results on disk.

use crate::error::Error;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use heddle_system::files::{self, Claim, folder_of};
use heddle_system::kept;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// A folder of results, one file for each run: `NAME.json` with [`PlannedRun::name`], written whole or not at all.
///
/// A file contains the run's identity, its result, and a digest of both. A file that is damaged, or is
/// about another run, counts as missing.
///
/// Several processes may use a store at the same time: each claims a run before it simulates it, so that none is simulated twice
/// (REP-20).
pub struct Store<'a> {
    folder: PathBuf,
    observer: &'a dyn Observer,
    waits: Once,
}

impl<'a> Store<'a> {
    /// The folder `runs` of a folder. The observer is told if a run is waited for that another process simulates.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn new(folder: &Path, observer: &'a dyn Observer) -> Result<Store<'a>, Error> {
        fs::create_dir_all(folder).map_err(unwritable(folder))?;
        let folder = folder.join("runs");
        files::check(&folder).map_err(unwritable(&folder))?;
        Ok(Store {
            folder,
            observer,
            waits: Once::new(),
        })
    }

    /// Claims a run for this process; `None` if another one simulates it.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn try_claim(&self, run: &PlannedRun) -> Result<Option<Claim>, Error> {
        let claim = || {
            fs::create_dir_all(&self.folder)?;
            Claim::try_take_part(&self.folder, &run.name())
        };
        claim().map_err(unwritable(&self.folder))
    }

    /// Claims a run as soon as no other process simulates it.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn claim(&self, run: &PlannedRun) -> Result<Claim, Error> {
        if let Some(claim) = self.try_claim(run)? {
            return Ok(claim);
        }
        self.waits
            .call_once(|| self.observer.waits(folder_of(&self.folder)));
        Claim::take_part(&self.folder, &run.name()).map_err(unwritable(&self.folder))
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

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |error| Error::Unwritable {
        path: path.into(),
        error,
    }
}

fn file_name(run: &PlannedRun) -> String {
    format!("{}.json", run.name())
}
