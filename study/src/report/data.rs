//! The contents of the report's data files. Each paper has a folder of them.

mod ablations;
mod claim;
mod experiments;
mod paper;

pub use ablations::Ablation;
pub use claim::{Claim, OfReductions, OfRuns};
pub use experiments::{Experiment, Kind, Point, Reduction, Variant};
pub use paper::{Head, Headline};

use ablations::Ablations;
use experiments::Experiments;
use paper::{Paper, Program, Table};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// The data files in the folder of a paper.
macro_rules! read {
    ($paper:literal) => {
        Data::read(
            $paper,
            include_str!(concat!($paper, "/paper.toml")),
            include_str!(concat!($paper, "/experiments.toml")),
            include_str!(concat!($paper, "/ablations.toml")),
        )
    };
}

/// Every paper that has a folder.
static ALL: LazyLock<[Data; 3]> =
    LazyLock::new(|| [read!("fung2009"), read!("vaidya2013"), read!("lashgar2012")]);

/// All data files of a paper. They are part of the program, so a mistake in them is a bug.
pub struct Data {
    /// Name of the folder, and of the paper on the command line.
    pub name: &'static str,
    /// The head of the page.
    pub head: Head,
    /// The paper's programs, in the order of its tables.
    programs: Vec<Program>,
    /// Mechanisms with overrides, by name.
    pub variants: BTreeMap<String, Variant>,
    /// Points of axes, by name.
    points: BTreeMap<String, Point>,
    /// Reductions from one run to another, by name.
    reductions: BTreeMap<String, Reduction>,
    /// The experiments, in the order of the page.
    pub experiments: Vec<Experiment>,
    /// The headlines, in the order of the page.
    pub headlines: Vec<Headline>,
    /// Tables of numbers.
    tables: Vec<Table>,
    /// Explanations of why headlines come out differently.
    pub ablations: Vec<Ablation>,
}

/// Message of panics: every name that the data files use is defined in them.
const DEFINED: &str = "the data files of the report define what they name";

impl Data {
    /// The data of every paper.
    pub fn all() -> &'static [Data] {
        &*ALL
    }

    fn read(name: &'static str, paper: &str, experiments: &str, ablations: &str) -> Data {
        let paper: Paper = parse(paper);
        let experiments: Experiments = parse(experiments);
        let ablations: Ablations = parse(ablations);
        Data {
            name,
            head: paper.head,
            programs: paper.workload,
            variants: experiments.variants,
            points: experiments.points,
            reductions: experiments.reductions,
            experiments: experiments.experiment,
            headlines: paper.headline,
            tables: paper.table,
            ablations: ablations.ablation,
        }
    }

    /// Names of the experiments.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.experiments.iter().map(|e| e.name.as_str())
    }

    /// Variant and point of a run.
    pub fn parts(&self, run: &str) -> (&Variant, Option<&Point>) {
        let (variant, point) = match run.split_once('@') {
            Some((variant, point)) => (variant, Some(point)),
            None => (run, None),
        };
        let point = point.map(|name| self.points.get(name).expect(DEFINED));
        (self.variants.get(variant).expect(DEFINED), point)
    }

    /// The label of a run in legends: the variant, and the point if it has one.
    pub fn label(&self, run: &str) -> String {
        match self.parts(run) {
            (variant, Some(point)) => format!("{} {}", variant.label, point.label),
            (variant, None) => variant.label.clone(),
        }
    }

    /// The reduction with a name.
    pub fn reduction(&self, name: &str) -> &Reduction {
        self.reductions.get(name).expect(DEFINED)
    }

    /// The named workloads; the paper's if none are named.
    pub fn workloads<'a>(&'a self, named: Option<&'a [String]>) -> Vec<&'a str> {
        match named {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => self.programs.iter().map(|p| p.name.as_str()).collect(),
        }
    }

    /// The paper's name for a workload; the workload's own name if it is not in the paper.
    pub fn name_in_paper(&self, workload: &str) -> String {
        self.program(workload)
            .map_or(workload, |program| &program.label)
            .to_owned()
    }

    /// Overrides under which a workload always runs.
    pub fn set_of(&self, workload: &str) -> &[String] {
        self.program(workload).map_or(&[], |program| &program.set)
    }

    fn program(&self, workload: &str) -> Option<&Program> {
        self.programs.iter().find(|p| p.name == workload)
    }

    /// The numbers that the paper prints for a variant of an experiment, by workload.
    pub fn printed(&self, experiment: &str, variant: &str) -> Option<&[f64]> {
        let table = self.tables.iter().find(|t| t.experiment == experiment)?;
        Some(table.rows.get(variant)?)
    }
}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn parse<T: for<'a> Deserialize<'a>>(text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("a data file of the report: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn unique<'a>(names: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        names.for_each(|name| assert!(seen.insert(name), "{name} is there twice"));
        seen
    }

    /// Every name is defined; names that this test does not check are looked up in every run of the report.
    #[test]
    fn names_are_those_of_something() {
        for data in Data::all() {
            let experiments = unique(data.names());
            let headlines = unique(data.headlines.iter().map(|h| h.name.as_str()));
            assert_eq!(experiments.intersection(&headlines).next(), None);
            mechanisms_are_known(data);
            ablations_change_headlines(data, &headlines);
            ablations_change_one_thing(data);
            tables_fit_their_experiments(data);
        }
    }

    fn mechanisms_are_known(data: &Data) {
        for variant in data.variants.values() {
            let known = heddle_sim::Mechanism::ALL.map(|m| m.name());
            let mechanism = variant.mechanism.as_str();
            assert!(mechanism == "oracle" || known.contains(&mechanism));
        }
    }

    fn ablations_change_headlines(data: &Data, headlines: &BTreeSet<&str>) {
        for ablation in &data.ablations {
            assert!(headlines.contains(ablation.headline.as_str()));
        }
    }

    /// An ablation changes one thing: the run, an override or a workload. A cache of another size may change ways and bytes.
    fn ablations_change_one_thing(data: &Data) {
        for ablation in &data.ablations {
            let is_cache = ablation
                .set
                .iter()
                .all(|set| set.starts_with("memory.cache_"));
            let changes = [
                usize::from(ablation.of.is_some() || ablation.over.is_some()),
                if is_cache {
                    ablation.set.len().min(1)
                } else {
                    ablation.set.len()
                },
                ablation.replace.len(),
                usize::from(ablation.workloads.is_some()),
                usize::from(ablation.measure.is_some()),
            ];
            let change = crate::report::Change::from(ablation);
            assert_eq!(
                changes.iter().sum::<usize>(),
                1,
                "{}: {change}",
                ablation.headline
            );
        }
    }

    fn tables_fit_their_experiments(data: &Data) {
        for table in &data.tables {
            let experiment = data.experiments.iter().find(|e| e.name == table.experiment);
            let experiment = experiment.expect("a table of an experiment");
            let workloads = data.workloads(experiment.workloads.as_deref()).len();
            for (variant, row) in &table.rows {
                assert!(experiment.variants.contains(variant), "{variant}");
                let points = experiment.points.len();
                assert_eq!(row.len(), if points == 0 { workloads } else { points });
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
