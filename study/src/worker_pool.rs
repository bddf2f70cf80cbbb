//! Finds the results of many runs: in the store, or by simulating them on several host threads.

use crate::error::Error;
use crate::observer::Observer;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::store::Store;
use heddle_system::files::Claim;
use heddle_system::parallel;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Runs whose results are wanted.
pub struct WorkerPool<'a> {
    store: Store<'a>,
    runs: Vec<(String, &'a PlannedRun)>,
    done: AtomicU64,
    simulated: AtomicUsize,
    keeps_refusals: bool,
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
        self.named(&run.name())
    }

    /// The result of the run with this name, which must be one of the requested runs.
    pub(crate) fn named(&self, name: &str) -> &RunResult {
        &self.found[name]
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
    pub fn new(store: Store<'a>, runs: &'a [PlannedRun]) -> Self {
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
            keeps_refusals: false,
        }
    }

    /// Takes runs that their machines cannot start for failed ones.
    #[must_use]
    pub fn keeping_refusals(self) -> Self {
        WorkerPool {
            keeps_refusals: true,
            ..self
        }
    }

    /// Works on up to `jobs` host threads until every result is found. The results do not depend on
    /// their number.
    ///
    /// # Errors
    /// The failure of the first run in order that could not be started or kept; results that are done are kept.
    pub fn work(self, jobs: usize, observer: &dyn Observer) -> Result<Results, Error> {
        let total = self.runs.len() as u64;
        let mut found = None;
        observer.watch(total, &self.done, &mut || found = Some(self.all(jobs)));
        let found = found.expect("an observer does the work")?;
        Ok(Results {
            found,
            simulated: self.simulated.into_inner(),
        })
    }

    /// All results. What another process simulates at the moment is left until nothing else remains to be done.
    fn all(&self, jobs: usize) -> Result<BTreeMap<String, RunResult>, Error> {
        let mut found = BTreeMap::new();
        let mut left = Vec::new();
        let now = |(_, run): &(String, &PlannedRun)| self.find(run, Store::try_claim);
        let results = parallel::try_map(jobs, &self.runs, now)?;
        for (entry, result) in self.runs.iter().zip(results) {
            match result {
                Some(result) => drop(found.insert(entry.0.clone(), result)),
                None => left.push(entry),
            }
        }
        let later = |(name, run): &&(String, &PlannedRun)| {
            let result = self.find(run, |store, run| store.claim(run).map(Some))?;
            Ok((name.clone(), result.expect("a claim is waited for")))
        };
        found.extend(parallel::try_map(jobs, &left, later)?);
        Ok(found)
    }

    /// The result of a run, from the store or simulated under a claim; `None` without the claim.
    fn find(
        &self,
        run: &PlannedRun,
        claim: impl Fn(&Store<'a>, &PlannedRun) -> Result<Option<Claim>, Error>,
    ) -> Result<Option<RunResult>, Error> {
        let kept = match self.store.read(run) {
            None => match claim(&self.store, run)? {
                None => return Ok(None),
                Some(_claim) => self.made(run)?,
            },
            Some(kept) => kept,
        };
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(Some(kept))
    }

    /// The result of a claimed run. Whoever had the claim before may have simulated it.
    fn made(&self, run: &PlannedRun) -> Result<RunResult, Error> {
        if let Some(result) = self.store.read(run) {
            return Ok(result);
        }
        let result = match RunResult::simulate(run) {
            Err(error) if self.keeps_refusals => RunResult::refused(error.refusal().ok_or(error)?),
            other => other?,
        };
        self.store.write(run, &result)?;
        self.simulated.fetch_add(1, Ordering::Relaxed);
        Ok(result)
    }
}

/// Whether some run was started.
///
/// # Errors
/// Why its machine cannot start the first run: if none starts, the request is wrong.
pub fn started(runs: &[PlannedRun], results: &Results) -> Result<(), Error> {
    match runs.first() {
        Some(first) if results.found.values().all(RunResult::is_refused) => {
            RunResult::simulate(first).map(|_| ())
        }
        _ => Ok(()),
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
