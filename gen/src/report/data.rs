//! What the data files of the report say.

use super::measure::Measure;
use heddle_kernels::Workload;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The workloads of fung2009, in the order of its tables.
pub fn workloads() -> [&'static dyn Workload; 7] {
    heddle_kernels::paper().map(|(_, workload)| workload)
}

/// What the paper calls a workload; its own name if it is none of the paper's.
pub fn name_in_paper(workload: &str) -> String {
    let all = heddle_kernels::paper();
    let found = all.iter().find(|(_, own)| own.name() == workload);
    found.map_or(workload, |(name, _)| name).to_owned()
}

/// All data files. They are part of the program, so what is wrong with them is a bug.
pub struct Data {
    /// Mechanisms with overrides, by name.
    pub variants: BTreeMap<String, Variant>,
    /// Points of axes, by name.
    pub points: BTreeMap<String, Point>,
    /// In the order of the page.
    pub experiments: Vec<Experiment>,
    /// In the order of the page.
    pub headlines: Vec<Headline>,
    /// The paper's tables II to IV.
    pub tables: Vec<Table>,
    /// Why a headline comes out differently.
    pub ablations: Vec<Ablation>,
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
    pub variants: Vec<String>,
    /// At which points, if there is an axis.
    #[serde(default)]
    pub points: Vec<String>,
    /// Of [`Kind::Gains`]: over what.
    pub baseline: Option<String>,
    /// Workloads in place of the paper's seven.
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
    /// One core over time.
    Timeline,
    /// Curves of how full structures are, and a table of most entries.
    Occupancy,
    /// A table of rates with the paper's.
    Rates,
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
    /// The run: `VARIANT` or `VARIANT@POINT`.
    pub of: String,
    /// What it is compared with.
    pub over: Option<String>,
    /// What is averaged, if it is not all.
    pub workloads: Option<Vec<String>>,
    /// Of [`Claim::Rising`].
    #[serde(default)]
    pub points: Vec<String>,
    /// What is measured of `of` and `over`.
    #[serde(default)]
    pub measures: [Measure; 2],
}

/// What the paper says of a comparison; the file explains them.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    Gain(f64),
    Factor(f64),
    Share(f64),
    Ipc(f64),
    Utilisation(f64),
    More,
    Less,
    Level(f64),
    Rising,
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Experiments {
    variants: BTreeMap<String, Variant>,
    points: BTreeMap<String, Point>,
    experiment: Vec<Experiment>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paper {
    headline: Vec<Headline>,
    table: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ablations {
    #[serde(default)]
    ablation: Vec<Ablation>,
}

impl Data {
    /// The files.
    pub fn get() -> &'static Data {
        static DATA: LazyLock<Data> = LazyLock::new(|| {
            let experiments: Experiments = parse(include_str!("experiments.toml"));
            let paper: Paper = parse(include_str!("paper.toml"));
            let ablations: Ablations = parse(include_str!("ablations.toml"));
            Data {
                variants: experiments.variants,
                points: experiments.points,
                experiments: experiments.experiment,
                headlines: paper.headline,
                tables: paper.table,
                ablations: ablations.ablation,
            }
        });
        &DATA
    }

    /// The numbers that the paper prints for a variant of an experiment, by workload.
    pub fn printed(&self, experiment: &str, variant: &str) -> Option<&[f64]> {
        let table = self.tables.iter().find(|t| t.experiment == experiment)?;
        Some(table.rows.get(variant)?)
    }
}

fn parse<T: for<'a> Deserialize<'a>>(text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("a data file of the report: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::lab::parts;
    use std::collections::BTreeSet;

    fn unique<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        names.for_each(|name| assert!(seen.insert(name), "{name} is there twice"));
        seen
    }

    /// The other names are looked up in every run of the report.
    #[test]
    fn names_are_those_of_something() {
        let data = Data::get();
        let experiments = unique(data.names());
        let headlines = unique(data.headlines.iter().map(|h| h.name.as_str()));
        assert_eq!(experiments.intersection(&headlines).next(), None);
        for variant in data.variants.values() {
            let known = heddle_sim::Mechanism::ALL.map(|m| m.name());
            let mechanism = variant.mechanism.as_str();
            assert!(mechanism == "oracle" || known.contains(&mechanism));
        }
        for ablation in &data.ablations {
            assert!(headlines.contains(ablation.headline.as_str()));
            let runs = [&ablation.of, &ablation.over];
            for run in runs.into_iter().flatten() {
                parts(run);
            }
        }
        for table in &data.tables {
            let experiment = data.experiments.iter().find(|e| e.name == table.experiment);
            let experiment = experiment.expect("a table of an experiment");
            for (variant, row) in &table.rows {
                assert!(experiment.variants.contains(variant), "{variant}");
                let points = experiment.points.len();
                assert_eq!(row.len(), if points == 0 { 7 } else { points });
            }
        }
    }

    #[test]
    fn an_ablation_says_what_it_changes() {
        let file: Ablations = parse(
            "[[ablation]]\nheadline = \"dwf-over-pdom\"\ncause = \"\"\nset = [\"cores=1\"]\n\
             replace = { hmmer = \"bfs\" }\nof = \"unlimited\"",
        );
        let change = crate::report::Change::from(&file.ablation[0]);
        assert_eq!(change.to_string(), "of: unlimited, cores=1, bfs for hmmer");
    }
}
