//! A run with everything that tables say about it.

use super::Comparison;
use crate::result::RunResult;

/// A run of a plan. Several rows may share one run.
pub struct Row<'a> {
    /// Name of the program.
    pub program: &'a str,
    /// Name of the mechanism.
    pub mechanism: &'static str,
    /// All overrides in one text.
    pub setting: &'a str,
    /// The values of the plan's keys.
    pub values: &'a [String],
    /// The result.
    pub result: &'a RunResult,
    /// Thread instructions per cycle; `None` if the run failed.
    pub ipc: Option<f64>,
    /// IPC relative to that of the baseline; `None` if one of the two failed.
    pub speedup: Option<f64>,
    /// Buffers that differ from those of the first mechanism; `None` for a workload, which has a reference.
    pub differs: Option<&'a [String]>,
    /// Name of the run, and of the file that keeps it.
    pub run: String,
    /// The command line that repeats the run by itself, if there is one.
    pub command: Option<String>,
}

impl<'a> Row<'a> {
    pub(super) fn new(
        comparison: &'a Comparison<'_>,
        place @ [setting, subject, mechanism]: [usize; 3],
    ) -> Self {
        let plan = comparison.plan();
        let planned = plan.planned(setting, subject, mechanism);
        let (run, result) = comparison.made(place);
        Row {
            program: planned.subject.name(),
            mechanism: planned.method.name(),
            setting: &plan.settings[setting],
            values: &plan.values[setting],
            result,
            ipc: comparison.ipc(place),
            speedup: comparison.speedup(place),
            differs: comparison.differs(setting, planned),
            run: run.clone(),
            command: plan.command(setting, subject, mechanism),
        }
    }

    /// Text for people.
    pub fn title(&self) -> String {
        let Row {
            program, mechanism, ..
        } = self;
        match self.setting {
            "" => format!("{program} under {mechanism}"),
            setting => format!("{program} under {mechanism}, {setting}"),
        }
    }

    /// How the run ended: `failed`, `differs` if it left other memory than the first mechanism, or `completed`.
    pub fn outcome(&self) -> &'static str {
        let differs = self.differs.is_some_and(|buffers| !buffers.is_empty());
        match (&self.result.failure, differs) {
            (Some(_), _) => "failed",
            (None, true) => "differs",
            (None, false) => "completed",
        }
    }

    /// A whole number of the statistics of a run that completed.
    pub fn count(&self, path: &str) -> Option<u64> {
        match self.result.failure {
            None => self.result.value(path)?.as_u64(),
            Some(_) => None,
        }
    }

    /// A number of the statistics of a run that completed.
    pub fn number(&self, path: &str) -> Option<f64> {
        match self.result.failure {
            None => self.result.number(path),
            Some(_) => None,
        }
    }
}
