//! Measurements by runs of the golden GPU, which are kept.

use super::evaluator::{Ask, Evaluator, Measured, Stage, Usage};
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

    /// The result of one run.
    ///
    /// # Errors
    /// A run that could not be made or kept.
    pub fn result(&mut self, ask: &Ask) -> Result<RunResult, Error> {
        let planned = [self.planned(ask)];
        let pool = WorkerPool::new(Store::new(self.folder, self.observer)?, &planned);
        let results = pool.work(1, self.observer)?;
        self.simulated += results.simulated;
        Ok(results.of(&planned[0]).clone())
    }

    fn measured(&self, ask: &Ask, result: &RunResult) -> Measured {
        let count = |path: &str| result.value(path).and_then(Value::as_u64);
        let ended = result.value("outcome.kind").and_then(Value::as_str);
        Measured {
            cycles: count("cycles").unwrap_or(0),
            thread_instructions: count("thread_instructions").unwrap_or(0),
            is_complete: ended == Some("completed"),
            failure: result.failure.clone(),
            usage: usage(result),
            needs: (self.needs)(result, self.points[ask.point].0),
        }
    }
}

impl Evaluator for Runs<'_> {
    type Error = Error;

    fn measure(&mut self, stage: Stage, asks: &[Ask]) -> Result<Vec<Measured>, Error> {
        let planned: Vec<PlannedRun> = asks.iter().map(|ask| self.planned(ask)).collect();
        self.observer.stage(&in_words(stage, planned.len()));
        // Another command on the folder may have made some of them meanwhile.
        let pool = WorkerPool::new(Store::new(self.folder, self.observer)?, &planned);
        let pool = match stage {
            // A point that cannot run a program is none; a request whose reference cannot is wrong.
            Stage::Reference => pool,
            _ => pool.keeping_refusals(),
        };
        let results = pool.work(self.jobs, self.observer)?;
        self.simulated += results.simulated;
        let answers = asks.iter().zip(&planned);
        let answers = answers.map(|(ask, planned)| self.measured(ask, results.of(planned)));
        Ok(answers.collect())
    }
}

/// How the lanes spent a run, as its report says.
fn usage(result: &RunResult) -> Option<Usage> {
    let lanes = result.value("limits.lanes")?.as_object()?;
    let lanes = lanes.iter();
    let lanes = lanes.filter_map(|(name, part)| Some((name.clone(), part.as_f64()?)));
    let count = |key: &str| result.number(&format!("dwf.{key}"));
    let halves = count("merges").zip(count("creates"));
    let halves = halves.map(|(merges, creates)| (merges + creates).max(1.0));
    Some(Usage {
        lanes: lanes.collect(),
        dominant: result.value("limits.dominant")?.as_str()?.into(),
        lane_conflicts: count("conflicts").zip(halves).map(|(part, all)| part / all),
    })
}

fn in_words(stage: Stage, runs: usize) -> String {
    match stage {
        Stage::Reference => format!("runs of the reference: {runs}"),
        Stage::Window(cycles) => format!("runs in windows of {cycles} cycles: {runs}"),
        Stage::Bounds => format!("runs of bounds: {runs}"),
        Stage::Full => format!("whole runs: {runs}"),
    }
}
