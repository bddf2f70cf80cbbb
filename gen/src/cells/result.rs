//! What a cell came to.

use super::{Cell, Subject};
use crate::command::job::Asked;
use crate::failure::Failure;
use crate::method::Method;
use heddle_sim::limit_study::{StudyError, study};
use heddle_sim::{Error, Gpu, Limits, Mechanism};
use serde_json::{Value, json};
use std::sync::Arc;

/// What a cell came to: the statistics, and why it failed if it did.
#[derive(Clone, Debug, PartialEq)]
pub struct CellResult {
    /// How it failed: a fault, a run without end, a wrong result.
    pub failure: Option<String>,
    /// The keys of `heddle run --json` that do not depend on the host. Of a limit study: its counts
    /// for all three schemes.
    pub statistics: Value,
}

impl CellResult {
    /// Simulates a cell on the calling thread, and compares the buffers of a workload with the reference.
    pub fn simulate(cell: &Cell) -> Result<CellResult, Failure> {
        let asked = cell.subject.load(&cell.config)?;
        match cell.method {
            Method::Gpu(mechanism) => on_gpu(cell, &asked, mechanism),
            Method::Oracle => limit_study(cell, &asked),
        }
    }

    /// A number among the statistics by its path, such as `cache.misses`.
    pub fn number(&self, path: &str) -> Option<f64> {
        self.value(path)?.as_f64()
    }

    /// A value among the statistics by its path.
    pub fn value(&self, path: &str) -> Option<&Value> {
        path.split('.')
            .try_fold(&self.statistics, |value, key| value.get(key))
    }

    /// As it is kept.
    pub fn as_json(&self) -> Value {
        json!({ "failure": self.failure, "statistics": self.statistics })
    }

    /// From what is kept.
    pub fn from_json(mut value: Value) -> Option<CellResult> {
        let failure = match value.get("failure")? {
            Value::Null => None,
            failure => Some(failure.as_str()?.to_owned()),
        };
        let statistics = value.get_mut("statistics")?.take();
        Some(CellResult {
            failure,
            statistics,
        })
    }
}

fn limits(cell: &Cell) -> Limits {
    Limits {
        max_cycles: cell.max_cycles,
    }
}

fn on_gpu(cell: &Cell, asked: &Asked, mechanism: Mechanism) -> Result<CellResult, Failure> {
    let refused = |error: &Error| refused(cell, asked, error);
    let gpu = Gpu::new(&cell.config).map_err(|error| refused(&error.into()))?;
    let gpu = gpu.with_timeline_of(cell.timeline_of);
    let report = gpu.run(asked.job(), mechanism, &limits(cell));
    let report = report.map_err(|error| refused(&error))?;
    let verdict = cell.subject.verdict(&report);
    Ok(CellResult {
        failure: verdict.err().map(|failure| failure.to_string()),
        statistics: serde_json::to_value(&report).expect("reports have string keys"),
    })
}

fn limit_study(cell: &Cell, asked: &Asked) -> Result<CellResult, Failure> {
    let found = study(&cell.config, asked.job(), &limits(cell), &Arc::default());
    let (failure, statistics) = match found {
        Ok(found) => (None, json!({ "limit_study": found })),
        Err(error @ (StudyError::Stopped(_) | StudyError::Deadlock { .. })) => {
            (Some(error.to_string()), json!({}))
        }
        Err(StudyError::Start(error)) => return Err(refused(cell, asked, &error)),
        Err(error) => {
            let what = format!("{}: {error}", cell.title());
            return Err(Failure::input_with(what, error.remedy()));
        }
    };
    Ok(CellResult {
        failure,
        statistics,
    })
}

/// The machine cannot start the cell: what was asked for is wrong.
fn refused(cell: &Cell, asked: &Asked, error: &Error) -> Failure {
    match cell.subject {
        Subject::Workload { .. } => {
            let what = format!("{}: {error}", cell.title());
            Failure::input_with(what, error.remedy())
        }
        Subject::Own(_) => asked.failure(error).also(&format!("({})", cell.title())),
    }
}
