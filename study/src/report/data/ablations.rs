//! `ablations.toml`: why headlines come out differently.

use crate::report::measure::Measure;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ablations {
    #[serde(default)]
    pub ablation: Vec<Ablation>,
}

/// A change that shows why a headline comes out differently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ablation {
    /// Names of the headlines; that of a table stands for all its cells.
    pub headlines: Vec<String>,
    /// What the change shows.
    pub cause: String,
    /// Overrides in addition to those of both runs.
    #[serde(default)]
    pub set: Vec<String>,
    /// The workloads to average, in place of the headline's.
    pub workloads: Option<Vec<String>>,
    /// Workloads that replace others.
    #[serde(default)]
    pub replace: BTreeMap<String, String>,
    /// The run or reduction in place of the headline's `of`; a variant without a point takes the headline's.
    pub of: Option<String>,
    /// As `of`, in place of the headline's `over`.
    pub over: Option<String>,
    /// The measure for both runs, in place of the headline's measures.
    pub measure: Option<Measure>,
}
