//! The table of a plan that keeps results: a row per stage.

use super::{heading, missing, row};
use crate::budget::{minutes, several};
use crate::night::Night;
use crate::record::Record;
use crate::{Failure, Plan, Stage};
use std::path::Path;

const COLUMNS: [&str; 11] = [
    "what",
    "command",
    "preset, overrides",
    "cores",
    "seed",
    "commit",
    "outcome",
    "done",
    "budget",
    "wall minutes",
    "processor minutes",
];

/// A line about the night, and the table of the stages.
pub fn markdown(plan: &Plan, chosen: &[&Stage], folder: &Path) -> Result<String, Failure> {
    let night = Night::read(folder)?.ok_or_else(|| missing(&plan.title))?;
    let mut text = format!(
        "{}\n\n{}",
        line(plan, &night),
        heading(&COLUMNS.map(String::from), 8)
    );
    for stage in chosen {
        let record = Record::read(folder, &stage.name);
        let record = record.ok_or_else(|| missing(&format!("stage {}", stage.name)))?;
        text += &row(cells(stage, &record));
    }
    Ok(text)
}

fn line(plan: &Plan, night: &Night) -> String {
    let end = night
        .finished
        .map_or("not finished".into(), |end| format!("finished {end}"));
    format!(
        "{}: one night, started {}, {end}, on {}; resumed {}; {} wall minutes, {} processor minutes.",
        plan.title,
        night.started,
        night.host,
        several(night.resumed as f64, "time"),
        minutes(night.wall_seconds),
        minutes(night.processor_seconds),
    )
}

fn cells(stage: &Stage, record: &Record) -> [String; 11] {
    let machine = [&*record.preset, &*record.overrides];
    let machine = machine.into_iter().filter(|text| !text.is_empty());
    [
        stage.what.clone(),
        format!("`{}`", record.command.join(" ")),
        machine.collect::<Vec<&str>>().join(", "),
        record.cores.clone(),
        record.seed.map(|seed| seed.to_string()).unwrap_or_default(),
        record.short_commit(),
        record.outcome.to_string(),
        record.done(),
        stage.minutes.to_string(),
        minutes(record.wall_seconds),
        minutes(record.processor_seconds),
    ]
}
