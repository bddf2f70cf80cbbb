//! `ablations.toml`: why headlines come out differently.

use crate::report::measure::Measure;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ablations {
    /// Headlines that many ablations are about, under a name that stands for them.
    #[serde(default)]
    groups: BTreeMap<String, Vec<String>>,
    /// The inputs that experiments are made with, of a program that has several (REP-17); all if there are none here.
    #[serde(default)]
    inputs: Vec<String>,
    #[serde(default)]
    ablation: Vec<Ablation>,
}

impl Ablations {
    /// The ablations, with the headlines of groups in place of their names, and their inputs.
    pub fn without_groups(self) -> Vec<Ablation> {
        let Ablations {
            groups,
            inputs,
            ablation,
        } = self;
        let named = |name: String| groups.get(&name).cloned().unwrap_or(vec![name]);
        let all = ablation.into_iter().map(|ablation| Ablation {
            headlines: ablation.headlines.into_iter().flat_map(named).collect(),
            inputs: inputs.clone(),
            ..ablation
        });
        all.collect()
    }
}

/// A change that shows why a headline comes out differently.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ablation {
    /// Names of the headlines; that of a group stands for its headlines, that of a table for all its cells.
    pub headlines: Vec<String>,
    /// What the change shows.
    pub cause: String,
    /// Overrides in addition to those of both runs.
    #[serde(default)]
    pub set: Vec<String>,
    /// The workloads to average, in place of the headline's.
    pub workloads: Option<Vec<String>>,
    /// A program that is left out.
    pub without: Option<String>,
    /// Workloads that replace others.
    #[serde(default)]
    pub replace: BTreeMap<String, String>,
    /// The run or reduction in place of the headline's `of`; a variant without a point takes the headline's.
    pub of: Option<String>,
    /// As `of`, in place of the headline's `over`.
    pub over: Option<String>,
    /// The measure for both runs, in place of the headline's measures.
    pub measure: Option<Measure>,
    /// The inputs that it is made with, of a program that has several; all if there are none here.
    #[serde(skip)]
    pub inputs: Vec<String>,
}
