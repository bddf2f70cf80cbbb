//! Simulates many cells on several host threads.

use super::{Cell, CellResult, Store};
use crate::cli::Global;
use crate::failure::Failure;
use crate::progress::Progress;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// Host threads that simulate a cell each, and what they have found.
pub struct Crew<'a> {
    store: Store,
    cells: Vec<(String, &'a Cell)>,
    next: AtomicUsize,
    done: AtomicU64,
    simulated: AtomicUsize,
    found: Mutex<BTreeMap<String, CellResult>>,
    /// Of the first cell in order that could not be started or kept.
    failed: Mutex<Option<(usize, Failure)>>,
}

/// What cells came to, by their names.
pub struct Results {
    found: BTreeMap<String, CellResult>,
    /// How many were simulated; the others were there.
    pub simulated: usize,
}

impl Results {
    /// What a cell came to; it was among those that were asked for.
    pub fn of(&self, cell: &Cell) -> &CellResult {
        &self.found[&cell.name()]
    }

    /// How many different cells there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }
}

impl<'a> Crew<'a> {
    /// For cells, each once however often it is named, that are looked for in a store first.
    pub fn new(store: Store, cells: &'a [Cell]) -> Self {
        let mut unique = BTreeMap::new();
        for (place, cell) in cells.iter().enumerate() {
            unique.entry(cell.name()).or_insert((place, cell));
        }
        let mut ordered: Vec<_> = unique.into_iter().collect();
        ordered.sort_by_key(|(_, (place, _))| *place);
        let cells = ordered.into_iter().map(|(name, (_, cell))| (name, cell));
        Crew {
            store,
            cells: cells.collect(),
            next: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            simulated: AtomicUsize::new(0),
            found: Mutex::default(),
            failed: Mutex::default(),
        }
    }

    /// Works on up to so many host threads until every cell is found. The results do not depend on
    /// their number.
    ///
    /// # Errors
    /// Of the first cell in order that could not be started or kept; those that are done are kept.
    pub fn work(self, global: &Global, jobs: usize) -> Result<Results, Failure> {
        let progress = Progress::new(global, "runs", Some(self.cells.len() as u64));
        progress.watch(&self.done, || {
            thread::scope(|scope| {
                for _ in 0..jobs.clamp(1, self.cells.len().max(1)) {
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
            let Some((name, cell)) = self.cells.get(place) else {
                return;
            };
            match self.find(cell) {
                Ok(result) => self.keep(name, result),
                Err(failure) => return self.give_up(place, failure),
            }
        }
    }

    fn find(&self, cell: &Cell) -> Result<CellResult, Failure> {
        if let Some(result) = self.store.read(cell) {
            return Ok(result);
        }
        let result = CellResult::simulate(cell)?;
        self.store.write(cell, &result)?;
        self.simulated.fetch_add(1, Ordering::Relaxed);
        Ok(result)
    }

    fn keep(&self, name: &str, result: CellResult) {
        let mut found = self.found.lock().expect("nobody panics with it");
        found.insert(name.to_owned(), result);
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Nobody starts another cell. Cells are taken in order, so that the first failure is one of
    /// those under way.
    fn give_up(&self, place: usize, failure: Failure) {
        self.next.store(self.cells.len(), Ordering::Relaxed);
        let mut failed = self.failed.lock().expect("nobody panics with it");
        if failed.as_ref().is_none_or(|(first, _)| place < *first) {
            *failed = Some((place, failure));
        }
    }
}

/// A failure that names the first cells that failed, if any did.
///
/// # Errors
/// This failure.
pub fn verdict(cells: &[Cell], results: &Results) -> Result<(), Failure> {
    let failed = |cell: &Cell| {
        let failure = results.of(cell).failure.as_ref()?;
        Some((cell.name(), format!("{}: {failure}", cell.title())))
    };
    let failed: BTreeMap<String, String> = cells.iter().filter_map(failed).collect();
    match failed.values().next() {
        None => Ok(()),
        Some(first) => Err(Failure::ran(format!(
            "{} of {} runs failed; one of them is {first}",
            failed.len(),
            results.len()
        ))
        .help("`heddle run` or `heddle sim` with the same options says more about one run")),
    }
}
