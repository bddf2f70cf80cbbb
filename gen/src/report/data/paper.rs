//! `paper.toml`: what a paper is, and what it prints.

use super::claim::Claim;
use crate::report::measure::Measure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    pub head: Head,
    pub workload: Vec<Program>,
    pub headline: Vec<Headline>,
    #[serde(default)]
    pub table: Vec<Table>,
}

/// What is said at the head of the page.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The machine if the options name none.
    pub preset: String,
    /// What it is about, in a few words.
    pub topic: String,
    /// Who wrote it.
    pub authors: String,
    /// Its title.
    pub title: String,
    /// Where it was printed.
    pub venue: String,
    /// How averages are taken, and over what.
    pub averages: String,
}

/// A program of the paper.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Our workload.
    pub name: String,
    /// What the paper calls it.
    pub label: String,
    /// Overrides under which it always runs.
    #[serde(default)]
    pub set: Vec<String>,
}

/// A comparison that the paper prints.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Headline {
    /// For ablations.
    pub name: String,
    /// What is compared.
    pub title: String,
    /// In the paper.
    pub place: String,
    /// What the claim leaves out.
    pub note: Option<String>,
    /// What the paper says.
    pub claim: Claim,
    /// The run, `VARIANT` or `VARIANT@POINT`; of [`Claim::Reductions`], the reduction.
    pub of: String,
    /// What it is compared with.
    pub over: Option<String>,
    /// What is averaged, if it is not all.
    pub workloads: Option<Vec<String>>,
    /// What is averaged of `over`, if it is not the same.
    pub over_workloads: Option<Vec<String>>,
    /// Of [`OfRuns::Rising`](super::OfRuns::Rising).
    #[serde(default)]
    pub points: Vec<String>,
    /// What is measured of `of` and `over`, if they are runs.
    #[serde(default)]
    pub measures: [Measure; 2],
}

/// A table of the paper: numbers by workload, or by point where the experiment has points.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Whose.
    pub experiment: String,
    /// Numbers by variant.
    pub rows: BTreeMap<String, Vec<f64>>,
}
