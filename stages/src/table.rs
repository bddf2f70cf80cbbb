//! `stages table`: results as a file that `scripts/pages` shows in pages.

mod nights;
mod runs;

use crate::cli::Table as Options;
use crate::files;
use crate::repository::Repository;
use crate::{Failure, Plan, Stage};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// A result as `scripts/results.py` describes it. RES-8: `scripts/pages` adds the key of its sources.
#[derive(Debug, Serialize)]
struct Measured {
    name: String,
    command: String,
    preset: &'static str,
    overrides: &'static str,
    programs: &'static str,
    seed: String,
    /// The commits of all stages; one that differs from its commit has a mark.
    commit: String,
    machine: String,
    start: Timestamp,
    minutes: f64,
    sources: BTreeSet<String>,
    tables: [Table; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    after: Vec<String>,
}

/// What the stages of a plan say together.
#[derive(Debug)]
struct Told {
    seed: String,
    commits: BTreeSet<String>,
    machine: String,
    start: Timestamp,
    wall_seconds: f64,
    table: Table,
}

/// A table, below a sentence.
#[derive(Debug, Serialize)]
struct Table {
    before: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Value>>,
}

/// A column, and how its cells are shown: a format of Python.
#[derive(Debug, Serialize)]
struct Column {
    name: String,
    show: &'static str,
}

const TEXT: &str = "{}";
const BUDGET: &str = "{:g}";
const MINUTES: &str = "{:.1f}";

/// Writes the results of a plan into a file.
pub fn write(options: &Options) -> Result<(), Failure> {
    let plan = Plan::load(&options.place.plan)?;
    let chosen = options.place.chosen(&plan)?;
    let repository = Repository::of(&options.place.plan)?;
    let folder = options.place.folder(&repository);
    let told = match plan.keep {
        true => nights::told(&plan, &chosen, &folder)?,
        false => runs::told(&plan, &chosen, &folder)?,
    };
    let only = &options.place.only;
    let mut command = format!("stages table {}", repository.name_of(&options.place.plan));
    if !only.is_empty() {
        command += &format!(" --only {}", only.join(","));
    }
    let sources = chosen.iter().flat_map(|stage| stage.inputs.clone());
    let measured = Measured {
        name: name(&options.into)?,
        command,
        preset: "",
        overrides: "",
        programs: "",
        seed: told.seed,
        commit: Vec::from_iter(told.commits).join(", "),
        machine: told.machine,
        start: told.start,
        minutes: minutes(told.wall_seconds),
        sources: sources.collect(),
        tables: [told.table],
        after: match only.is_empty() {
            true => left_out(&plan),
            false => Vec::new(),
        },
    };
    files::write_json(&options.into, &measured)
}

/// The name of a result: that of its file.
fn name(path: &Path) -> Result<String, Failure> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let json = path.extension().is_some_and(|end| end == "json");
    stem.filter(|_| json).map(String::from).ok_or_else(|| {
        Failure::input(
            format!("{}: no file NAME.json", path.display()),
            "name a file of results, such as results/nightly.json",
        )
    })
}

fn left_out(plan: &Plan) -> Vec<String> {
    let items = plan.left_out.iter();
    let items = items.map(|left| format!("* {}: {}", left.what.trim(), left.reason.trim()));
    let mut lines = Vec::from_iter(items);
    if !lines.is_empty() {
        lines.splice(..0, ["Left out:".into(), String::new()]);
    }
    lines
}

fn column(name: impl Into<String>, show: &'static str) -> Column {
    let name = name.into();
    Column { name, show }
}

/// Seconds as minutes with one decimal.
fn minutes(seconds: f64) -> f64 {
    (seconds / 6.0).round() / 10.0
}

/// The failure when no results exist to write.
fn missing(what: &str) -> Failure {
    Failure::ran(format!("{what} has no result"), "run it first: stages run")
}

/// The budget of a stage as a cell.
fn budget(stage: &Stage) -> Value {
    stage.minutes.into()
}
