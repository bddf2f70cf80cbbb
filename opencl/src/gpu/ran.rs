//! What comes of a launch, whoever ran it.

use heddle_sim::Report;
use serde_json::Value;

/// A launch that ran.
#[derive(Debug)]
pub struct Ran {
    /// The run whose memory goes on.
    pub report: Report,
    /// What else there is to say of it, by the key that a report has it under.
    pub beside: Option<(&'static str, Value)>,
    /// What a person should hear of at once.
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

/// What is wrong and what to do about it.
pub fn explained(error: &heddle_sim::Error) -> String {
    format!("{error}; {}", error.remedy())
}
