//! Runs of a plan that keeps nothing: a numbered folder each.

use crate::Failure;
use crate::files;
use crate::host::Host;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// What `run.json` holds; a run that was interrupted has none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Numbered {
    /// When it started.
    pub started: Timestamp,
    /// How long it took.
    pub wall_seconds: f64,
    /// User and system time of all of its processes.
    pub processor_seconds: f64,
    /// The commit that was checked out.
    pub commit: String,
    /// Whether the working tree differed from it.
    pub dirty: bool,
    /// Where it ran.
    pub host: Host,
    /// What the user said of it.
    pub note: Option<String>,
}

impl Numbered {
    /// Writes it into the folder of its run.
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

/// Runs that have ended, by their numbers.
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
