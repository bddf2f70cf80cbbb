//! The table of a plan that keeps nothing: a row per stage, a column per run.

use super::{heading, missing, row};
use crate::budget::minutes;
use crate::numbered::{self, Numbered};
use crate::record::{Record, short_commit};
use crate::{Failure, Plan, Stage};
use std::path::Path;

/// A line about each run, and the table of the stages.
pub fn markdown(plan: &Plan, chosen: &[&Stage], results: &Path) -> Result<String, Failure> {
    let runs = match results.is_dir() {
        true => numbered::all(results)?,
        false => Vec::new(),
    };
    if runs.is_empty() {
        return Err(missing(&plan.title));
    }
    let lines: String = runs.iter().map(|(n, run)| line(*n, run)).collect();
    let mut columns: Vec<String> = ["stage", "done", "budget"].map(String::from).into();
    columns.extend(runs.iter().map(|(n, _)| format!("run {n}")));
    let mut text = format!("{lines}\n{}", heading(&columns, 2));
    for stage in chosen {
        text += &row(cells(stage, results, &runs)?);
    }
    let mut total = vec!["total".into(), String::new(), plan.minutes.to_string()];
    total.extend(runs.iter().map(|(_, run)| minutes(run.wall_seconds)));
    Ok(text + &row(total))
}

fn line(n: u64, run: &Numbered) -> String {
    let commit = short_commit(&run.commit, run.dirty);
    let note = run.note.as_ref().map(|note| format!(" ({note})"));
    format!(
        "* Run {n}{}: started {} on {}, commit {commit}, {} processor minutes\n",
        note.unwrap_or_default(),
        run.started,
        run.host,
        minutes(run.processor_seconds),
    )
}

/// Cells of a stage: wall minutes in each run, and how much it did in the last run.
fn cells(stage: &Stage, results: &Path, runs: &[(u64, Numbered)]) -> Result<Vec<String>, Failure> {
    let mut done = None;
    let mut cells = vec![stage.minutes.to_string()];
    for (n, _) in runs {
        let record = Record::read(&results.join(n.to_string()), &stage.name);
        cells.push(record.as_ref().map_or("–".into(), cell));
        done = record.map(|record| record.done()).or(done);
    }
    let done = done.ok_or_else(|| missing(&format!("stage {}", stage.name)))?;
    cells.splice(..0, [stage.name.clone(), done]);
    Ok(cells)
}

fn cell(record: &Record) -> String {
    let minutes = minutes(record.wall_seconds);
    match record.has_passed() {
        true => minutes,
        false => format!("{minutes} ({})", record.outcome),
    }
}
