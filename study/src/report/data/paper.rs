//! `paper.toml`: facts about a paper, and the numbers that it prints.

use super::claim::Claim;
use crate::report::measure::Measure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    pub head: Head,
    pub workload: Vec<Program>,
    pub headline: Vec<Headline>,
    #[serde(default)]
    pub table: Vec<Table>,
}

/// The head of the page.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The preset of the machine, if the options name none.
    pub preset: String,
    /// Topic of the paper, in a few words.
    pub topic: String,
    /// Authors.
    pub authors: String,
    /// Title.
    pub title: String,
    /// Where the paper was published.
    pub venue: String,
    /// How the paper averages, and over which programs.
    pub averages: String,
}

/// A program of the paper.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Name of the workload in Heddle.
    pub name: String,
    /// Name in the paper.
    pub label: String,
    /// Overrides under which the program always runs.
    #[serde(default)]
    pub set: Vec<String>,
    /// The inputs of the program, if there are several: every number is then a band over them (REP-11), and `name` is no run.
    #[serde(default)]
    pub inputs: Vec<Input>,
}

/// One of several inputs of a program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Name of the workload in Heddle.
    pub name: String,
    /// What tells it from the other inputs.
    pub label: String,
}

/// A comparison that the paper prints.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Headline {
    /// Name, which ablations refer to.
    pub name: String,
    /// Description of the comparison.
    pub title: String,
    /// Location in the paper.
    pub place: String,
    /// What the claim leaves out.
    pub note: Option<String>,
    /// The paper's claim.
    pub claim: Claim,
    /// The run, `VARIANT` or `VARIANT@POINT`; for `Claim::Reductions`, the reduction.
    pub of: String,
    /// The run or reduction that `of` is compared with.
    pub over: Option<String>,
    /// The workloads to average, if not all of the paper's.
    pub workloads: Option<Vec<String>>,
    /// The workloads to average for `over`, if they differ.
    pub over_workloads: Option<Vec<String>>,
    /// Names of points, for `OfRuns::Rising`.
    #[serde(default)]
    pub points: Vec<String>,
    /// The measures of `of` and `over`, if they are runs.
    #[serde(default)]
    pub measures: [Measure; 2],
}

/// A table of the paper: numbers by workload, or by point where the experiment has points.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Name of the experiment.
    pub experiment: String,
    /// Numbers by variant.
    pub rows: BTreeMap<String, Vec<f64>>,
}
