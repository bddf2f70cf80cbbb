//! What a run prints about itself.

use super::Execution;
use crate::budget::{beside, several};
use crate::console::Spinner;
use crate::record::Record;
use crate::{Failure, Stage};
use std::path::Path;

impl Execution<'_> {
    /// Prints how long the run takes, and what it leaves out.
    pub fn announce(&self, stages: &[&Stage], limit: f64) {
        let line = |text: String| self.console.line(&text);
        let (kept, others): (Vec<&Stage>, Vec<&Stage>) = stages
            .iter()
            .partition(|stage| self.kept.contains_key(&*stage.name));
        line(format!(
            "{}: {}, {} by their budgets, {} at most",
            self.plan.title,
            several(stages.len() as f64, "stage"),
            minutes_of(stages),
            several(limit, "minute"),
        ));
        if let Some(current) = &self.night {
            let (seed, start) = (self.seed, current.night.started);
            line(match current.night.resumed {
                0 => format!("a new night, seed {seed}"),
                n => format!(
                    "the night of {start} goes on, seed {seed}, resumed {}",
                    several(n as f64, "time")
                ),
            });
        }
        if !kept.is_empty() {
            let (n, left) = (kept.len(), minutes_of(&others));
            line(format!("kept: {n} of them; the others have {left}"));
        }
        for left in &self.plan.left_out {
            line(format!("left out: {} ({})", left.what, left.reason));
        }
    }

    pub(super) fn say_start(&self, stage: &Stage) -> Spinner {
        let budget = several(stage.minutes, "minute");
        self.console
            .start(&format!("{}: {}, {budget}", stage.name, stage.what))
    }

    pub(super) fn say_kept(&self, record: &Record) {
        self.console.line(&format!(
            "{}: kept, passed on {} at {}",
            record.stage,
            record.started,
            record.short_commit()
        ));
    }

    pub(super) fn say_end(&self, stage: &Stage, record: &Record, log: &Path) {
        let took = beside(record.wall_seconds, stage.minutes);
        let done = Some(record.done()).filter(|done| !done.is_empty());
        let done = done.map(|done| format!(", {done}")).unwrap_or_default();
        let outcome = record.outcome;
        self.console
            .line(&format!("{}: {outcome}{done}, {took} minutes", stage.name));
        if let Some(fault) = &record.fault {
            let log_name = log.display();
            self.console
                .line(&format!("{}: {fault}; {log_name}", stage.name));
            self.console.end_of(log);
        }
    }

    /// The failure after an interruption; prints the command that continues.
    pub(super) fn interrupted(&self, signal: i32) -> Failure {
        let command: Vec<String> = std::env::args().filter(|arg| arg != "--again").collect();
        // The command gets its own line, which no wrapping breaks, so that it can be copied.
        let (remedy, next) = match self.night {
            Some(_) => (
                "what has passed is kept; run the same command again",
                "go on with",
            ),
            None => ("nothing is kept; run all of it again", "again"),
        };
        self.console.line(&format!("{next}: {}", command.join(" ")));
        Failure::interrupted(signal, remedy)
    }
}

/// The sum of these stages' budgets.
fn minutes_of(stages: &[&Stage]) -> String {
    let sum = stages.iter().map(|stage| stage.minutes).sum();
    several(sum, "minute")
}
