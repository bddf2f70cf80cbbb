//! Where a result comes from: the commit, and the inputs as they were when the stage started.

use super::Execution;
use crate::clock::Clock;
use crate::key::key;
use crate::stage::End;
use crate::{Failure, Outcome, Record, Stage};

/// The state of the repository when a stage starts.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin {
    commit: String,
    dirty: bool,
    /// The hash of the stage and its inputs; only for plans that keep results.
    key: Option<String>,
}

impl Execution<'_> {
    /// The state at this moment: the repository may change while a night runs.
    pub(super) fn origin(&self, stage: &Stage) -> Result<Origin, Failure> {
        let key = || key(stage, self.seed, self.repository);
        Ok(Origin {
            commit: self.repository.head()?,
            dirty: self.repository.is_dirty(&stage.inputs)?,
            key: self.plan.keep.then(key).transpose()?,
        })
    }

    /// The result of a stage. A stage whose inputs changed while it ran has failed.
    pub(super) fn record(
        &self,
        stage: &Stage,
        origin: Origin,
        clock: &Clock,
        mut end: End,
    ) -> Result<Record, Failure> {
        let (wall_seconds, processor_seconds) = (clock.wall_seconds(), clock.processor_seconds());
        if end.outcome == Outcome::Passed && self.origin(stage)?.key != origin.key {
            end.outcome = Outcome::Failed;
            end.fault = Some("its inputs changed while it ran; run it again".into());
        }
        Ok(Record {
            stage: stage.name.clone(),
            command: stage.command(self.seed),
            commit: origin.commit,
            dirty: origin.dirty,
            preset: stage.preset.clone(),
            overrides: stage.overrides.clone(),
            cores: stage.cores.clone(),
            seed: stage.is_seeded().then_some(self.seed),
            host: self.host.clone(),
            started: clock.started,
            wall_seconds,
            processor_seconds,
            outcome: end.outcome,
            fault: end.fault,
            counted: end.counted,
            noun: stage.noun.clone(),
            key: origin.key,
        })
    }
}
