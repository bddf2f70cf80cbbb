//! Simulates many runs on several host threads.

use crate::error::Error;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::store::Store;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// Host threads that simulate one run each at a time, and the results that they have found.
pub struct WorkerPool<'a> {
    store: Store,
    runs: Vec<(String, &'a PlannedRun)>,
    next: AtomicUsize,
    done: AtomicU64,
    simulated: AtomicUsize,
    found: Mutex<BTreeMap<String, RunResult>>,
    /// The failure of the first run in order that could not be started or kept.
    failed: Mutex<Option<(usize, Error)>>,
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
    /// A pool for runs. A run that is named several times is done once, and the store is searched for its result first.
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
            next: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            simulated: AtomicUsize::new(0),
            found: Mutex::default(),
            failed: Mutex::default(),
        }
    }

    /// Works on up to `jobs` host threads until every result is found. The results do not depend on
    /// their number.
    ///
    /// # Errors
    /// The failure of the first run in order that could not be started or kept; results that are done are kept.
    pub fn work(self, jobs: usize, observer: &dyn Observer) -> Result<Results, Error> {
        let total = self.runs.len() as u64;
        observer.watch(total, &self.done, &mut || {
            thread::scope(|scope| {
                for _ in 0..jobs.clamp(1, self.runs.len().max(1)) {
                    scope.spawn(|| self.one_after_the_other());
                }
            });
        });
        match self.failed.into_inner().expect("nobody panics with it") {
            Some((_, failure)) => Err(failure),
            None => Ok(Results {
                found: self.found.into_inner().expect("nobody panics with it"),
                simulated: self.simulated.into_inner(),
            }),
        }
    }

    fn one_after_the_other(&self) {
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((name, run)) = self.runs.get(place) else {
                return;
            };
            match self.find(run) {
                Ok(result) => self.keep(name, result),
                Err(failure) => return self.give_up(place, failure),
            }
        }
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

    fn keep(&self, name: &str, result: RunResult) {
        let mut found = self.found.lock().expect("nobody panics with it");
        found.insert(name.to_owned(), result);
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Prevents the start of further runs. Runs are started in order, so the first failure is that of one
    /// of the runs in progress.
    fn give_up(&self, place: usize, failure: Error) {
        self.next.store(self.runs.len(), Ordering::Relaxed);
        let mut failed = self.failed.lock().expect("nobody panics with it");
        if failed.as_ref().is_none_or(|(first, _)| place < *first) {
            *failed = Some((place, failure));
        }
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
