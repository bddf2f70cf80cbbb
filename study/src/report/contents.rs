//! The contents of the page, and the runs that they need.

use super::data::{Data, Experiment, Headline};
use super::figure::Figure;
use super::headline::{Change, cells_of, compare};
use super::lab::{Lab, Machines};
use super::page::{Explained, Page};
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
        for (headline, change, _) in ablations(data, &headlines) {
            planned_runs.extend(cells_of(machines, headline, &change)?);
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
        let headlines = self.headlines.iter();
        let figures = self.experiments.iter();
        Ok(Page {
            paper: lab.data().name,
            head: lab.data().head.clone(),
            size: machines.size.to_string(),
            seed: machines.seed,
            machine: format!("{} --seed {}", machines.machine.options(), machines.seed),
            version: env!("CARGO_PKG_VERSION"),
            model: MODEL,
            own: machines.own.iter().map(|k| k.name().into()).collect(),
            runs: lab.results.len(),
            failures: self.failures(lab.results),
            headlines: headlines
                .map(|headline| compare(lab, headline, &Change::default()))
                .collect(),
            ablations: self.explained(lab)?,
            figures: figures
                .map(|experiment| Figure::new(lab, experiment))
                .collect(),
        })
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

    fn explained(&self, lab: &Lab<'_>) -> Result<Vec<Explained>, Error> {
        let explain = |(headline, change, cause): (&Headline, Change<'_>, &str)| {
            let planned_runs = cells_of(&lab.machines, headline, &change)?;
            Ok(Explained {
                cause: cause.into(),
                change: change.to_string(),
                before: compare(lab, headline, &Change::default()).ours,
                after: compare(lab, headline, &change),
                runs: planned_runs.iter().map(PlannedRun::name).collect(),
            })
        };
        ablations(lab.data(), &self.headlines)
            .map(explain)
            .collect()
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

/// The ablations of headlines: the changes, and their results.
fn ablations<'a>(
    data: &'static Data,
    headlines: &'a [&'static Headline],
) -> impl Iterator<Item = (&'static Headline, Change<'static>, &'static str)> + 'a {
    let all = data.ablations.iter();
    all.filter_map(|ablation| {
        let headline = headlines.iter().find(|h| h.name == ablation.headline)?;
        Some((*headline, Change::from(ablation), ablation.cause.as_str()))
    })
}
