//! Charts and tables of an experiment.

mod active_lanes;
mod active_threads;
mod bars;
mod by_input;
mod gains;
mod instructions;
mod rates;
mod reductions;
mod timeline;

use super::data::{Data, Experiment, Kind};
use super::lab::{Added, Lab, Machines};
use crate::error::Error;
use crate::planned::PlannedRun;
use crate::plot::panel::Panel;
use serde::Serialize;

/// Name of the mean over workloads, as in the paper.
const MEAN: &str = "HM";

/// A table.
#[derive(Debug, Default, Serialize)]
pub struct Rows {
    /// Heading; the first column names the rows.
    pub heading: Vec<String>,
    /// Rows, each as wide as the heading.
    pub rows: Vec<Vec<String>>,
}

/// A chart.
#[derive(Debug, Serialize)]
pub struct Chart {
    /// Caption below the chart, if there are several charts.
    pub caption: Option<String>,
    /// Title, for those who do not see it.
    pub title: String,
    /// The `svg` element.
    pub svg: String,
}

impl Chart {
    /// The only chart of an experiment, or the first, which has its title.
    fn only(panel: &Panel) -> Self {
        Chart {
            caption: None,
            title: panel.title.clone(),
            svg: panel.svg(),
        }
    }

    /// One of several charts of an experiment, drawn with a title.
    fn of(experiment: &Experiment, caption: String, draw: impl FnOnce(&str) -> Panel) -> Self {
        let title = format!("{}: {caption}", experiment.title);
        Chart {
            caption: Some(caption),
            ..Chart::only(&draw(&title))
        }
    }
}

/// An experiment with the results of its runs.
#[derive(Debug, Serialize)]
pub struct Figure {
    /// Name of the experiment.
    pub name: String,
    /// Heading.
    pub title: String,
    /// Number of the figure in the paper.
    pub number: String,
    /// Location in the paper.
    pub place: String,
    /// Explanation for the reader.
    pub about: String,
    /// Charts; none where a table is enough.
    pub charts: Vec<Chart>,
    /// The numbers.
    pub table: Rows,
}

impl Figure {
    /// Draws an experiment whose runs are complete.
    pub fn new(lab: &Lab<'_>, experiment: &Experiment) -> Figure {
        let (charts, table) = match experiment.kind {
            Kind::Bars => bars::by_workload(lab, experiment),
            Kind::LimitStudy => bars::limit_study(lab, experiment),
            Kind::Means => bars::means(lab, experiment),
            Kind::Gains => gains::gains(lab, experiment),
            Kind::GainsByInput => by_input::by_input(lab, experiment),
            Kind::ActiveThreads => active_threads::active_threads(lab, experiment),
            Kind::ActiveLanes => active_lanes::active_lanes(lab, experiment),
            Kind::Reductions => reductions::reductions(lab, experiment),
            Kind::Summary => reductions::summary(lab, experiment),
            Kind::Timeline => timeline::timeline(lab, experiment),
            Kind::Occupancy => rates::occupancy(lab, experiment),
            Kind::Rates => rates::rates(lab, experiment),
            Kind::Instructions => instructions::instructions(lab, experiment),
        };
        Figure {
            name: experiment.name.clone(),
            title: experiment.title.clone(),
            number: experiment.number().into(),
            place: experiment.place.clone(),
            about: experiment.about.clone(),
            charts,
            table,
        }
    }
}

impl Experiment {
    /// Number of the figure or table in the paper.
    pub fn number(&self) -> &str {
        self.place.split(',').next().unwrap_or_default()
    }

    /// The workloads that are averaged, once for each input of a program that has several.
    pub fn bands<'a>(&'a self, data: &'a Data) -> Vec<Vec<&'a str>> {
        data.bands(&data.workloads(self.workloads.as_deref()))
    }

    /// The averaged workloads, with all inputs of their programs.
    pub fn workloads<'a>(&'a self, data: &'a Data) -> Vec<&'a str> {
        let programs = data.workloads(self.workloads.as_deref()).into_iter();
        programs.flat_map(|program| data.inputs(program)).collect()
    }

    /// Programs that are shown but not averaged: the experiment's extra workloads, and the user's kernels if programs are shown
    /// one by one.
    pub fn beside<'a>(&'a self, machines: &'a Machines<'_>) -> Vec<&'a str> {
        let own = match self.kind {
            Kind::Means | Kind::Summary | Kind::Timeline | Kind::GainsByInput => &[],
            _ => machines.own,
        };
        let own = own.iter().map(|kernel| kernel.name());
        self.extra.iter().map(String::as_str).chain(own).collect()
    }

    /// All programs that are shown, the averaged ones first.
    pub fn shown<'a>(&'a self, machines: &'a Machines<'_>) -> Vec<&'a str> {
        let averaged = self.workloads(machines.data);
        averaged.into_iter().chain(self.beside(machines)).collect()
    }

    /// The runs of the experiment with their labels: every variant at every point.
    pub fn runs(&self, data: &Data) -> Vec<(String, String)> {
        let variants = self.variants.iter();
        let runs = variants.flat_map(|variant| match self.points.as_slice() {
            [] => vec![variant.clone()],
            points => points.iter().map(|p| format!("{variant}@{p}")).collect(),
        });
        runs.map(|run| (data.label(&run), run)).collect()
    }

    /// A planned run of a workload. For a timeline, only that of one core is kept.
    ///
    /// # Errors
    /// The machine of the options is not compatible with the overrides of the run.
    pub fn planned(
        &self,
        machines: &Machines<'_>,
        run: &str,
        workload: &str,
    ) -> Result<PlannedRun, Error> {
        let planned = machines.planned(run, Added::default(), workload)?;
        Ok(PlannedRun {
            timeline_of: (self.kind == Kind::Timeline).then_some(timeline::CORE),
            ..planned
        })
    }

    /// All planned runs for the experiment, including its baseline and its reductions.
    ///
    /// # Errors
    /// The machine of the options is not compatible with the overrides of a run.
    pub fn planned_runs(&self, machines: &Machines<'_>) -> Result<Vec<PlannedRun>, Error> {
        let baseline = self.baseline.iter();
        let baseline =
            baseline.flat_map(|base| self.points.iter().map(move |p| format!("{base}@{p}")));
        let data = machines.data;
        let bars = self.bars.iter().flatten();
        let reductions = bars.flat_map(|name| data.reduction(name).runs().map(str::to_owned));
        let runs = self.runs(data).into_iter().map(|(_, run)| run);
        let mut planned_runs = Vec::new();
        for run in runs.chain(baseline).chain(reductions) {
            for workload in self.shown(machines) {
                planned_runs.push(self.planned(machines, &run, workload)?);
                if let (Kind::GainsByInput, Some(column)) = (self.kind, &data.column) {
                    let added = Added {
                        column: Some(column),
                        set: &[],
                    };
                    planned_runs.push(machines.planned(&run, added, workload)?);
                }
            }
        }
        Ok(planned_runs)
    }
}

/// A number in a table; a dash if it is missing.
fn shown(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.2}"))
}

/// Adds the paper's numbers in parentheses to Heddle's.
fn beside(ours: &mut [String], printed: &[f64]) {
    for (ours, paper) in ours.iter_mut().zip(printed) {
        *ours += &format!(" ({paper})");
    }
}
