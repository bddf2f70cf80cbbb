//! One run of a plan: its folder, its seed, its results so far.

mod announce;
mod origin;

use crate::clock::Clock;
use crate::console::Console;
use crate::files;
use crate::host::Host;
use crate::key::key;
use crate::night::Current;
use crate::numbered::{self, Numbered};
use crate::record::Record;
use crate::repository::Repository;
use crate::signals::Signals;
use crate::stage::Job;
use crate::summary::{Row, Summary};
use crate::{Failure, Plan, Stage};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A run that is under way.
#[derive(Debug)]
pub struct Execution<'a> {
    plan: &'a Plan,
    repository: &'a Repository,
    console: Console,
    /// The folder of this run's results.
    folder: PathBuf,
    clock: Clock,
    commit: String,
    host: Host,
    seed: u64,
    /// The current night; only for plans that keep results.
    night: Option<Current>,
    keys: BTreeMap<&'a str, String>,
    kept: BTreeMap<&'a str, Record>,
    rows: Vec<Row<'a>>,
}

impl<'a> Execution<'a> {
    /// Starts a run: in a new night, in the unfinished night, or, for plans that keep nothing, in no night.
    pub fn open(
        plan: &'a Plan,
        repository: &'a Repository,
        results: &Path,
        console: Console,
    ) -> Result<Self, Failure> {
        let clock = Clock::start();
        let commit = repository.head()?;
        let mut night = plan.keep.then(|| Current::open(results)).transpose()?;
        let second = u64::try_from(clock.started.as_second()).unwrap_or_default();
        let seed = night.as_ref().map_or(second, |current| current.night.seed);
        let mut keys = BTreeMap::new();
        if plan.keep {
            for stage in &plan.stages {
                keys.insert(&*stage.name, key(stage, seed, repository)?);
            }
        }
        // Nothing is written before this point, where every fallible check of the plan has passed.
        let folder = match &mut night {
            Some(night) => night.save(&clock).map(|()| results.into())?,
            None => numbered::next(results)?,
        };
        Ok(Self {
            plan,
            repository,
            console,
            folder,
            clock,
            commit,
            host: Host::here(),
            seed,
            night,
            keys,
            kept: BTreeMap::new(),
            rows: Vec::new(),
        })
    }

    /// Finds the stages whose kept results are still valid, so that these stages are not run again.
    pub fn keep(&mut self) -> Result<(), Failure> {
        for (stage, key) in &self.keys {
            let kept = Record::kept(&self.folder, stage, key);
            self.kept.extend(kept.map(|record| (*stage, record)));
        }
        Ok(())
    }

    /// Runs a stage, unless its result is kept.
    pub fn run(&mut self, stage: &'a Stage, signals: &Signals) -> Result<(), Failure> {
        if let Some(signal) = signals.caught() {
            return Err(self.interrupted(signal));
        }
        if let Some(record) = self.kept.remove(&*stage.name) {
            self.say_kept(&record);
            self.rows.push(Row {
                stage,
                record,
                kept: true,
            });
            return Ok(());
        }
        // However this run ends, an older result must not pass for the result of this run.
        let path = Record::path(&self.folder, &stage.name);
        files::remove(&path)?;
        let origin = self.origin(stage)?;
        let log = self.folder.join(format!("{}.log", stage.name));
        let command = stage.command(self.seed);
        let job = Job {
            stage,
            command: &command,
            root: &self.repository.root,
            log: &log,
            time_limit: self.plan.time_limit(stage),
        };
        let clock = Clock::start();
        let spinner = self.say_start(stage);
        let end = job.run(&self.console, signals);
        drop(spinner);
        let record = end
            .map_err(|error| Failure::path(&log, error))?
            .map(|end| self.record(stage, origin, &clock, end))
            .transpose()?;
        if let Some(night) = &mut self.night {
            night.save(&self.clock)?;
        }
        let Some(record) = record else {
            return Err(self.interrupted(signals.caught().unwrap_or_default()));
        };
        record.keep(&self.folder)?;
        self.say_end(stage, &record, &log);
        self.rows.push(Row {
            stage,
            record,
            kept: false,
        });
        Ok(())
    }

    /// Ends the run, and the night if every stage of the plan has passed in it.
    pub fn finish(mut self, note: Option<String>, limit: f64) -> Result<Summary<'a>, Failure> {
        let mut all_passed = true;
        for (stage, key) in &self.keys {
            all_passed &= Record::kept(&self.folder, stage, key).is_some();
        }
        if let Some(current) = &mut self.night {
            current.night.finished = all_passed.then(crate::clock::now);
            current.save(&self.clock)?;
        } else {
            let run = Numbered {
                started: self.clock.started,
                wall_seconds: self.clock.wall_seconds(),
                processor_seconds: self.clock.processor_seconds(),
                commit: self.commit,
                dirty: self.repository.is_dirty(&[])?,
                host: self.host,
                note,
            };
            run.write(&self.folder)?;
        }
        let summary = Summary {
            title: &self.plan.title,
            folder: self.folder,
            night: self.night.map(|current| current.night),
            wall_seconds: self.clock.wall_seconds(),
            processor_seconds: self.clock.processor_seconds(),
            limit_minutes: limit,
            rows: self.rows,
        };
        self.console.line(&summary.text());
        Ok(summary)
    }
}
