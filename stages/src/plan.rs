//! What a plan is, and reading it.

mod check;

use crate::Failure;
use crate::budget::seconds;
use regex::Regex;
use serde::Deserialize;
use std::path::Path;
use std::time::Duration;
use toml::{Table, Value};

/// Stages that run one after the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What is run, for its reports.
    pub title: String,
    /// Minutes that one run may take in all; a run that takes longer has failed.
    pub minutes: f64,
    /// Results are kept and used again, until what they depend on changes.
    pub keep: bool,
    /// In the order in which they run.
    #[serde(rename = "stage", default)]
    pub stages: Vec<Stage>,
    /// What does not fit.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
}

/// A command with a budget.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Lower-case letters, digits and `-`; names its files.
    pub name: String,
    /// What it does, in a sentence.
    pub what: String,
    /// Program and arguments, run in the root of the repository; `{seed}` stands for the seed.
    pub command: Vec<String>,
    /// Budget.
    pub minutes: f64,
    /// Minutes after which it is stopped.
    pub limit: Option<f64>,
    /// What is run: files and folders of the repository.
    #[serde(default)]
    pub inputs: Vec<String>,
    /// Its one group matches numbers in the output whose sum says how much was done.
    pub counts: Option<String>,
    /// Fewer have run nothing.
    #[serde(default = "one")]
    pub at_least: u64,
    /// What is counted.
    #[serde(default)]
    pub noun: String,
    /// The machine's preset, for the record.
    #[serde(default)]
    pub preset: String,
    /// The machine's keys that differ from the preset, for the record.
    #[serde(default)]
    pub overrides: String,
    /// The machine's cores, for the record.
    #[serde(default)]
    pub cores: String,
}

/// Work that no stage does.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The work.
    pub what: String,
    /// Why it does not fit.
    pub reason: String,
}

fn one() -> u64 {
    1
}

impl Plan {
    /// Reads a plan and checks it.
    ///
    /// # Errors
    /// [`Failure`] naming file, key, fault and remedy.
    pub fn load(path: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::path(path, error))?;
        let wrong = |what: &str, remedy: &str| {
            Failure::input(format!("{}: {}", path.display(), what.trim()), remedy)
        };
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| wrong(&error.to_string(), "write it as TOML"))?;
        let plan: Plan =
            serde_path_to_error::deserialize(Value::Table(table)).map_err(|error| {
                let place = error.path().to_string();
                let what = format!("`{place}`: {}", error.into_inner().message());
                wrong(&what, "keys of plans are described in stages/src/plan.rs")
            })?;
        match plan.mistake() {
            Some((what, remedy)) => Err(wrong(&what, &remedy)),
            None => Ok(plan),
        }
    }

    /// How long a stage may run before it is stopped.
    pub fn time_limit(&self, stage: &Stage) -> Duration {
        let otherwise = match self.keep {
            true => stage.minutes,
            false => (2.0 * stage.minutes).max(stage.minutes + 5.0),
        };
        seconds(stage.limit.unwrap_or(otherwise))
    }
}

impl Stage {
    /// Whether the command depends on the seed.
    pub fn is_seeded(&self) -> bool {
        self.command.iter().any(|word| word.contains("{seed}"))
    }

    /// The command with the seed in place.
    pub fn command(&self, seed: u64) -> Vec<String> {
        let seed = seed.to_string();
        let words = self.command.iter();
        words.map(|word| word.replace("{seed}", &seed)).collect()
    }

    /// What counts the work in its output.
    pub(crate) fn pattern(&self) -> Option<Regex> {
        self.counts
            .as_deref()
            .and_then(|text| Regex::new(text).ok())
    }
}
