//! What a check says, in a table and in JSON.

use crate::failure::Failure;
use crate::output;
use miette::Diagnostic;
use serde::Serialize;

/// A check and its result.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// `lint` or `lockstep`.
    pub check: &'static str,
    /// The unit; of `lint`, the module.
    pub unit: String,
    /// The mode of co-simulation; none of `lint`.
    pub mode: Option<&'static str>,
    /// The program that ran, if one did.
    pub program: Option<String>,
    /// In how many cycles both sides were compared.
    pub cycles: Option<u64>,
    /// Whether the check passed.
    pub passed: bool,
    /// What is wrong.
    pub failure: Option<String>,
}

impl Row {
    /// The row with its result.
    pub fn with(self, result: Result<(), String>) -> Row {
        Row {
            passed: result.is_ok(),
            failure: result.err(),
            ..self
        }
    }

    /// Unit, mode and program in words.
    fn name(&self) -> String {
        let more = [self.mode, self.program.as_deref()].into_iter().flatten();
        let more: String = more.map(|word| format!(", {word}")).collect();
        format!("{} of {}{more}", self.check, self.unit)
    }

    fn cells(&self) -> [String; 6] {
        [
            self.check.into(),
            self.unit.clone(),
            self.mode.unwrap_or_default().into(),
            self.program.clone().unwrap_or_default(),
            self.cycles
                .map_or(String::new(), |cycles| cycles.to_string()),
            if self.passed { "passed" } else { "failed" }.into(),
        ]
    }
}

/// A failure in one text, with where to look next.
pub fn in_words(failure: &Failure) -> String {
    match failure.help() {
        Some(help) => format!("{failure}; {help}"),
        None => failure.to_string(),
    }
}

/// The checks as a table, and below it what is wrong.
pub fn table(rows: &[Row]) -> String {
    let heading = [
        "check",
        "unit",
        "mode",
        "program",
        "cycles compared",
        "result",
    ];
    let mut table = output::table(&heading, &[4]);
    for row in rows {
        table.add_row(row.cells());
    }
    let failed = rows
        .iter()
        .filter_map(|row| Some((row, row.failure.as_ref()?)));
    let failed: String = failed
        .map(|(row, failure)| format!("\n{}: {failure}", row.name()))
        .collect();
    format!("{table}{failed}")
}

/// A failure if a check failed.
pub fn passed(rows: &[Row]) -> Result<(), Failure> {
    let mut failed = rows.iter().filter(|row| !row.passed);
    let Some(first) = failed.next() else {
        return Ok(());
    };
    let what = format!(
        "{} of {} checks failed, first {}: {}",
        1 + failed.count(),
        rows.len(),
        first.name(),
        first.failure.as_deref().unwrap_or_default()
    );
    Err(Failure::ran(what).code("heddle::mismatch"))
}
