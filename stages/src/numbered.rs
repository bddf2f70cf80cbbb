//! Runs of a plan that keeps nothing: each has a numbered folder.

use crate::Failure;
use crate::files;
use crate::host::Host;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The contents of `run.json`; an interrupted run has none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Numbered {
    /// When the run started.
    pub started: Timestamp,
    /// How long the run took.
    pub wall_seconds: f64,
    /// User and system time of all processes of the run.
    pub processor_seconds: f64,
    /// The commit that was checked out.
    pub commit: String,
    /// Whether the working tree differed from the commit.
    pub dirty: bool,
    /// The machine on which it ran.
    pub host: Host,
    /// The user's note on the run.
    pub note: Option<String>,
}

impl Numbered {
    /// Writes `run.json` into the run's folder.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        files::write_json(&folder.join("run.json"), self)
    }
}

/// Makes the folder of the next run.
pub fn next(results: &Path) -> Result<PathBuf, Failure> {
    let last = numbers(results)?.last().copied().unwrap_or(0);
    let folder = results.join((last + 1).to_string());
    fs::create_dir(&folder).map_err(|error| Failure::path(&folder, error))?;
    Ok(folder)
}

/// The runs that have ended, with their numbers.
pub fn all(results: &Path) -> Result<Vec<(u64, Numbered)>, Failure> {
    let mut runs = Vec::new();
    for number in numbers(results)? {
        let path = results.join(number.to_string()).join("run.json");
        runs.extend(files::read_json(&path)?.map(|run| (number, run)));
    }
    Ok(runs)
}

fn numbers(results: &Path) -> Result<Vec<u64>, Failure> {
    let entries = fs::read_dir(results).map_err(|error| Failure::path(results, error))?;
    let names = entries.flatten().map(|entry| entry.file_name());
    let mut numbers: Vec<u64> = names
        .filter_map(|name| name.to_str()?.parse().ok())
        .collect();
    numbers.sort_unstable();
    Ok(numbers)
}
