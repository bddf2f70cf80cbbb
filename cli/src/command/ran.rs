//! A run, as the commands show it: on the golden GPU, or on the functional device.

use super::{checks, profile, statistics};
use crate::failure::Failure;
use crate::output;
use heddle_sim::functional::FunctionalReport;
use heddle_sim::report::Output;
use heddle_sim::{Outcome, Report};
use serde::Serialize;
use serde_json::{Value, json};

/// The report of a run.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Ran {
    /// On the golden GPU.
    Golden(Box<Report>),
    /// On the functional device.
    Functional(Box<FunctionalReport>),
}

impl Ran {
    /// How the run ended.
    pub fn outcome(&self) -> &Outcome {
        match self {
            Ran::Golden(report) => &report.outcome,
            Ran::Functional(report) => &report.outcome,
        }
    }

    /// The output buffers.
    pub fn buffers(&self) -> &[Output] {
        match self {
            Ran::Golden(report) => &report.buffers,
            Ran::Functional(report) => &report.buffers,
        }
    }

    /// The output buffers, to be changed.
    pub fn buffers_mut(&mut self) -> &mut Vec<Output> {
        match self {
            Ran::Golden(report) => &mut report.buffers,
            Ran::Functional(report) => &mut report.buffers,
        }
    }

    /// The report with the keys that only a command knows: the files of the first buffers, and the wall time.
    pub fn as_json(&self, files: &[String], seconds: f64) -> Value {
        let mut value = serde_json::to_value(self).expect("reports have string keys");
        value["wall_seconds"] = json!(seconds);
        for index in 0..self.buffers().len() {
            value["buffers"][index]["file"] = json!(files.get(index));
        }
        value
    }

    /// One line of figures, behind a name.
    pub fn line(&self, name: &str) -> String {
        match self {
            Ran::Golden(report) => statistics::line(name, report),
            Ran::Functional(report) => statistics::functional_line(name, report),
        }
    }

    /// Prints the figures of the run and what was found in it.
    pub fn show(&self, seconds: f64) -> Result<(), Failure> {
        match self {
            Ran::Golden(report) => {
                output::line(&statistics::table(report, seconds))?;
                output::line(&statistics::explanation(report))?;
                profile::show(report)?;
                checks::show(report)
            }
            Ran::Functional(report) => output::line(&statistics::functional_table(report, seconds)),
        }
    }

    /// A failure if a requested search found something.
    pub fn checked(&self) -> Result<(), Failure> {
        match self {
            Ran::Golden(report) => checks::checked(report),
            Ran::Functional(_) => Ok(()),
        }
    }
}
