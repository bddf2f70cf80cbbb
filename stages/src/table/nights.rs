//! The table of a plan that keeps results: a row per stage.

use super::{BUDGET, MINUTES, TEXT, Table, Told, budget, column, minutes, missing};
use crate::budget::several;
use crate::night::Night;
use crate::record::Record;
use crate::{Failure, Plan, Stage};
use serde_json::Value;
use std::path::Path;

const COLUMNS: [(&str, &str); 11] = [
    ("what", TEXT),
    ("command", "`{}`"),
    ("preset, overrides", TEXT),
    ("cores", TEXT),
    ("seed", TEXT),
    ("commit", TEXT),
    ("outcome", TEXT),
    ("done", TEXT),
    ("budget", BUDGET),
    ("wall minutes", MINUTES),
    ("processor minutes", MINUTES),
];

/// A line about the night, and the table of the stages.
pub fn told(plan: &Plan, chosen: &[&Stage], folder: &Path) -> Result<Told, Failure> {
    let night = Night::read(folder)?.ok_or_else(|| missing(&plan.title))?;
    let mut rows = Vec::new();
    let mut commits = Vec::new();
    for stage in chosen {
        let record = Record::read(folder, &stage.name);
        let record = record.ok_or_else(|| missing(&format!("stage {}", stage.name)))?;
        rows.push(cells(stage, &record).into());
        commits.push(record.short_commit());
    }
    let columns = COLUMNS.map(|(name, show)| column(name, show)).into();
    Ok(Told {
        seed: night.seed.to_string(),
        commits: commits.into_iter().collect(),
        machine: night.host.to_string(),
        start: night.started,
        wall_seconds: night.wall_seconds,
        table: Table {
            before: line(plan, &night),
            columns,
            rows,
        },
    })
}

fn line(plan: &Plan, night: &Night) -> String {
    let end = night
        .finished
        .map_or("not finished".into(), |end| format!("finished {end}"));
    format!(
        "{}: one night, started {}, {end}; resumed {}; {:.1} wall minutes, {:.1} processor minutes.",
        plan.title,
        night.started,
        several(night.resumed as f64, "time"),
        minutes(night.wall_seconds),
        minutes(night.processor_seconds),
    )
}

fn cells(stage: &Stage, record: &Record) -> [Value; 11] {
    let machine = [&*record.preset, &*record.overrides];
    let machine = machine.into_iter().filter(|text| !text.is_empty());
    [
        stage.what.clone().into(),
        record.command.join(" ").into(),
        machine.collect::<Vec<&str>>().join(", ").into(),
        record.cores.clone().into(),
        record.seed.map(|seed| seed.to_string()).into(),
        record.short_commit().into(),
        record.outcome.to_string().into(),
        record.done().into(),
        budget(stage),
        minutes(record.wall_seconds).into(),
        minutes(record.processor_seconds).into(),
    ]
}
