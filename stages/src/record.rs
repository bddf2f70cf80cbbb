//! What a stage leaves: a JSON file with its outcome, the machine it ran on and the commit it ran.

use crate::Failure;
use crate::host::Host;
use heddle_system::kept::json;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::path::{Path, PathBuf};

/// The result of a stage.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Name of the stage.
    pub stage: String,
    /// The command that was run.
    pub command: Vec<String>,
    /// The commit that was checked out.
    pub commit: String,
    /// Whether the stage's inputs differed from the commit.
    pub dirty: bool,
    /// The machine's preset.
    pub preset: String,
    /// The machine's keys that differ from the preset.
    pub overrides: String,
    /// The machine's cores.
    pub cores: String,
    /// The seed, if the command uses one.
    pub seed: Option<u64>,
    /// The machine on which it ran.
    pub host: Host,
    /// When the stage started.
    pub started: Timestamp,
    /// How long the stage took.
    pub wall_seconds: f64,
    /// User and system time of all processes of the stage.
    pub processor_seconds: f64,
    /// How the stage ended.
    pub outcome: Outcome,
    /// Why the stage has not passed.
    pub fault: Option<String>,
    /// How much the stage did.
    pub counted: Option<u64>,
    /// Noun for what is counted.
    pub noun: String,
    /// Key of everything that the result depends on; only for plans that keep results.
    pub key: Option<String>,
}

/// How a stage ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The stage did enough.
    Passed,
    /// The command failed, or an input changed while it ran.
    Failed,
    /// The stage was stopped because it took too long.
    #[serde(rename = "too long")]
    TooLong,
    /// The command succeeded, but did too little.
    #[serde(rename = "ran nothing")]
    RanNothing,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::TooLong => "too long",
            Outcome::RanNothing => "ran nothing",
        })
    }
}

impl Record {
    /// Path of the file with a stage's result.
    pub(crate) fn path(folder: &Path, stage: &str) -> PathBuf {
        folder.join(format!("{stage}.json"))
    }

    /// The result of a stage, if it has one.
    pub(crate) fn read(folder: &Path, stage: &str) -> Option<Self> {
        let kept = json::read(&Self::path(folder, stage));
        kept.and_then(|kept| serde_json::from_value(kept.into()).ok())
    }

    /// The result of a stage if it has passed with this key.
    pub(crate) fn kept(folder: &Path, stage: &str, key: &str) -> Option<Self> {
        let record = Self::read(folder, stage);
        record.filter(|record| record.has_passed() && record.key.as_deref() == Some(key))
    }

    /// Keeps the result.
    pub(crate) fn keep(&self, folder: &Path) -> Result<(), Failure> {
        let path = Self::path(folder, &self.stage);
        let failed = |error: &dyn fmt::Display| Failure::path(&path, error);
        match serde_json::to_value(self).map_err(|error| failed(&error))? {
            Value::Object(record) => json::write(&path, record).map_err(|error| failed(&error)),
            _ => unreachable!("a record has names"),
        }
    }

    /// Whether the stage has passed.
    pub fn has_passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }

    /// The abbreviated commit, with a mark if the inputs differed from it.
    pub(crate) fn short_commit(&self) -> String {
        short_commit(&self.commit, self.dirty)
    }

    /// The amount of work done, such as `12 tests`.
    pub(crate) fn done(&self) -> String {
        match self.counted {
            Some(counted) => format!("{counted} {}", self.noun).trim_end().into(),
            None => String::new(),
        }
    }
}

/// Twelve digits of a commit, with a mark if files differed from it.
pub(crate) fn short_commit(commit: &str, dirty: bool) -> String {
    let digits: String = commit.chars().take(12).collect();
    digits + if dirty { ", changed" } else { "" }
}
