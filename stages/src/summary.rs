//! The end of a run: a table, JSON, and the verdict.

use crate::budget::{beside, minutes};
use crate::night::Night;
use crate::record::Record;
use crate::{Failure, Stage};
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde::Serialize;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

/// A table style with a rule below the heading and no other lines.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A run that has ended.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    pub title: &'a str,
    /// The folder of the run's results.
    pub folder: PathBuf,
    /// The night; only for plans that keep results.
    pub night: Option<Night>,
    pub wall_seconds: f64,
    pub processor_seconds: f64,
    pub limit_minutes: f64,
    #[serde(rename = "stages")]
    pub rows: Vec<Row<'a>>,
}

/// A stage and its result.
#[derive(Debug, Serialize)]
pub struct Row<'a> {
    #[serde(skip)]
    pub stage: &'a Stage,
    #[serde(flatten)]
    pub record: Record,
    /// Whether the result is from an earlier run.
    pub kept: bool,
}

impl Summary<'_> {
    /// The results, for people.
    pub fn text(&self) -> String {
        let mut table = Table::new();
        let heading = ["stage", "outcome", "done", "minutes", "processor minutes"];
        table.load_style(STYLE).set_header(heading);
        if let Some(column) = table.column_mut(4) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for row in &self.rows {
            table.add_row(row.cells());
        }
        let took = self.took();
        let processor = minutes(self.processor_seconds);
        let over = (self.rows.iter()).any(|row| !row.kept && row.is_over_budget());
        let over = match over {
            true => "; a stage over its budget fails only through the limit of the whole run",
            false => "",
        };
        let title = self.title;
        format!("\n{table}\n{title}: {took} minutes, {processor} processor minutes{over}")
    }

    fn took(&self) -> String {
        beside(self.wall_seconds, self.limit_minutes)
    }

    /// Prints the results as JSON.
    pub fn print_json(&self) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        match writeln!(io::stdout(), "{text}") {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::input(
                error,
                "send the output where there is space",
            )),
            _ => Ok(()),
        }
    }

    /// Whether the run has passed.
    pub fn verdict(&self) -> Result<(), Failure> {
        let bad = self.rows.iter().filter(|row| !row.record.has_passed());
        let bad: Vec<String> = bad
            .map(|row| format!("{} ({})", row.stage.name, row.record.outcome))
            .collect();
        let is_over = self.wall_seconds > 60.0 * self.limit_minutes;
        let took = format!("the run took {} minutes", self.took());
        match (bad.is_empty(), is_over) {
            (true, false) => Ok(()),
            (true, true) => Err(Failure::ran(
                format!("every stage has passed, but {took}"),
                "make the stages shorter that are over their budget, or raise the limit: --minutes",
            )),
            (false, is_over) => Err(Failure::ran(
                format!(
                    "stages that have not passed: {}{}",
                    bad.join(", "),
                    if is_over {
                        format!("; and {took}")
                    } else {
                        String::new()
                    }
                ),
                format!("each stage's output is {}/STAGE.log", self.folder.display()),
            )),
        }
    }
}

impl Row<'_> {
    fn is_over_budget(&self) -> bool {
        self.record.wall_seconds > 60.0 * self.stage.minutes
    }

    fn cells(&self) -> [String; 5] {
        let kept = if self.kept { ", kept" } else { "" };
        [
            self.stage.name.clone(),
            format!("{}{kept}", self.record.outcome),
            self.record.done(),
            beside(self.record.wall_seconds, self.stage.minutes),
            minutes(self.record.processor_seconds),
        ]
    }
}
