//! A comparison as a table, JSON and charts.

use super::plan::Plan;
use crate::failure::Failure;
use crate::output;
use crate::plot::{Series, grouped};
use crate::runs::{Difference, PlannedRun, Results, RunResult, Subject};
use crate::runs::{agreement, differences, harmonic, verdict};
use serde_json::{Value, json};
use std::path::Path;

/// Name of the row of means.
const MEAN: &str = "mean";

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

    /// Thread instructions per cycle of a run; `None` if it failed.
    fn ipc(&self, place: [usize; 3]) -> Option<f64> {
        let result = self.result(place);
        match result.failure {
            None => result.number("ipc"),
            Some(_) => None,
        }
    }

    /// Harmonic mean over the subjects; `None` if a run failed.
    fn mean(&self, setting: usize, mechanism: usize) -> Option<f64> {
        let subjects = 0..self.plan.subjects.len();
        let all = subjects.map(|subject| self.ipc([setting, subject, mechanism]));
        harmonic(all.collect::<Option<Vec<_>>>()?)
    }

    fn over_baseline(&self, of: impl Fn(usize) -> Option<f64>, mechanism: usize) -> Option<f64> {
        Some(of(mechanism)? / of(self.plan.baseline)?)
    }

    /// Table with a row for each setting and subject, and a row of means; columns are IPC and speed-up of each mechanism.
    pub fn table(&self) -> String {
        let mut heading = vec!["setting".to_owned(), "workload".into()];
        for (index, mechanism) in self.plan.mechanisms.iter().enumerate() {
            heading.push(mechanism.name().into());
            if index != self.plan.baseline {
                heading.push("speed-up".into());
            }
        }
        let varied = self.plan.settings.len() > 1;
        let heading = &heading[usize::from(!varied)..];
        let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
        let right: Vec<usize> = (1 + usize::from(varied)..heading.len()).collect();
        let mut table = output::table(&heading, &right);
        for setting in 0..self.plan.settings.len() {
            for row in self.rows(setting) {
                table.add_row(&row[usize::from(!varied)..]);
            }
        }
        table.to_string()
    }

    fn rows(&self, setting: usize) -> Vec<Vec<String>> {
        let subjects = self.plan.subjects.iter().enumerate();
        let mut rows: Vec<Vec<String>> = subjects
            .map(|(index, subject)| {
                self.row(setting, subject.name(), |mechanism| {
                    self.ipc([setting, index, mechanism])
                })
            })
            .collect();
        if self.plan.subjects.len() > 1 {
            rows.push(self.row(setting, MEAN, |mechanism| self.mean(setting, mechanism)));
        }
        rows
    }

    fn row(&self, setting: usize, name: &str, ipc: impl Fn(usize) -> Option<f64>) -> Vec<String> {
        let mut row = vec![self.plan.settings[setting].clone(), name.into()];
        for mechanism in 0..self.plan.mechanisms.len() {
            row.push(ipc(mechanism).map_or("failed".into(), |ipc| format!("{ipc:.3}")));
            if mechanism != self.plan.baseline {
                let speedup = self.over_baseline(&ipc, mechanism);
                row.push(speedup.map_or(String::new(), |ratio| format!("{ratio:.2}x")));
            }
        }
        row
    }

    /// The number of runs, and where they are kept.
    pub fn summary(&self, folder: &Path) -> String {
        format!(
            "IPC: thread instructions per cycle. {} runs, {} of them simulated now; charts and \
             runs/ in {}",
            self.results.len(),
            self.results.simulated,
            folder.display()
        )
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
    pub fn as_json(&self, folder: &Path, charts: &[(String, String)]) -> Value {
        let charts = charts.iter().map(|(name, _)| folder.join(name));
        json!({
            "baseline": self.plan.mechanisms[self.plan.baseline].name(),
            "cells": self.planned_runs(),
            "means": self.means_as_json(),
            "charts": charts.collect::<Vec<_>>(),
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

    /// A line for each run that left other memory contents than the first mechanism.
    pub fn disagreement(&self) -> Vec<String> {
        let line = |difference: &Difference| match self.setting(difference.run) {
            "" => difference.in_words(),
            setting => format!("{setting}: {}", difference.in_words()),
        };
        self.differences.iter().map(line).collect()
    }

    fn setting(&self, planned: &PlannedRun) -> &str {
        let name = planned.name();
        let mut planned_runs = self.plan.planned_runs.iter();
        let place = planned_runs.position(|other| other.name() == name);
        let [setting, ..] = self.place(place.expect("differences are those of cells"));
        &self.plan.settings[setting]
    }

    /// A failure if a run failed, or left other memory contents than the first mechanism.
    pub fn verdict(&self) -> Result<(), Failure> {
        verdict(&self.plan.planned_runs, self.results)?;
        agreement(&self.differences)
    }
}
