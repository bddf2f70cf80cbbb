//! The contents of the report's data files. Each paper has a folder of them.

mod ablations;
mod cells;
mod claim;
mod experiments;
mod paper;
mod printed;

pub use ablations::Ablation;
pub use claim::{Claim, OfReductions, OfRuns};
pub use experiments::{Column, Experiment, Kind, Point, Reduction, Variant};
pub use paper::{Head, Headline};
pub use printed::Printed;

use ablations::Ablations;
use experiments::Experiments;
use paper::{Paper, Program, Table};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// The data files in the folder of a paper; with a list of everything that it prints, if there is one.
macro_rules! read {
    ($paper:literal) => {
        read!($paper, ["", ""])
    };
    ($paper:literal, printed) => {
        read!(
            $paper,
            [
                include_str!(concat!($paper, "/printed.toml")),
                include_str!(concat!($paper, "/uncompared.toml")),
            ]
        )
    };
    ($paper:literal, $printed:expr) => {
        Data::read(
            $paper,
            include_str!(concat!($paper, "/paper.toml")),
            include_str!(concat!($paper, "/experiments.toml")),
            include_str!(concat!($paper, "/ablations.toml")),
            $printed,
        )
    };
}

/// Every paper that has a folder.
static ALL: LazyLock<[Data; 4]> = LazyLock::new(|| {
    [
        read!("fung2009", printed),
        read!("vaidya2013"),
        read!("lashgar2012"),
        read!("collange2011", printed),
    ]
});

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
    /// The machine of a second column, if the paper has one.
    pub column: Option<Column>,
    /// The experiments, in the order of the page.
    pub experiments: Vec<Experiment>,
    /// The headlines, in the order of the page.
    pub headlines: Vec<Headline>,
    /// Tables of numbers.
    tables: Vec<Table>,
    /// Explanations of why headlines come out differently.
    pub ablations: Vec<Ablation>,
    /// Everything that the paper prints and that something here can be held against.
    pub printed: Vec<Printed>,
    /// Reasons why printed rows are compared with no run, by row.
    uncompared: BTreeMap<String, String>,
}

/// Message of panics: every name that the data files use is defined in them.
const DEFINED: &str = "the data files of the report define what they name";

impl Data {
    /// The data of every paper.
    pub fn all() -> &'static [Data] {
        &*ALL
    }

    fn read(
        name: &'static str,
        paper: &str,
        experiments: &str,
        ablations: &str,
        [printed, uncompared]: [&str; 2],
    ) -> Data {
        let paper: Paper = parse(paper);
        let experiments: Experiments = parse(experiments);
        let ablations: Ablations = parse(ablations);
        let printed: printed::List = parse(printed);
        let uncompared: printed::Reasons = parse(uncompared);
        let tables = paper.table.iter();
        let cells = tables.flat_map(|table| cells::headlines(table, &experiments, &paper.workload));
        let headlines = cells.collect::<Vec<_>>();
        let headlines = paper.headline.into_iter().chain(headlines);
        Data {
            name,
            head: paper.head,
            programs: paper.workload,
            variants: experiments.variants,
            points: experiments.points,
            reductions: experiments.reductions,
            column: experiments.column,
            experiments: experiments.experiment,
            headlines: headlines.collect(),
            tables: paper.table,
            ablations: ablations.without_groups(),
            printed: printed.printed,
            uncompared: uncompared.by_row(),
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

    /// The named programs; the paper's if none are named.
    pub fn workloads<'a>(&'a self, named: Option<&'a [String]>) -> Vec<&'a str> {
        match named {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => self.programs.iter().map(|p| p.name.as_str()).collect(),
        }
    }

    /// The paper's name for a workload, with that of the input if there are several; the workload's own name if it is not in the
    /// paper.
    pub fn name_in_paper(&self, workload: &str) -> String {
        let Some(program) = self.program(workload) else {
            return workload.to_owned();
        };
        let input = program.inputs.iter().find(|input| input.name == workload);
        input.map_or(program.label.clone(), |input| {
            format!("{}, {}", program.label, input.label)
        })
    }

    /// The paper's name for a program.
    pub fn name_of_program(&self, name: &str) -> String {
        let program = self.programs.iter().find(|p| p.name == name);
        program.map_or(name.to_owned(), |program| program.label.clone())
    }

    /// The ablations of a headline; those of a table are of all its cells.
    pub fn ablations_of<'a>(
        &'a self,
        headline: &'a Headline,
    ) -> impl Iterator<Item = &'a Ablation> {
        let of_it = |ablation: &&Ablation| {
            let mut named = ablation.headlines.iter();
            named.any(|name| *name == headline.name || self.is_cell(headline, name))
        };
        self.ablations.iter().filter(of_it)
    }

    fn is_cell(&self, headline: &Headline, table: &str) -> bool {
        let rest = headline.name.strip_prefix(table);
        self.tables.iter().any(|t| t.experiment == table)
            && rest.is_some_and(|r| r.starts_with('-'))
    }

    /// Overrides under which a workload always runs.
    pub fn set_of(&self, workload: &str) -> &[String] {
        self.program(workload).map_or(&[], |program| &program.set)
    }

    fn program(&self, workload: &str) -> Option<&Program> {
        let is_it = |program: &&Program| {
            program.name == workload || program.inputs.iter().any(|i| i.name == workload)
        };
        self.programs.iter().find(is_it)
    }

    /// The numbers that the paper prints for a variant of an experiment: by point, or by program.
    pub fn printed(&self, experiment: &str, variant: &str) -> Option<&[f64]> {
        let table = self.tables.iter().find(|t| t.experiment == experiment)?;
        Some(table.rows.get(variant)?)
    }

    /// The number that the paper prints for a program in a variant of an experiment; all inputs of a program have the same.
    pub fn printed_of(&self, experiment: &str, variant: &str, workload: &str) -> Option<f64> {
        let program = self.program(workload)?;
        let place = self.programs.iter().position(|p| p.name == program.name)?;
        self.printed(experiment, variant)?.get(place).copied()
    }

    /// Why a printed row is compared with no run, if a reason is given.
    pub fn uncompared(&self, row: &str) -> Option<&str> {
        self.uncompared.get(row).map(String::as_str)
    }

    /// The inputs of a program; the program itself if it has one input only.
    pub fn inputs<'a>(&'a self, program: &'a str) -> Vec<&'a str> {
        let found = self.programs.iter().find(|p| p.name == program);
        match found.map(|program| program.inputs.as_slice()) {
            None | Some([]) => vec![program],
            Some(inputs) => inputs.iter().map(|input| input.name.as_str()).collect(),
        }
    }

    /// The workloads of programs, once for each input if one of them has several (REP-11).
    pub fn bands<'a>(&'a self, programs: &[&'a str]) -> Vec<Vec<&'a str>> {
        let inputs: Vec<_> = programs.iter().map(|name| self.inputs(name)).collect();
        let count = inputs.iter().map(Vec::len).max().unwrap_or(1);
        let with = |at: usize| {
            inputs
                .iter()
                .map(|all| all[at.min(all.len() - 1)])
                .collect()
        };
        (0..count).map(with).collect()
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
        let tables: BTreeSet<&str> = data.tables.iter().map(|t| t.experiment.as_str()).collect();
        for name in data.ablations.iter().flat_map(|a| &a.headlines) {
            let known = headlines.contains(name.as_str()) || tables.contains(name.as_str());
            assert!(known, "{name}");
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
                usize::from(ablation.without.is_some()),
            ];
            let change = crate::report::Change::from(ablation);
            assert_eq!(
                changes.iter().sum::<usize>(),
                1,
                "{:?}: {change}",
                ablation.headlines
            );
        }
    }

    /// REP-13: collange2011's programs are all that are built in.
    #[test]
    fn no_program_of_collange2011_is_chosen() {
        let paper = Data::all().iter().find(|data| data.name == "collange2011");
        let built_in: Vec<&str> = heddle_kernels::all().iter().map(|w| w.name()).collect();
        assert_eq!(paper.expect("a paper").workloads(None), built_in);
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

    /// REP-16: everything printed is compared, or says where it is or why it is not.
    #[test]
    fn every_printed_row_is_compared_or_says_why_not() {
        for data in Data::all() {
            let rows = unique(data.printed.iter().map(|row| row.name.as_str()));
            let headlines: BTreeSet<&str> =
                data.headlines.iter().map(|h| h.name.as_str()).collect();
            let reasons: BTreeSet<&str> = data.uncompared.keys().map(String::as_str).collect();
            let both: Vec<_> = headlines.intersection(&reasons).collect();
            assert_eq!(both, Vec::<&&str>::new());
            let neither = |row: &&&str| !headlines.contains(**row) && !reasons.contains(**row);
            assert_eq!(
                rows.iter().filter(neither).collect::<Vec<_>>(),
                Vec::<&&str>::new()
            );
            let of_nothing: Vec<_> = reasons.difference(&rows).collect();
            assert_eq!(of_nothing, Vec::<&&str>::new());
        }
    }

    /// REP-16: no row leaves the lists, and none changes. A row that was forgotten may be added, with a new digest here.
    #[test]
    fn the_lists_of_what_is_printed_do_not_change() {
        let digest = |text: &str| heddle_system::kept::digest(text)[..16].to_owned();
        assert_eq!(
            digest(include_str!("fung2009/printed.toml")),
            "e33c7d6a0c986454"
        );
        assert_eq!(
            digest(include_str!("collange2011/printed.toml")),
            "3a3ca3a0bbb4960e"
        );
    }

    /// The ratios of speeds that tables II and IV imply: cycles are bytes over bandwidth, and bytes are misses of equal programs.
    #[test]
    fn implied_ratios_follow_from_the_tables() {
        let data = Data::all()
            .iter()
            .find(|data| data.name == "fung2009")
            .expect("a paper");
        let implied = data.printed.iter().filter(|row| row.implied);
        let cell = |table: &str, variant: &str, program: &str| {
            let name = format!("{table}-{variant}-{program}");
            let row = data
                .printed
                .iter()
                .find(|row| row.name == name)
                .expect("a cell");
            row.value.expect("a number")
        };
        let mut count = 0;
        for row in implied {
            let [variant, program] = row.name["implied-".len()..]
                .splitn(2, '-')
                .collect::<Vec<_>>()[..]
            else {
                panic!("{}", row.name)
            };
            let of = |table: &str| cell(table, variant, program) / cell(table, "pdom", program);
            let ratio = of("table-ii") / of("table-iv");
            assert!(
                (ratio - row.value.expect("a number")).abs() < 0.006,
                "{}: {ratio}",
                row.name
            );
            count += 1;
        }
        assert_eq!(count, 14);
    }

    #[test]
    fn an_ablation_says_what_it_changes() {
        let file: Ablations = parse(
            "[[ablation]]\nheadlines = [\"dwf-over-pdom\"]\ncause = \"\"\nset = [\"cores=1\"]\n\
             replace = { hmmer = \"bfs\" }\nof = \"unlimited\"",
        );
        let ablations = file.without_groups();
        let change = crate::report::Change::from(&ablations[0]);
        assert_eq!(change.to_string(), "of: unlimited, cores=1, bfs for hmmer");
    }
}
