//! The table of a plan that keeps nothing: a row per stage, a column per run.

use super::{BUDGET, MINUTES, TEXT, Table, Told, budget, column, minutes, missing};
use crate::numbered::{self, Numbered};
use crate::record::{Record, short_commit};
use crate::{Failure, Plan, Stage};
use serde_json::Value;
use std::path::Path;

/// A line about each run, and the table of the stages.
pub fn told(plan: &Plan, chosen: &[&Stage], results: &Path) -> Result<Told, Failure> {
    let runs = match results.is_dir() {
        true => numbered::all(results)?,
        false => Vec::new(),
    };
    let Some((_, first)) = runs.first() else {
        return Err(missing(&plan.title));
    };
    let mut columns = Vec::from(
        [("stage", TEXT), ("done", TEXT), ("budget", BUDGET)]
            .map(|(name, show)| column(name, show)),
    );
    columns.extend(
        runs.iter()
            .map(|(n, _)| column(format!("run {n}"), MINUTES)),
    );
    let rows = chosen.iter().map(|stage| cells(stage, results, &runs));
    let mut rows = rows.collect::<Result<Vec<_>, Failure>>()?;
    let mut total: Vec<Value> = vec!["total".into(), Value::Null, plan.minutes.into()];
    total.extend(
        runs.iter()
            .map(|(_, run)| Value::from(minutes(run.wall_seconds))),
    );
    rows.push(total);
    let commits = runs
        .iter()
        .map(|(_, run)| short_commit(&run.commit, run.dirty));
    Ok(Told {
        seed: String::new(),
        commits: commits.collect(),
        machine: first.host.to_string(),
        start: first.started,
        wall_seconds: runs.iter().map(|(_, run)| run.wall_seconds).sum(),
        table: Table {
            before: runs.iter().map(|(n, run)| line(*n, run)).collect(),
            columns,
            rows,
        },
    })
}

fn line(n: u64, run: &Numbered) -> String {
    let commit = short_commit(&run.commit, run.dirty);
    let note = run.note.as_ref().map(|note| format!(" ({note})"));
    format!(
        "* Run {n}{}: started {} on {}, commit {commit}, {:.1} processor minutes\n",
        note.unwrap_or_default(),
        run.started,
        run.host,
        minutes(run.processor_seconds),
    )
}

/// Cells of a stage: wall minutes in each run, and how much it did in the last run.
fn cells(stage: &Stage, results: &Path, runs: &[(u64, Numbered)]) -> Result<Vec<Value>, Failure> {
    let mut done = None;
    let mut cells = vec![budget(stage)];
    for (n, _) in runs {
        let record = Record::read(&results.join(n.to_string()), &stage.name);
        cells.push(record.as_ref().map_or("–".into(), cell));
        done = record.map(|record| record.done()).or(done);
    }
    let done = done.ok_or_else(|| missing(&format!("stage {}", stage.name)))?;
    cells.splice(..0, [stage.name.clone().into(), done.into()]);
    Ok(cells)
}

fn cell(record: &Record) -> Value {
    let minutes = minutes(record.wall_seconds);
    match record.has_passed() {
        true => minutes.into(),
        false => format!("{minutes:.1} ({})", record.outcome).into(),
    }
}
