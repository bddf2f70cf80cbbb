//! A night: all stages of a plan passed once with one seed, in as many runs as necessary.

use crate::Failure;
use crate::clock::{Clock, now};
use crate::files;
use crate::host::Host;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The contents of `night.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Night {
    /// The seed of every stage whose command uses one: the second of the night's start, so that no two nights share it.
    pub seed: u64,
    /// When the night started.
    pub started: Timestamp,
    /// The machine on which the night started.
    pub host: Host,
    /// Number of runs after the first.
    pub resumed: u64,
    /// Wall time of all runs of the night.
    pub wall_seconds: f64,
    /// Processor time of all runs of the night.
    pub processor_seconds: f64,
    /// When the last stage passed.
    pub finished: Option<Timestamp>,
}

/// The night in progress, and the time that its earlier runs took.
#[derive(Debug)]
pub struct Current {
    /// The night up to now.
    pub night: Night,
    earlier: (f64, f64),
    path: PathBuf,
}

impl Night {
    /// The latest night, if there was one.
    pub fn read(folder: &Path) -> Result<Option<Self>, Failure> {
        files::read_json(&folder.join("night.json"))
    }

    fn new(after: Option<u64>) -> Self {
        let started = now();
        let second = u64::try_from(started.as_second()).unwrap_or_default();
        Self {
            seed: second.max(after.map_or(0, |seed| seed + 1)),
            started,
            host: Host::here(),
            resumed: 0,
            wall_seconds: 0.0,
            processor_seconds: 0.0,
            finished: None,
        }
    }
}

impl Current {
    /// Continues the unfinished night, or starts a new one. Nothing is written before
    /// [`save`](Self::save).
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let night = match Night::read(folder)? {
            Some(night) if night.finished.is_none() => Night {
                resumed: night.resumed + 1,
                ..night
            },
            last => Night::new(last.map(|night| night.seed)),
        };
        Ok(Self {
            earlier: (night.wall_seconds, night.processor_seconds),
            night,
            path: folder.join("night.json"),
        })
    }

    /// Saves the night with the time that this run has taken so far.
    pub fn save(&mut self, run: &Clock) -> Result<(), Failure> {
        self.night.wall_seconds = self.earlier.0 + run.wall_seconds();
        self.night.processor_seconds = self.earlier.1 + run.processor_seconds();
        files::write_json(&self.path, &self.night)
    }
}
