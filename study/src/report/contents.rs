//! The contents of the page, and the runs that they need.

use super::data::{Data, Experiment, Headline};
use super::figure::Figure;
use super::headline::{Change, Explained, cells_of, compare, explained, why, without};
use super::lab::{Lab, Machines};
use super::page::{Counts, Page, Row, Second};
use super::printed;
use crate::error::Error;
use crate::memory::{Difference, differences};
use crate::planned::{MODEL, PlannedRun};
use crate::worker_pool::Results;
use serde_json::json;
use std::collections::BTreeSet;

/// The contents of the page, and the runs that they need.
pub struct Contents {
    experiments: Vec<&'static Experiment>,
    headlines: Vec<&'static Headline>,
    /// The runs; a run that several contents need occurs several times.
    pub planned_runs: Vec<PlannedRun>,
}

impl Contents {
    /// All contents; or only some experiments, and the headlines that need no other runs.
    ///
    /// # Errors
    /// [`Error::NoExperiment`], and a machine that does not fit the overrides of a run.
    pub fn new(machines: &Machines<'_>, only: &[String]) -> Result<Contents, Error> {
        let data = machines.data;
        let experiments = chosen(data, only)?;
        let mut planned_runs = Vec::new();
        for experiment in &experiments {
            planned_runs.extend(experiment.planned_runs(machines)?);
        }
        let mut headlines = Vec::new();
        let there: BTreeSet<String> = planned_runs.iter().map(PlannedRun::name).collect();
        for headline in &data.headlines {
            let needed = cells_of(machines, headline, &Change::default())?;
            if only.is_empty() || needed.iter().all(|planned| there.contains(&planned.name())) {
                planned_runs.extend(needed);
                headlines.push(headline);
            }
        }
        for headline in &headlines {
            let ablations = data.ablations_of(headline).map(Change::from);
            let changes = ablations.chain(data.column.as_ref().map(Change::column));
            for change in changes {
                planned_runs.extend(cells_of(machines, headline, &change)?);
            }
        }
        Ok(Contents {
            experiments,
            headlines,
            planned_runs,
        })
    }

    /// The page, from runs that are complete.
    ///
    /// # Errors
    /// A machine that does not fit the overrides of a run.
    pub fn page(&self, lab: &Lab<'_>) -> Result<Page, Error> {
        let machines = &lab.machines;
        let (headlines, ablations) = self.rows(lab)?;
        let figures = self.experiments.iter();
        let seconds = || headlines.iter().filter_map(|row| row.second.as_ref());
        Ok(Page {
            paper: lab.data().name,
            head: lab.data().head.clone(),
            size: machines.size.to_string(),
            seed: machines.seed,
            machine: format!("{} --seed {}", machines.machine.options(), machines.seed),
            version: env!("CARGO_PKG_VERSION"),
            model: MODEL,
            own: machines.own.iter().map(|k| k.name().into()).collect(),
            runs: self.different_runs(),
            failures: self.failures(lab.results),
            second: Second::of(lab.data()),
            counts: Counts::of(headlines.iter().map(|row| &row.compared)),
            second_counts: lab.data().column.as_ref().map(|_| Counts::of(seconds())),
            printed: printed::rows(lab.data(), &self.headlines),
            headlines,
            ablations,
            figures: figures
                .map(|experiment| Figure::new(lab, experiment))
                .collect(),
        })
    }

    fn different_runs(&self) -> usize {
        let names = self.planned_runs.iter().map(PlannedRun::name);
        names.collect::<BTreeSet<_>>().len()
    }

    fn failures(&self, results: &Results) -> Vec<String> {
        let failure = |planned: &PlannedRun| {
            let failure = results.of(planned).failure.as_ref()?;
            Some(format!(
                "{}: {failure} (cell {})",
                planned.title(),
                planned.name()
            ))
        };
        let failures: BTreeSet<String> = self.planned_runs.iter().filter_map(failure).collect();
        let differences = self.differences(results).into_iter();
        let differences = differences.map(|difference| {
            let name = difference.run.name();
            format!("{} (cell {name})", difference.in_words())
        });
        failures.into_iter().chain(differences).collect()
    }

    /// The runs that left other memory contents. Runs are compared on machines with equal cores, which run the same threads: a
    /// kernel can query nothing beyond the core size.
    pub fn differences(&self, results: &Results) -> Vec<Difference<'_>> {
        let cores = |planned: &PlannedRun| json!([planned.config.cores, planned.config.core]);
        differences(&self.planned_runs, results, cores)
    }

    /// The comparisons, and all experiments about them.
    fn rows(&self, lab: &Lab<'_>) -> Result<(Vec<Row>, Vec<Explained>), Error> {
        let (mut rows, mut experiments) = (Vec::new(), Vec::new());
        for headline in &self.headlines {
            let ablations = lab.data().ablations_of(headline);
            let made = ablations.map(|ablation| explained(lab, headline, ablation));
            let made = made.collect::<Result<Vec<Explained>, Error>>()?;
            rows.push(row(lab, headline, &made));
            experiments.extend(made);
        }
        Ok((rows, experiments))
    }
}

/// A comparison, the same in the second column, and why it differs.
fn row(lab: &Lab<'_>, headline: &Headline, experiments: &[Explained]) -> Row {
    let compared = compare(lab, headline, &Change::default());
    let column = lab.data().column.as_ref();
    let second = column.map(|column| compare(lab, headline, &Change::column(column)));
    let labelled = column
        .zip(second.as_ref())
        .map(|(column, second)| (column.label.as_str(), second));
    Row {
        why: why(&compared, experiments, labelled),
        without: without(lab, headline, &compared),
        compared,
        second,
    }
}

fn chosen(data: &'static Data, only: &[String]) -> Result<Vec<&'static Experiment>, Error> {
    if let Some(unknown) = only.iter().find(|name| !data.names().any(|n| n == *name)) {
        return Err(Error::NoExperiment {
            paper: data.name,
            name: unknown.clone(),
            names: data.names().collect(),
        });
    }
    let chosen = |experiment: &&Experiment| only.is_empty() || only.contains(&experiment.name);
    Ok(data.experiments.iter().filter(chosen).collect())
}
