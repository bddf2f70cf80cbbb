//! The result of a run.

use super::{PlannedRun, Subject};
use crate::command::job::Asked;
use crate::failure::Failure;
use crate::method::Method;
use heddle_sim::limit_study::{StudyError, study};
use heddle_sim::{Error, Gpu, Limits, Mechanism};
use serde_json::{Value, json};
use std::sync::Arc;

/// The result of a run: the statistics, and why it failed if it did.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// How the run failed: a fault, a run without end, a wrong result.
    pub failure: Option<String>,
    /// The keys of `heddle run --json` that do not depend on the host; for a limit study, its counts
    /// for all three schemes.
    pub statistics: Value,
}

impl RunResult {
    /// Simulates a run on the calling thread, and compares the buffers of a workload with the reference.
    pub fn simulate(run: &PlannedRun) -> Result<RunResult, Failure> {
        let asked = run.subject.load(&run.config)?;
        match run.method {
            Method::Gpu(mechanism) => on_gpu(run, &asked, mechanism),
            Method::Oracle => limit_study(run, &asked),
        }
    }

    /// A number in the statistics, given by its path, such as `cache.misses`.
    pub fn number(&self, path: &str) -> Option<f64> {
        self.value(path)?.as_f64()
    }

    /// A value in the statistics, given by its path.
    pub fn value(&self, path: &str) -> Option<&Value> {
        path.split('.')
            .try_fold(&self.statistics, |value, key| value.get(key))
    }

    /// The JSON form that is kept on disk.
    pub fn as_json(&self) -> Value {
        json!({ "failure": self.failure, "statistics": self.statistics })
    }

    /// Reads the JSON form that is kept on disk.
    pub fn from_json(mut value: Value) -> Option<RunResult> {
        let failure = match value.get("failure")? {
            Value::Null => None,
            failure => Some(failure.as_str()?.to_owned()),
        };
        let statistics = value.get_mut("statistics")?.take();
        Some(RunResult {
            failure,
            statistics,
        })
    }
}

fn limits(run: &PlannedRun) -> Limits {
    Limits {
        max_cycles: run.max_cycles,
    }
}

fn on_gpu(run: &PlannedRun, asked: &Asked, mechanism: Mechanism) -> Result<RunResult, Failure> {
    let refused = |error: &Error| refused(run, asked, error);
    let gpu = Gpu::new(&run.config).map_err(|error| refused(&error.into()))?;
    let gpu = gpu.with_timeline_of(run.timeline_of);
    let report = gpu.run(asked.job(), mechanism, &limits(run));
    let report = report.map_err(|error| refused(&error))?;
    let verdict = run.subject.verdict(&report);
    Ok(RunResult {
        failure: verdict.err().map(|failure| failure.to_string()),
        statistics: serde_json::to_value(&report).expect("reports have string keys"),
    })
}

fn limit_study(run: &PlannedRun, asked: &Asked) -> Result<RunResult, Failure> {
    let found = study(&run.config, asked.job(), &limits(run), &Arc::default());
    let (failure, statistics) = match found {
        Ok(found) => (None, json!({ "limit_study": found })),
        Err(error @ (StudyError::Stopped(_) | StudyError::Deadlock { .. })) => {
            (Some(error.to_string()), json!({}))
        }
        Err(StudyError::Start(error)) => return Err(refused(run, asked, &error)),
        Err(error) => {
            let what = format!("{}: {error}", run.title());
            return Err(Failure::input_with(what, error.remedy()));
        }
    };
    Ok(RunResult {
        failure,
        statistics,
    })
}

/// The failure of a run that the machine cannot start, because the request is wrong.
fn refused(run: &PlannedRun, asked: &Asked, error: &Error) -> Failure {
    match run.subject {
        Subject::Workload { .. } => {
            let what = format!("{}: {error}", run.title());
            Failure::input_with(what, error.remedy())
        }
        Subject::Own(_) => asked.failure(error).also(&format!("({})", run.title())),
    }
}
