//! The result of a launch, whichever runner ran it.

use heddle_sim::Report;
use serde_json::Value;

/// A launch that ran.
#[derive(Debug)]
pub struct Ran {
    /// The report of the run whose memory the host program goes on with.
    pub report: Report,
    /// Further results of the launch, with their key in the report file.
    pub beside: Option<(&'static str, Value)>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

impl Ran {
    /// A run of the golden GPU alone.
    pub fn of_golden(report: Report) -> Ran {
        Ran {
            report,
            beside: None,
            warnings: Vec::new(),
        }
    }
}

/// The text of an error and of its remedy.
pub fn explained(error: &heddle_sim::Error) -> String {
    format!("{error}; {}", error.remedy())
}
