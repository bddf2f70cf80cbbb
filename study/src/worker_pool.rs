//! Finds the results of many runs: in the store, or by simulating them on several host threads.

use crate::error::Error;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::store::Store;
use heddle_system::parallel;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Runs whose results are wanted.
pub struct WorkerPool<'a> {
    store: Store,
    runs: Vec<(String, &'a PlannedRun)>,
    done: AtomicU64,
    simulated: AtomicUsize,
}

/// The results of runs, by their names.
pub struct Results {
    found: BTreeMap<String, RunResult>,
    /// How many runs were simulated; the results of all others were in the store.
    pub simulated: usize,
}

impl Results {
    /// The result of a run, which must be one of the requested runs.
    pub fn of(&self, run: &PlannedRun) -> &RunResult {
        &self.found[&run.name()]
    }

    /// Number of different runs.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there is no run.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

impl<'a> WorkerPool<'a> {
    /// These runs. A run that is named several times is done once, and the store is searched for its result first.
    pub fn new(store: Store, runs: &'a [PlannedRun]) -> Self {
        let mut unique = BTreeMap::new();
        for (place, run) in runs.iter().enumerate() {
            unique.entry(run.name()).or_insert((place, run));
        }
        let mut ordered: Vec<_> = unique.into_iter().collect();
        ordered.sort_by_key(|(_, (place, _))| *place);
        let runs = ordered.into_iter().map(|(name, (_, run))| (name, run));
        WorkerPool {
            store,
            runs: runs.collect(),
            done: AtomicU64::new(0),
            simulated: AtomicUsize::new(0),
        }
    }

    /// Works on up to `jobs` host threads until every result is found. The results do not depend on
    /// their number.
    ///
    /// # Errors
    /// The failure of the first run in order that could not be started or kept; results that are done are kept.
    pub fn work(self, jobs: usize, observer: &dyn Observer) -> Result<Results, Error> {
        let total = self.runs.len() as u64;
        let find = |(name, run): &(String, &PlannedRun)| {
            let result = self.find(run);
            self.done.fetch_add(1, Ordering::Relaxed);
            result.map(|result| (name.clone(), result))
        };
        let mut found = None;
        observer.watch(total, &self.done, &mut || {
            found = Some(parallel::try_map(jobs, &self.runs, find));
        });
        let found = found.expect("an observer does the work")?;
        Ok(Results {
            found: found.into_iter().collect(),
            simulated: self.simulated.into_inner(),
        })
    }

    fn find(&self, run: &PlannedRun) -> Result<RunResult, Error> {
        if let Some(result) = self.store.read(run) {
            return Ok(result);
        }
        let result = RunResult::simulate(run)?;
        self.store.write(run, &result)?;
        self.simulated.fetch_add(1, Ordering::Relaxed);
        Ok(result)
    }
}

/// Whether no run failed.
///
/// # Errors
/// [`Error::Failed`], which names one of the runs that failed.
pub fn verdict(runs: &[PlannedRun], results: &Results) -> Result<(), Error> {
    let failed = |run: &PlannedRun| {
        let failure = results.of(run).failure.as_ref()?;
        Some((run.name(), format!("{}: {failure}", run.title())))
    };
    let failed: BTreeMap<String, String> = runs.iter().filter_map(failed).collect();
    match failed.values().next() {
        None => Ok(()),
        Some(first) => Err(Error::Failed {
            failed: failed.len(),
            runs: results.len(),
            first: first.clone(),
        }),
    }
}
