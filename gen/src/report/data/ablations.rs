//! `ablations.toml`: why headlines come out differently.

use crate::report::measure::Measure;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ablations {
    #[serde(default)]
    pub ablation: Vec<Ablation>,
}

/// What is changed to show why a headline comes out differently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ablation {
    /// Which headline.
    pub headline: String,
    /// What the change shows.
    pub cause: String,
    /// Overrides on top of those of both runs.
    #[serde(default)]
    pub set: Vec<String>,
    /// What is averaged, in place of the headline's workloads.
    pub workloads: Option<Vec<String>>,
    /// Workloads in place of others.
    #[serde(default)]
    pub replace: BTreeMap<String, String>,
    /// In place of the headline's.
    pub of: Option<String>,
    /// In place of the headline's.
    pub over: Option<String>,
    /// What is measured of both runs, in place of the headline's measures.
    pub measure: Option<Measure>,
}
