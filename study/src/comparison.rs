//! The results of every combination of mechanisms, programs and settings.

mod plan;

pub use plan::Plan;

use crate::error::Error;
use crate::mean::harmonic;
use crate::memory::{Difference, agreement, differences};
use crate::planned::PlannedRun;
use crate::plot::{Series, grouped};
use crate::result::RunResult;
use crate::subject::Subject;
use crate::worker_pool::{Results, verdict};
use serde_json::{Value, json};

/// Name of the mean over subjects.
pub const MEAN: &str = "mean";

/// The results of a plan's runs.
pub struct Comparison<'a> {
    plan: &'a Plan,
    results: &'a Results,
    differences: Vec<Difference<'a>>,
}

impl<'a> Comparison<'a> {
    /// The comparison of a plan, whose runs must be among the results.
    pub fn new(plan: &'a Plan, results: &'a Results) -> Self {
        Comparison {
            plan,
            results,
            differences: differences(&plan.planned_runs, results, |planned| json!(planned.config)),
        }
    }

    fn result(&self, [setting, subject, mechanism]: [usize; 3]) -> &RunResult {
        self.results
            .of(self.plan.planned(setting, subject, mechanism))
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        self.plan
    }

    /// Thread instructions per cycle of a run, given by setting, subject and mechanism; `None` if it failed.
    pub fn ipc(&self, place: [usize; 3]) -> Option<f64> {
        let result = self.result(place);
        match result.failure {
            None => result.number("ipc"),
            Some(_) => None,
        }
    }

    /// Harmonic mean over the subjects; `None` if a run failed.
    pub fn mean(&self, setting: usize, mechanism: usize) -> Option<f64> {
        let subjects = 0..self.plan.subjects.len();
        let all = subjects.map(|subject| self.ipc([setting, subject, mechanism]));
        harmonic(all.collect::<Option<Vec<_>>>()?)
    }

    /// A value relative to that of the baseline; `None` if a run failed.
    pub fn over_baseline(
        &self,
        of: impl Fn(usize) -> Option<f64>,
        mechanism: usize,
    ) -> Option<f64> {
        Some(of(mechanism)? / of(self.plan.baseline)?)
    }

    /// A chart for each setting: file name and SVG.
    pub fn charts(&self) -> Vec<(String, String)> {
        let settings = 0..self.plan.settings.len();
        let mut charts: Vec<_> = settings.map(|setting| self.chart(setting)).collect();
        if charts.len() > 1 {
            charts.push(self.means());
        }
        charts
    }

    fn chart(&self, setting: usize) -> (String, String) {
        let subjects = self.plan.subjects.iter();
        let mut groups: Vec<String> = subjects.map(|subject| subject.name().into()).collect();
        groups.push(MEAN.into());
        let series = self.series(|mechanism| {
            let subjects = 0..self.plan.subjects.len();
            let ipc = subjects.map(|subject| self.ipc([setting, subject, mechanism]));
            ipc.chain([self.mean(setting, mechanism)]).collect()
        });
        let name = match self.plan.settings[setting].as_str() {
            "" => "ipc.svg".into(),
            setting => format!("ipc {setting}.svg").replace([' ', '/'], "_"),
        };
        (name, grouped("IPC", &groups, &series))
    }

    /// The means of all settings.
    fn means(&self) -> (String, String) {
        let series = self.series(|mechanism| {
            let settings = 0..self.plan.settings.len();
            settings
                .map(|setting| self.mean(setting, mechanism))
                .collect()
        });
        let svg = grouped("IPC, harmonic mean", &self.plan.settings, &series);
        ("means.svg".into(), svg)
    }

    fn series(&self, values: impl Fn(usize) -> Vec<Option<f64>>) -> Vec<Series> {
        let mechanisms = self.plan.mechanisms.iter().enumerate();
        let series = mechanisms.map(|(index, mechanism)| Series {
            label: mechanism.name().into(),
            values: values(index),
        });
        series.collect()
    }

    /// All results as JSON, for programs.
    pub fn as_json(&self) -> Value {
        json!({
            "baseline": self.plan.mechanisms[self.plan.baseline].name(),
            "cells": self.planned_runs(),
            "means": self.means_as_json(),
            "runs": self.results.len(),
            "simulated": self.results.simulated,
        })
    }

    fn planned_runs(&self) -> Vec<Value> {
        let planned = |place @ [setting, subject, mechanism]: [usize; 3]| {
            let planned = self.plan.planned(setting, subject, mechanism);
            let result = self.result(place);
            let ipc = |mechanism| self.ipc([setting, subject, mechanism]);
            json!({
                "setting": self.plan.settings[setting],
                "workload": planned.subject.name(),
                "mechanism": planned.method.name(),
                "cell": planned.name(),
                "failure": result.failure,
                "cycles": result.value("cycles"),
                "simd_efficiency": result.value("simd_efficiency"),
                "ipc": ipc(mechanism),
                "speedup": self.over_baseline(ipc, mechanism),
                "differs": self.differs(planned),
            })
        };
        self.places().map(planned).collect()
    }

    /// Buffers that differ from those of the first mechanism; `None` for a workload, which has a reference.
    fn differs(&self, planned: &PlannedRun) -> Option<&[String]> {
        let Subject::Own(_) = planned.subject else {
            return None;
        };
        let name = planned.name();
        let mut all = self.differences.iter();
        let found = all.find(|difference| difference.run.name() == name);
        Some(found.map_or(&[], |difference| difference.buffers.as_slice()))
    }

    fn means_as_json(&self) -> Vec<Value> {
        let mut means = Vec::new();
        for (setting, name) in self.plan.settings.iter().enumerate() {
            for (index, mechanism) in self.plan.mechanisms.iter().enumerate() {
                let mean = |mechanism| self.mean(setting, mechanism);
                means.push(json!({
                    "setting": name,
                    "mechanism": mechanism.name(),
                    "ipc": mean(index),
                    "speedup": self.over_baseline(mean, index),
                }));
            }
        }
        means
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

    /// The runs that left other memory contents than the first mechanism.
    pub fn differences(&self) -> &[Difference<'a>] {
        &self.differences
    }

    /// The setting of a run.
    pub fn setting(&self, planned: &PlannedRun) -> &str {
        let name = planned.name();
        let mut planned_runs = self.plan.planned_runs.iter();
        let place = planned_runs.position(|other| other.name() == name);
        let [setting, ..] = self.place(place.expect("differences are those of cells"));
        &self.plan.settings[setting]
    }

    /// Whether all runs completed, and those of a kernel left the same memory contents.
    ///
    /// # Errors
    /// [`Error::Failed`] and [`Error::Differ`].
    pub fn verdict(&self) -> Result<(), Error> {
        verdict(&self.plan.planned_runs, self.results)?;
        agreement(&self.differences)
    }
}
