//! Measurements by runs of the golden GPU, which are kept.

use super::evaluator::{Ask, Evaluator, Measured, Stage};
use crate::error::Error;
use crate::method::Method;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::store::Store;
use crate::subject::Subject;
use crate::worker_pool::WorkerPool;
use heddle_contract::Config;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The sizes that a run needed, by key of the machine (EXP-6).
pub type Needs<'a> = dyn Fn(&RunResult, Method) -> BTreeMap<String, u64> + 'a;

/// Answers questions with runs of programs on machines.
pub struct Runs<'a> {
    /// Folder that keeps the runs.
    pub folder: &'a Path,
    /// Who is told.
    pub observer: &'a dyn Observer,
    /// Runs at the same time.
    pub jobs: usize,
    /// Number of cycles after which a launch is given up.
    pub max_cycles: u64,
    /// The programs.
    pub subjects: &'a [Subject],
    /// The points: how divergence is handled, and the machine.
    pub points: Vec<(Method, Config)>,
    /// What a run needed.
    pub needs: &'a Needs<'a>,
    /// How many runs were simulated; the others were kept.
    pub simulated: usize,
    /// The statistics of whole runs, by point and program.
    pub whole: BTreeMap<(usize, usize), Value>,
}

impl Runs<'_> {
    /// The run that answers a question.
    pub fn planned(&self, ask: &Ask) -> PlannedRun {
        let (method, config) = &self.points[ask.point];
        PlannedRun {
            subject: self.subjects[ask.program].clone(),
            method: *method,
            config: config.clone(),
            max_cycles: self.max_cycles,
            window: ask.window,
            timeline_of: None,
        }
    }

    fn measured(&self, ask: &Ask, result: &RunResult) -> Measured {
        let count = |path: &str| result.value(path).and_then(Value::as_u64);
        let ended = result.value("outcome.kind").and_then(Value::as_str);
        Measured {
            cycles: count("cycles").unwrap_or(0),
            thread_instructions: count("thread_instructions").unwrap_or(0),
            is_complete: ended == Some("completed"),
            failure: result.failure.clone(),
            needs: (self.needs)(result, self.points[ask.point].0),
        }
    }
}

impl Evaluator for Runs<'_> {
    type Error = Error;

    fn measure(&mut self, stage: Stage, asks: &[Ask]) -> Result<Vec<Measured>, Error> {
        let planned: Vec<PlannedRun> = asks.iter().map(|ask| self.planned(ask)).collect();
        self.observer.stage(&in_words(stage, planned.len()));
        // The store is another command's between two batches, which finds these results.
        let pool = WorkerPool::new(Store::new(self.folder, self.observer)?, &planned);
        let results = pool.work(self.jobs, self.observer)?;
        self.simulated += results.simulated;
        for (ask, planned) in asks.iter().zip(&planned) {
            let result = results.of(planned);
            let is_whole =
                result.value("outcome.kind").and_then(Value::as_str) == Some("completed");
            if is_whole {
                let place = (ask.point, ask.program);
                self.whole.insert(place, result.statistics.clone());
            }
        }
        let answers = asks.iter().zip(&planned);
        let answers = answers.map(|(ask, planned)| self.measured(ask, results.of(planned)));
        Ok(answers.collect())
    }
}

fn in_words(stage: Stage, runs: usize) -> String {
    match stage {
        Stage::Reference => format!("the reference: {runs} runs"),
        Stage::Window(cycles) => format!("windows of {cycles} cycles: {runs} runs"),
        Stage::Full => format!("whole runs: {runs}"),
    }
}
