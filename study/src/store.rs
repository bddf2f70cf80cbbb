//! Results on disk.

use crate::digest;
use crate::error::Error;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use heddle_input::RESULT;
use heddle_system::{Claim, whole};
use serde_json::{Value, json};
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
        check(&folder).map_err(unwritable(&folder))?;
        Ok(Store { folder, _claim })
    }

    /// The result of a run that was simulated before.
    pub fn read(&self, run: &PlannedRun) -> Option<RunResult> {
        let text = heddle_input::read(&self.folder.join(file_name(run)), RESULT).ok()?;
        let mut file: Value = serde_json::from_slice(&text).ok()?;
        let sealed = seal(file.get("run")?, file.get("result")?);
        let intact = file["sha256"] == sealed && file["run"] == run.identity();
        intact
            .then(|| RunResult::from_json(file["result"].take()))
            .flatten()
    }

    /// Keeps the result of a run.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, run: &PlannedRun, result: &RunResult) -> Result<(), Error> {
        let (identity, result) = (run.identity(), result.as_json());
        let sha256 = seal(&identity, &result);
        let file = json!({ "run": identity, "result": result, "sha256": sha256 });
        let place = self.folder.join(file_name(run));
        fs::create_dir_all(&self.folder).map_err(unwritable(&self.folder))?;
        let written = whole(&place, |out| writeln!(out, "{file}"));
        written.map_err(unwritable(&place))
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

/// Checks that files can be written into a folder, before long work produces them.
fn check(folder: &Path) -> io::Result<()> {
    let there = folder.ancestors().find(|part| part.exists());
    let there = there.filter(|part| !part.as_os_str().is_empty());
    tempfile::tempfile_in(there.unwrap_or(Path::new("."))).map(drop)
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

fn seal(run: &Value, result: &Value) -> String {
    digest::of_value(&json!([run, result]))
}
