//! The runs that a comparison needs.

use crate::machine::Machine;
use crate::method::Method;
use crate::planned::PlannedRun;
use crate::subject::Subject;
use heddle_contract::config::ConfigError;
use heddle_sim::Mechanism;

/// Settings of the machine, subjects and mechanisms, and a run for each combination.
pub struct Plan {
    /// Overrides on top of the machine, one text for each setting; an empty text where nothing varies.
    pub settings: Vec<String>,
    /// The programs.
    pub subjects: Vec<Subject>,
    /// The divergence mechanisms.
    pub mechanisms: Vec<Mechanism>,
    /// Index of the mechanism that the others are compared with.
    pub baseline: usize,
    /// The runs, ordered by setting, then subject, then mechanism.
    pub planned_runs: Vec<PlannedRun>,
}

impl Plan {
    /// Plans all combinations. A setting is a list of overrides; launches are given up after `max_cycles`.
    ///
    /// # Errors
    /// A setting that does not fit the machine.
    pub fn new(
        machine: &Machine,
        settings: Vec<Vec<String>>,
        subjects: Vec<Subject>,
        mechanisms: Vec<Mechanism>,
        baseline: usize,
        max_cycles: u64,
    ) -> Result<Plan, ConfigError> {
        let mut planned_runs = Vec::new();
        for setting in &settings {
            let config = machine.with(setting)?;
            for subject in &subjects {
                planned_runs.extend(mechanisms.iter().map(|&mechanism| PlannedRun {
                    subject: subject.clone(),
                    method: Method::Gpu(mechanism),
                    config: config.clone(),
                    max_cycles,
                    window: None,
                    timeline_of: None,
                }));
            }
        }
        Ok(Plan {
            settings: settings.iter().map(|setting| setting.join(" ")).collect(),
            subjects,
            mechanisms,
            baseline,
            planned_runs,
        })
    }

    /// The run of a combination.
    pub fn planned(&self, setting: usize, subject: usize, mechanism: usize) -> &PlannedRun {
        let row = setting * self.subjects.len() + subject;
        &self.planned_runs[row * self.mechanisms.len() + mechanism]
    }
}
