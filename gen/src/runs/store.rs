//! Results on disk.

use super::{PlannedRun, RunResult};
use crate::digest;
use crate::failure::Failure;
use crate::output;
use heddle_system::Claim;
use heddle_system::input::RESULT;
use serde_json::{Value, json};
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
        let text = heddle_system::input::read(&self.folder.join(file_name(run)), RESULT).ok()?;
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
    pub fn write(&self, run: &PlannedRun, result: &RunResult) -> Result<(), Failure> {
        let (identity, result) = (run.identity(), result.as_json());
        let sha256 = seal(&identity, &result);
        let file = json!({ "run": identity, "result": result, "sha256": sha256 });
        let text = format!("{file}\n");
        output::files(&self.folder, [(file_name(run).as_str(), text.as_bytes())])
    }
}

fn file_name(run: &PlannedRun) -> String {
    format!("{}.json", run.name())
}

fn seal(run: &Value, result: &Value) -> String {
    digest::of_value(&json!([run, result]))
}
