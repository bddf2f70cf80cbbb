//! The result of a launch, whichever runner ran it.

use heddle_sim::functional::FunctionalReport;
use heddle_sim::{Outcome, Report};
use serde_json::Value;

/// The report of a launch.
#[derive(Debug)]
pub enum Told {
    /// Of the golden GPU.
    Golden(Box<Report>),
    /// Of the functional device.
    Functional(Box<FunctionalReport>),
}

impl Told {
    /// How the launch ended.
    pub fn outcome(&self) -> &Outcome {
        match self {
            Told::Golden(report) => &report.outcome,
            Told::Functional(report) => &report.outcome,
        }
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        let value = match self {
            Told::Golden(report) => serde_json::to_value(report),
            Told::Functional(report) => serde_json::to_value(report),
        };
        value.expect("reports have string keys")
    }

    /// The cycles by which the clock of the device advances.
    pub fn cycles(&self) -> u64 {
        match self {
            Told::Golden(report) => report.statistics.cycles,
            // FUN-5: host programs divide by the time of a launch.
            Told::Functional(report) => report.counts.instructions,
        }
    }
}

/// A launch that ran.
#[derive(Debug)]
pub struct Ran<R = Told> {
    /// The report of the run whose memory the host program goes on with.
    pub report: R,
    /// Further results of the launch, with their key in the report file.
    pub beside: Option<(&'static str, Value)>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl Ran<Report> {
    /// A run of the golden GPU alone.
    pub fn of_golden(report: Report) -> Ran<Report> {
        Ran {
            report,
            beside: None,
            warnings: Vec::new(),
        }
    }

    /// The same run as one of any device.
    pub fn told(self) -> Ran {
        Ran {
            report: Told::Golden(Box::new(self.report)),
            beside: self.beside,
            warnings: self.warnings,
        }
    }
}

impl Ran {
    /// A run of the functional device.
    pub fn of_functional(report: FunctionalReport) -> Ran {
        Ran {
            report: Told::Functional(Box::new(report)),
            beside: None,
            warnings: Vec::new(),
        }
    }
}

/// The text of an error and of its remedy.
pub fn explained(error: &heddle_sim::Error) -> String {
    format!("{error}; {}", error.remedy())
}
