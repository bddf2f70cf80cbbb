//! `experiments.toml`: the runs of the report, and how they are shown.

use crate::report::measure::Measure;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The contents of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiments {
    pub variants: BTreeMap<String, Variant>,
    #[serde(default)]
    pub points: BTreeMap<String, Point>,
    #[serde(default)]
    pub reductions: BTreeMap<String, Reduction>,
    pub column: Option<Column>,
    pub experiment: Vec<Experiment>,
}

/// Another machine, on which every comparison is made a second time (REP-10).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Heading.
    pub label: String,
    /// Explanation for the reader.
    pub about: String,
    /// Overrides of all runs.
    #[serde(default)]
    pub set: Vec<String>,
    /// Overrides of runs under a mechanism, by its name.
    #[serde(default)]
    pub under: BTreeMap<String, Vec<String>>,
}

impl Column {
    /// The overrides of runs under a mechanism.
    pub fn overrides(&self, mechanism: &str) -> impl Iterator<Item = &String> {
        self.set
            .iter()
            .chain(self.under.get(mechanism).into_iter().flatten())
    }
}

/// A mechanism with overrides of the machine.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Label in legends.
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
    /// Label in legends.
    pub label: String,
    /// Position on the axis.
    pub x: f64,
    /// Overrides.
    pub set: Vec<String>,
}

/// How much less is measured in one run than in another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reduction {
    /// Label in legends.
    pub label: String,
    /// The run with the lower value: `VARIANT` or `VARIANT@POINT`.
    pub of: String,
    /// The run with the higher value.
    pub over: String,
    /// The measures of `of` and `over`.
    #[serde(default = "cycles")]
    pub measures: [Measure; 2],
}

fn cycles() -> [Measure; 2] {
    [Measure::Cycles; 2]
}

impl Reduction {
    /// The two runs of the reduction.
    pub fn runs(&self) -> [&str; 2] {
        [&self.of, &self.over]
    }
}

/// A figure or a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Name on the command line.
    pub name: String,
    /// Heading.
    pub title: String,
    /// Location in the paper.
    pub place: String,
    /// Explanation for the reader.
    pub about: String,
    /// How the experiment is shown.
    pub kind: Kind,
    /// The measure.
    #[serde(default)]
    pub measure: Measure,
    /// Names of the variants that run.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Names of the points, if the experiment has an axis.
    #[serde(default)]
    pub points: Vec<String>,
    /// For `Kind::Gains`: the variant that the gains are over.
    pub baseline: Option<String>,
    /// For `Kind::Reductions` and `Kind::Summary`: the bars of a workload, from left to right, and
    /// the reductions in each bar, the least first.
    #[serde(default)]
    pub bars: Vec<Vec<String>>,
    /// Workloads to average in place of the paper's.
    pub workloads: Option<Vec<String>>,
    /// Workloads that are shown but not averaged.
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
    /// A row for each input of a program on each machine: gains over the baseline, by point.
    GainsByInput,
    /// Stacked bars of active threads, a chart for each variant.
    ActiveThreads,
    /// Stacked bars of instructions by active lanes, a chart for each variant.
    ActiveLanes,
    /// Stacked bars of reductions for each workload, and bars of the measure for each variant.
    Reductions,
    /// A table of the greatest and the mean reductions, with the paper's numbers.
    Summary,
    /// One core over time.
    Timeline,
    /// Curves of the occupancy of structures, and a table of the largest numbers of entries.
    Occupancy,
    /// A table of rates with the paper's numbers.
    Rates,
    /// A table of static and dynamic instructions.
    Instructions,
}
