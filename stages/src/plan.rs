//! The plan: its definition, and how it is read.

mod check;

use crate::Failure;
use crate::budget::seconds;
use heddle_system::input::WRITTEN;
use regex::Regex;
use serde::Deserialize;
use std::path::Path;
use std::time::Duration;
use toml::{Table, Value};

/// Stages that run one after the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Title of the plan in reports.
    pub title: String,
    /// Minutes that one run may take in all; a run that takes longer has failed.
    pub minutes: f64,
    /// Whether results are kept and used again until what they depend on changes.
    pub keep: bool,
    /// The stages in the order in which they run.
    #[serde(rename = "stage", default)]
    pub stages: Vec<Stage>,
    /// Work that does not fit into the plan.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
}

/// A command with a budget.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Name of the stage and of its files: lower-case letters, digits and `-`.
    pub name: String,
    /// What the stage does, in a sentence.
    pub what: String,
    /// Program and arguments, run in the root of the repository; `{seed}` stands for the seed.
    pub command: Vec<String>,
    /// Budget in minutes.
    pub minutes: f64,
    /// Minutes after which the stage is stopped.
    pub limit: Option<f64>,
    /// The inputs of the stage: files and folders of the repository.
    #[serde(default)]
    pub inputs: Vec<String>,
    /// A regular expression whose one group matches numbers in the output; their sum says how much was done.
    pub counts: Option<String>,
    /// The least count with which the stage passes; with a lower count its outcome is "ran nothing".
    #[serde(default = "one")]
    pub at_least: u64,
    /// Noun for what is counted.
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

/// Work that no stage of the plan does.
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
        let text = heddle_system::input::read_text(path, WRITTEN);
        let text = text.map_err(|error| Failure::path(path, error))?;
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
    /// Whether the command uses the seed.
    pub fn is_seeded(&self) -> bool {
        self.command.iter().any(|word| word.contains("{seed}"))
    }

    /// The command with the seed filled in.
    pub fn command(&self, seed: u64) -> Vec<String> {
        let seed = seed.to_string();
        let words = self.command.iter();
        words.map(|word| word.replace("{seed}", &seed)).collect()
    }

    /// The regular expression that counts the work in the stage's output.
    pub(crate) fn pattern(&self) -> Option<Regex> {
        self.counts
            .as_deref()
            .and_then(|text| Regex::new(text).ok())
    }
}
