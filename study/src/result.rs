//! The result of a run.

use crate::error::Error;
use crate::kernel::Loaded;
use crate::method::Method;
use crate::planned::PlannedRun;
use crate::subject::Subject;
use heddle_sim::limit_study::{StudyError, study};
use heddle_sim::{Gpu, Limits, Mechanism, Outcome, Report};
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
    ///
    /// # Errors
    /// A kernel that cannot be loaded, and a machine that refuses the run.
    pub fn simulate(run: &PlannedRun) -> Result<RunResult, Error> {
        let loaded = run.subject.load(&run.config)?;
        match run.method {
            Method::Gpu(mechanism) => on_gpu(run, loaded.as_ref(), mechanism),
            Method::Oracle => limit_study(run, loaded.as_ref()),
        }
    }

    /// The result of a run that the machine cannot start.
    pub(crate) fn refused(why: String) -> RunResult {
        RunResult {
            failure: Some(why),
            statistics: json!({ "refused": true }),
        }
    }

    /// Whether the machine could not start the run.
    pub(crate) fn is_refused(&self) -> bool {
        self.value("refused").is_some()
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
        statistics.is_object().then_some(RunResult {
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

fn on_gpu(run: &PlannedRun, loaded: &dyn Loaded, mechanism: Mechanism) -> Result<RunResult, Error> {
    let refused = |error| refused(run, loaded, error);
    let gpu = Gpu::new(&run.config).map_err(|error| refused(error.into()))?;
    let gpu = gpu
        .with_timeline_of(run.timeline_of)
        .with_window(run.window);
    let report = gpu.run(loaded.job(), mechanism, &limits(run));
    let report = report.map_err(refused)?;
    let failure = match is_cut(run, &report) {
        true => None,
        false => run.subject.check(&report).err(),
    };
    Ok(RunResult {
        failure: failure.map(|shortfall| shortfall.to_string()),
        statistics: serde_json::to_value(&report).expect("reports have string keys"),
    })
}

/// Whether a run was cut at the end of its window, as was asked for.
fn is_cut(run: &PlannedRun, report: &Report) -> bool {
    let at_limit = matches!(report.outcome, Outcome::CycleLimit(_));
    at_limit && run.window == Some(report.statistics.cycles)
}

fn limit_study(run: &PlannedRun, loaded: &dyn Loaded) -> Result<RunResult, Error> {
    let found = study(&run.config, loaded.job(), &limits(run), &Arc::default());
    let (failure, statistics) = match found {
        Ok(found) => (None, json!({ "limit_study": found })),
        Err(error @ (StudyError::Stopped(_) | StudyError::Deadlock { .. })) => {
            (Some(error.to_string()), json!({}))
        }
        Err(StudyError::Start(error)) => return Err(refused(run, loaded, error)),
        Err(error) => {
            return Err(Error::NotStudied {
                title: run.title(),
                error: Box::new(error),
            });
        }
    };
    Ok(RunResult {
        failure,
        statistics,
    })
}

/// The error of a run that the machine cannot start, because the request is wrong.
fn refused(run: &PlannedRun, loaded: &dyn Loaded, error: heddle_sim::Error) -> Error {
    let title = run.title();
    match run.subject {
        Subject::Workload { .. } => Error::Refused {
            title,
            error: Box::new(error),
        },
        Subject::Own(_) => Error::KernelRefused {
            title,
            error: loaded.refused(&error),
        },
    }
}
