//! `experiments.toml`: what the report runs, and how it is shown.

use crate::report::measure::Measure;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiments {
    pub variants: BTreeMap<String, Variant>,
    #[serde(default)]
    pub points: BTreeMap<String, Point>,
    #[serde(default)]
    pub reductions: BTreeMap<String, Reduction>,
    pub experiment: Vec<Experiment>,
}

/// A mechanism with overrides of the machine.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// In legends.
    pub label: String,
    /// Name on the command line.
    pub mechanism: String,
    /// Overrides.
    #[serde(default)]
    pub set: Vec<String>,
}

/// A point of an axis.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// In legends.
    pub label: String,
    /// On the axis.
    pub x: f64,
    /// Overrides.
    pub set: Vec<String>,
}

/// How much less is measured of one run than of another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reduction {
    /// In legends.
    pub label: String,
    /// The run with less: `VARIANT` or `VARIANT@POINT`.
    pub of: String,
    /// The run with more.
    pub over: String,
    /// What is measured of `of` and `over`.
    #[serde(default = "cycles")]
    pub measures: [Measure; 2],
}

fn cycles() -> [Measure; 2] {
    [Measure::Cycles; 2]
}

impl Reduction {
    /// The runs behind it.
    pub fn runs(&self) -> [&str; 2] {
        [&self.of, &self.over]
    }
}

/// A figure or a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// On the command line.
    pub name: String,
    /// Heading.
    pub title: String,
    /// In the paper.
    pub place: String,
    /// What a reader has to know.
    pub about: String,
    /// How it is shown.
    pub kind: Kind,
    /// What is measured.
    #[serde(default)]
    pub measure: Measure,
    /// Which variants run.
    #[serde(default)]
    pub variants: Vec<String>,
    /// At which points, if there is an axis.
    #[serde(default)]
    pub points: Vec<String>,
    /// Of [`Kind::Gains`]: over what.
    pub baseline: Option<String>,
    /// Of [`Kind::Reductions`] and [`Kind::Summary`]: the bars of a workload, from left to right, and
    /// the reductions of each, the least first.
    #[serde(default)]
    pub bars: Vec<Vec<String>>,
    /// Workloads in place of the paper's.
    pub workloads: Option<Vec<String>>,
    /// Workloads that are shown and not averaged.
    #[serde(default)]
    pub extra: Vec<String>,
}

/// How an experiment is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Bars of the means, a group for each point.
    Means,
    /// Bars for each workload, with the mean.
    Bars,
    /// Curves of the gain over a baseline, by point.
    Gains,
    /// Bars of the three schemes of the limit study.
    LimitStudy,
    /// Stacked bars of active threads, a chart for each variant.
    ActiveThreads,
    /// Stacked bars of instructions by active lanes, a chart for each variant.
    ActiveLanes,
    /// Stacked bars of reductions for each workload, and bars of what is measured of variants.
    Reductions,
    /// A table of the greatest and the mean reductions, with the paper's.
    Summary,
    /// One core over time.
    Timeline,
    /// Curves of how full structures are, and a table of most entries.
    Occupancy,
    /// A table of rates with the paper's.
    Rates,
}
