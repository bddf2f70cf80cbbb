//! The results of every combination of mechanisms, programs and settings.

mod charts;
mod csv;
mod json;
mod page;
mod plan;
mod row;
mod unit;

pub use plan::Plan;
pub use row::Row;

use crate::error::Error;
use crate::mean::harmonic;
use crate::memory::{Difference, agreement, differences};
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::subject::Subject;
use crate::worker_pool::{Results, verdict};
use serde_json::Value;
use std::collections::BTreeSet;

/// Name of the mean over subjects.
pub const MEAN: &str = "mean";

/// The results of a plan's runs.
pub struct Comparison<'a> {
    plan: &'a Plan,
    results: &'a Results,
    /// Names and results in the order of the plan.
    made: Vec<(String, &'a RunResult)>,
    /// With the settings in which they were found.
    found: Vec<(usize, Difference<'a>)>,
}

/// A mean over the programs whose runs completed (REP-19).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean; `None` if no run completed.
    pub value: Option<f64>,
    /// The number of programs that it is over.
    pub over: usize,
    /// The number of programs.
    pub of: usize,
}

impl Mean {
    /// Whether programs are missing.
    pub fn is_partial(self) -> bool {
        self.over < self.of
    }
}

impl<'a> Comparison<'a> {
    /// The comparison of a plan, whose runs must be among the results.
    pub fn new(plan: &'a Plan, results: &'a Results) -> Self {
        let of_setting = (plan.subjects.len() * plan.mechanisms.len()).max(1);
        let settings = plan.planned_runs.chunks(of_setting).enumerate();
        let found = settings.flat_map(|(setting, runs)| {
            // A run that reads little of a setting serves several, so that machines say nothing about what is compared.
            let all = differences(runs, results, |_| Value::Null).into_iter();
            all.map(move |difference| (setting, difference))
        });
        let made = plan.planned_runs.iter().map(|run| {
            let name = run.name();
            let result = results.named(&name);
            (name, result)
        });
        Comparison {
            plan,
            results,
            made: made.collect(),
            found: found.collect(),
        }
    }

    /// Name and result of a run, given by setting, subject and mechanism.
    fn made(&self, [setting, subject, mechanism]: [usize; 3]) -> &(String, &'a RunResult) {
        &self.made[self.plan.place(setting, subject, mechanism)]
    }

    /// The plan.
    pub fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Number of distinct runs; those that differ only in what they do not read are one.
    pub fn runs(&self) -> usize {
        self.results.len()
    }

    /// Thread instructions per cycle of a run, given by setting, subject and mechanism; `None` if it failed.
    pub fn ipc(&self, place: [usize; 3]) -> Option<f64> {
        let (_, result) = self.made(place);
        match result.failure {
            None => result.number("ipc"),
            Some(_) => None,
        }
    }

    /// IPC of a run relative to that of the baseline; `None` if one of the two failed.
    pub fn speedup(&self, [setting, subject, mechanism]: [usize; 3]) -> Option<f64> {
        let baseline = self.ipc([setting, subject, self.plan.baseline])?;
        Some(self.ipc([setting, subject, mechanism])? / baseline)
    }

    /// Harmonic mean of IPC over the programs that completed.
    pub fn mean(&self, setting: usize, mechanism: usize) -> Mean {
        let subjects = 0..self.plan.subjects.len();
        let all = subjects.filter_map(|subject| self.ipc([setting, subject, mechanism]));
        let all: Vec<f64> = all.collect();
        self.over(all.len(), harmonic(all))
    }

    /// The ratio of the harmonic means of a mechanism and of the baseline, over the programs that completed under both.
    pub fn mean_speedup(&self, setting: usize, mechanism: usize) -> Mean {
        let subjects = 0..self.plan.subjects.len();
        let both = subjects.filter_map(|subject| {
            let ipc = |mechanism| self.ipc([setting, subject, mechanism]);
            Some((ipc(mechanism)?, ipc(self.plan.baseline)?))
        });
        let (ours, theirs): (Vec<f64>, Vec<f64>) = both.unzip();
        let over = ours.len();
        let ratio = harmonic(ours).zip(harmonic(theirs));
        self.over(over, ratio.map(|(ours, theirs)| ours / theirs))
    }

    fn over(&self, over: usize, value: Option<f64>) -> Mean {
        Mean {
            value,
            over,
            of: self.plan.subjects.len(),
        }
    }

    /// Whether means say more than single runs.
    pub fn has_means(&self) -> bool {
        self.plan.subjects.len() > 1
    }

    /// Charts: file names and SVG. Lines over the values of a key, means, and bars for each setting.
    pub fn charts(&self) -> Vec<(String, String)> {
        let charts = charts::all(self);
        charts.iter().map(charts::Chart::file).collect()
    }

    /// The charts and the table of runs as a page in one file, which needs no other.
    pub fn page(&self) -> String {
        page::page(self)
    }

    /// A line for each run, for programs that read CSV (RFC 4180).
    pub fn as_csv(&self) -> String {
        csv::text(self)
    }

    /// All results as JSON, for programs.
    pub fn as_json(&self) -> Value {
        json::value(self)
    }

    /// The runs in the order of the plan.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.places().map(|place| Row::new(self, place))
    }

    /// The failed runs in the order of the plan; of rows that share a run only the first.
    pub fn failed(&self) -> Vec<Row<'_>> {
        let mut seen = BTreeSet::new();
        let failed = self.rows().filter(|row| row.result.failure.is_some());
        failed.filter(|row| seen.insert(row.run.clone())).collect()
    }

    /// Setting, subject and mechanism of every run.
    fn places(&self) -> impl Iterator<Item = [usize; 3]> {
        (0..self.plan.planned_runs.len()).map(|planned| self.place(planned))
    }

    fn place(&self, planned: usize) -> [usize; 3] {
        let mechanisms = self.plan.mechanisms.len();
        let subjects = self.plan.subjects.len();
        let row = planned / mechanisms;
        [row / subjects, row % subjects, planned % mechanisms]
    }

    /// Buffers that differ from those of the first mechanism; `None` for a workload, which has a reference.
    fn differs(&self, setting: usize, planned: &PlannedRun) -> Option<&[String]> {
        let Subject::Own(_) = planned.subject else {
            return None;
        };
        let of_run = |(other, difference): &&(usize, Difference<'_>)| {
            *other == setting && std::ptr::eq(difference.run, planned)
        };
        let found = self.found.iter().find(of_run);
        Some(found.map_or(&[], |(_, difference)| difference.buffers.as_slice()))
    }

    /// The runs that left other memory contents than the first mechanism, with their settings.
    pub fn differences(&self) -> impl Iterator<Item = (&str, &Difference<'a>)> {
        let found = self.found.iter();
        found.map(|(setting, difference)| (self.plan.settings[*setting].as_str(), difference))
    }

    /// Whether all runs completed, and those of a kernel left the same memory contents.
    ///
    /// # Errors
    /// [`Error::Failed`] and [`Error::Differ`].
    pub fn verdict(&self) -> Result<(), Error> {
        verdict(&self.plan.planned_runs, self.results)?;
        agreement(self.found.iter().map(|(_, difference)| difference))
    }
}
